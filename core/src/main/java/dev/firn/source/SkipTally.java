package dev.firn.source;

/**
 * Counts the files that are passed over, each once. Thread-safe.
 *
 * <p>Names are remembered within a bound; where more names than that are skipped, one may be
 * counted again.
 */
final class SkipTally {
  private final RecentHashes names;
  private long temporary;
  private long hidden;
  private long markers;
  private long unmatched;

  SkipTally(int rememberedMax) {
    this.names = new RecentHashes(rememberedMax);
  }

  /** Notes a file; {@code SOURCE} stands for one that the pattern does not match. */
  synchronized void skip(FileNames.Kind kind, String path) {
    if (!names.add(RecentHashes.hash(path, "", 0))) {
      return;
    }
    switch (kind) {
      case TEMPORARY -> temporary++;
      case HIDDEN -> hidden++;
      case MARKER -> markers++;
      case SOURCE -> unmatched++;
    }
  }

  synchronized SkipCounts counts() {
    return new SkipCounts(temporary, hidden, markers, unmatched);
  }
}
