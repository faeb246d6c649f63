package dev.firn.migrate;

import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * What a migration came to.
 *
 * @param table the name at the source
 * @param as the name at the target
 * @param metadataLocation the pointer, the same at both
 * @param outcome what was done
 * @param journal where it is written down; empty for a dry run
 */
public record Migrated(
    TableIdentifier table,
    TableIdentifier as,
    String metadataLocation,
    Outcome outcome,
    Optional<String> journal) {
  /** What was done. */
  public enum Outcome {
    /** Nothing: it was a dry run, and nothing stands against it. */
    POSSIBLE,
    /** A dry run found it on its way: running it carries it to the end. */
    UNFINISHED,
    /** The table is at the target. */
    MIGRATED,
    /** It had been begun before, and is at the target now. */
    RESUMED,
    /** It had been finished before. */
    ALREADY
  }
}
