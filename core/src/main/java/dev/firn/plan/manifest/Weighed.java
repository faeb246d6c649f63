package dev.firn.plan.manifest;

/** Something that a cache keeps. */
sealed interface Weighed permits ManifestColumns, DeleteEntries {
  /** About how much memory it takes. */
  long sizeBytes();
}
