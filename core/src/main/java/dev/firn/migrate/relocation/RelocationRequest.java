package dev.firn.migrate.relocation;

/**
 * What to rewrite.
 *
 * @param metadataLocation the table's current metadata file, as its catalog spells it
 * @param mapping what moved where
 * @param keep which snapshots the new metadata has
 * @param checkFiles whether every file of the kept snapshots must be found at its new place; one
 *     request per file
 */
public record RelocationRequest(
    String metadataLocation, LocationMapping mapping, Keep keep, boolean checkFiles) {
  /** Which snapshots the new metadata has. */
  public enum Keep {
    /** All that the old one has. */
    ALL,
    /** Those that a branch or tag names, the current one among them; others are left out. */
    REFERENCED
  }
}
