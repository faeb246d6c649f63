package dev.firn.ledger;

import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Neighbouring segments of a root that shall become one.
 *
 * @param inputs as the root lists them, oldest first
 * @param level the level of the segment to be made
 * @param dropBefore entries committed before this go; present only if nothing older lies below the
 *     inputs
 */
public record MergePlan(List<Segment> inputs, int level, Optional<Instant> dropBefore)
    implements Serializable {
  /** Copies the list. */
  public MergePlan {
    inputs = List.copyOf(inputs);
  }

  /**
   * What was made of a plan's inputs.
   *
   * @param plan the plan
   * @param output the merged segment; empty if no entry was left
   */
  public record Merged(MergePlan plan, Optional<Segment> output) implements Serializable {}

  /** The merge that is due first in a root, lowest level first; empty if none is. */
  public static Optional<MergePlan> of(LedgerRoot root, MergePolicy policy, Instant now) {
    List<Segment> segments = root.segments();
    int highest = segments.stream().mapToInt(Segment::level).max().orElse(-1);
    for (int level = 0; level <= highest; level++) {
      int first = firstRun(segments, level, policy);
      if (first >= 0) {
        return Optional.of(
            new MergePlan(
                segments.subList(first, first + policy.fanIn()),
                level + 1,
                first == 0 ? Optional.of(now.minus(policy.retention())) : Optional.empty()));
      }
    }
    return Optional.empty();
  }

  /**
   * Where the oldest {@code fanIn} neighbours of a level begin that fit into one segment, or -1.
   */
  private static int firstRun(List<Segment> segments, int level, MergePolicy policy) {
    int run = 0;
    for (int i = 0; i < segments.size(); i++) {
      run = segments.get(i).level() == level ? run + 1 : 0;
      if (run >= policy.fanIn()) {
        int first = i + 1 - policy.fanIn();
        long entries = segments.subList(first, i + 1).stream().mapToLong(Segment::entries).sum();
        if (entries <= policy.maxSegmentEntries()) {
          return first;
        }
      }
    }
    return -1;
  }
}
