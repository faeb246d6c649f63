package dev.firn.decode;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.List;

/**
 * Offsets of local times in one zone. A time that occurs twice, when clocks go back, means the
 * first; one that does not occur, when they go forward, has no offset. One thread.
 */
final class LocalOffsets {
  /** What {@link #at} returns for a local time that does not occur. */
  static final int NONE = Integer.MIN_VALUE;

  /**
   * Offsets change on the quarter hour at the finest, local mean times of the 19th century aside.
   */
  private static final int BLOCK_SECONDS = 900;

  private final ZoneRules rules;
  private final boolean fixed;
  private final int fixedOffset;
  private long block = Long.MIN_VALUE;
  private int blockOffset;

  LocalOffsets(ZoneId zone) {
    this.rules = zone.getRules();
    this.fixed = rules.isFixedOffset();
    this.fixedOffset = fixed ? rules.getOffset(java.time.Instant.EPOCH).getTotalSeconds() : 0;
  }

  /**
   * The offset of a local time, seconds east of UTC, or {@link #NONE}.
   *
   * @param localSeconds seconds since 1970-01-01T00:00 on the zone's clock
   */
  int at(long localSeconds) {
    if (fixed) {
      return fixedOffset;
    }
    long wanted = Math.floorDiv(localSeconds, BLOCK_SECONDS);
    return wanted == block ? blockOffset : lookUp(localSeconds, wanted);
  }

  private int lookUp(long localSeconds, long wanted) {
    List<ZoneOffset> first = offsets(wanted * BLOCK_SECONDS);
    List<ZoneOffset> last = offsets(wanted * BLOCK_SECONDS + BLOCK_SECONDS - 1);
    if (first.size() == 1 && first.equals(last)) {
      block = wanted;
      blockOffset = first.get(0).getTotalSeconds();
      return blockOffset;
    }
    List<ZoneOffset> here = offsets(localSeconds);
    return here.isEmpty() ? NONE : here.get(0).getTotalSeconds();
  }

  private List<ZoneOffset> offsets(long localSeconds) {
    return rules.getValidOffsets(LocalDateTime.ofEpochSecond(localSeconds, 0, ZoneOffset.UTC));
  }
}
