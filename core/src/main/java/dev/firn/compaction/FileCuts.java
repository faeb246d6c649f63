package dev.firn.compaction;

import dev.firn.compaction.RunIndex.Runs;

/**
 * Says how the rows of a partition are divided into files. Learns from the files that were written
 * how much smaller rows get when more of them lie together. One thread.
 */
final class FileCuts {
  /** Where the rows of a partition go. */
  enum Treatment {
    /** All to files of the default spec. */
    WHOLE,
    /** As many as make files of the target size; the rest to a landing file of the day. */
    FULL_FILES_ONLY,
    /** All to the landing file for rows of other days. */
    KEEP
  }

  /**
   * The answer.
   *
   * @param files files of the default spec
   * @param rowsPerFile rows of each of these but the last
   * @param rowsKept rows after those, which go to a landing file
   */
  record Cut(long files, long rowsPerFile, long rowsKept) {}

  /** A file may exceed the target by this much before a second one is begun. */
  private static final double SLACK = 0.25;

  private static final double FIRST_GUESS = 0.9;

  /** Weight of the newest file in what is learnt. */
  private static final double NEWEST = 0.2;

  private final long targetBytes;
  private double shrinking = FIRST_GUESS;

  FileCuts(long targetBytes) {
    this.targetBytes = targetBytes;
  }

  Cut cut(Runs runs, Treatment treatment) {
    long rows = runs.rowCount();
    double bytes = Math.max(1, runs.sizeBytes() * shrinking);
    switch (treatment) {
      case WHOLE -> {
        long files = fileCount(bytes, targetBytes);
        return new Cut(files, (rows + files - 1) / files, 0);
      }
      case FULL_FILES_ONLY -> {
        long files = (long) (bytes / targetBytes);
        long perFile = (long) Math.ceil(rows * (targetBytes / bytes));
        return files == 0 || perFile * files > rows
            ? new Cut(0, 0, rows)
            : new Cut(files, perFile, rows - perFile * files);
      }
      default -> {
        return new Cut(0, 0, rows);
      }
    }
  }

  /** How many files of the target size, about, so many bytes make. */
  static long fileCount(double bytes, long targetBytes) {
    return Math.max(1, (long) Math.ceil(bytes / targetBytes - SLACK));
  }

  /** A file was written: its rows had so many bytes where they came from, and have so many now. */
  void learn(double bytesBefore, long bytesNow) {
    // Small files are mostly footer.
    if (bytesNow > targetBytes / 4 && bytesBefore > 0) {
      shrinking += NEWEST * (bytesNow / bytesBefore - shrinking);
    }
  }
}
