package dev.firn.table;

import java.util.Optional;

/** A change of a table's partition rules. */
public sealed interface PartitionChange {
  /**
   * A field more.
   *
   * @param name the field's name; Iceberg's usual one if empty, or the one it had before
   */
  record Add(PartitionTerm term, Optional<String> name) implements PartitionChange {}

  /**
   * A field less.
   *
   * @param term a transform, or an identity that may also be a partition field's name
   */
  record Drop(PartitionTerm term) implements PartitionChange {}

  /**
   * A field in the place of another; the same term under another name renames it.
   *
   * @param from a transform, or an identity that may also be a partition field's name
   * @param name the new field's name; Iceberg's usual one if empty, or the one it had before
   */
  record Replace(PartitionTerm from, PartitionTerm to, Optional<String> name)
      implements PartitionChange {}
}
