package dev.firn.migrate;

/** What a name is at the source. */
public sealed interface SourceState {
  /**
   * A table that can be written.
   *
   * @param metadataLocation its pointer, letter by letter
   */
  record Live(String metadataLocation) implements SourceState {}

  /**
   * A tombstone.
   *
   * @param movedTo what the fence was told
   */
  record Moved(String movedTo) implements SourceState {}

  /** No table, and no tombstone. */
  record Missing() implements SourceState {}
}
