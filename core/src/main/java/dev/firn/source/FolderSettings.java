package dev.firn.source;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How a folder is read.
 *
 * @param root the folder; its subfolders are read too
 * @param pattern which files in it are source files
 * @param settle for how long a file's size and modification time have to stay the same before it is
 *     taken for complete; 0 takes every file at once, for writers that rename complete files into
 *     place
 * @param sweepEvery time from the end of one full listing to the begin of the next, more than 0
 * @param pendingMax how many files may be waiting or in delivery at once, about 600 bytes each; the
 *     listing stands still when they are reached and goes on as they are acknowledged
 * @param rememberedMax how many acknowledged versions, and how many names of skipped files, are
 *     remembered so that sweeps do not deliver, or count, them again; 32 bytes each. A folder with
 *     more than half as many files is delivered again by every sweep: right, since the ledger knows
 *     them, but slow
 */
public record FolderSettings(
    Path root,
    PathPattern pattern,
    Duration settle,
    Duration sweepEvery,
    int pendingMax,
    int rememberedMax) {
  /** Writers that flush every second are still seen as writing. */
  public static final Duration DEFAULT_SETTLE = Duration.ofSeconds(2);

  /** What a lost event costs at most. */
  public static final Duration DEFAULT_SWEEP_EVERY = Duration.ofSeconds(60);

  /** 30 MB at most; more files than a commit holds. */
  public static final int DEFAULT_PENDING_MAX = 50_000;

  /** A week of 60,000 files a day fits into half of it; 32 MB at most. */
  public static final int DEFAULT_REMEMBERED_MAX = 1_000_000;

  /** Checks the ranges; the root becomes absolute. */
  public FolderSettings {
    if (settle.isNegative() || sweepEvery.isNegative() || sweepEvery.isZero()) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "watching "
              + root
              + ": expected settle >= 0 and sweepEvery > 0, got "
              + settle
              + " and "
              + sweepEvery);
    }
    if (pendingMax < 1 || rememberedMax < 1) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "watching "
              + root
              + ": expected pendingMax and rememberedMax of 1 or more, got "
              + pendingMax
              + " and "
              + rememberedMax);
    }
    root = root.toAbsolutePath().normalize();
  }

  /** A folder with the default times and bounds. */
  public static FolderSettings of(Path root, PathPattern pattern) {
    return new FolderSettings(
        root,
        pattern,
        DEFAULT_SETTLE,
        DEFAULT_SWEEP_EVERY,
        DEFAULT_PENDING_MAX,
        DEFAULT_REMEMBERED_MAX);
  }

  /** The same with another settling time. */
  public FolderSettings withSettle(Duration time) {
    return new FolderSettings(root, pattern, time, sweepEvery, pendingMax, rememberedMax);
  }

  /** The same with another time between sweeps. */
  public FolderSettings withSweepEvery(Duration time) {
    return new FolderSettings(root, pattern, settle, time, pendingMax, rememberedMax);
  }

  /** The same with other bounds. */
  public FolderSettings withBounds(int pending, int remembered) {
    return new FolderSettings(root, pattern, settle, sweepEvery, pending, remembered);
  }
}
