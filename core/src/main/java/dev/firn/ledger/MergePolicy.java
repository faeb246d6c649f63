package dev.firn.ledger;

import java.io.Serializable;
import java.time.Duration;

/**
 * When segments are merged, and how long entries are kept.
 *
 * @param fanIn so many neighbouring segments of one level become one of the next
 * @param maxSegmentEntries no merge makes a larger segment
 * @param retention how long entries are kept after their commit; older ones go only from the oldest
 *     end of the ledger, so that nothing they superseded comes back
 */
public record MergePolicy(int fanIn, long maxSegmentEntries, Duration retention)
    implements Serializable {
  /**
   * Eight: a look-up meets at most 7 segments per level, and each entry is rewritten once per
   * factor of 8, so about 6 times in 400 days of a commit a minute.
   */
  public static final int FAN_IN = 8;

  /**
   * 4 million entries, about 70 days of 60,000 files: a merge stays a matter of seconds, and whole
   * segments grow older than the retention and can go without being rewritten.
   */
  public static final long MAX_SEGMENT_ENTRIES = 1L << 22;

  /** The default of {@code ledger.retention}. */
  public static final Duration RETENTION = Duration.ofDays(400);

  /** What is used unless something else is configured. */
  public static final MergePolicy DEFAULT = new MergePolicy(FAN_IN, MAX_SEGMENT_ENTRIES, RETENTION);

  /** Checks the ranges. */
  public MergePolicy {
    if (fanIn < 2 || maxSegmentEntries < 1 || retention.isNegative() || retention.isZero()) {
      throw new IllegalArgumentException(
          "fan-in " + fanIn + ", segment of " + maxSegmentEntries + ", retention " + retention);
    }
  }

  /** The default with another retention. */
  public static MergePolicy withRetention(Duration retention) {
    return new MergePolicy(FAN_IN, MAX_SEGMENT_ENTRIES, retention);
  }
}
