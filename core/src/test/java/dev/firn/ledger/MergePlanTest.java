package dev.firn.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MergePlanTest {
  private static final Instant NOW = Instant.parse("2022-01-01T00:00:00Z");
  private static final MergePolicy POLICY = new MergePolicy(3, 100, Duration.ofDays(10));
  private static final UUID TABLE = new UUID(1, 1);
  private static final UUID COMMIT = new UUID(2, 2);

  @Test
  void fewSegmentsAreLeftAlone() {
    assertThat(MergePlan.of(root(segments(0, 0)), POLICY, NOW)).isEmpty();
    assertThat(MergePlan.of(root(segments(1, 1, 0, 0)), POLICY, NOW)).isEmpty();
  }

  @Test
  void theLowestLevelIsMergedFirstAndItsOldestSegmentsTogether() {
    List<Segment> segments = segments(1, 1, 1, 0, 0, 0, 0);
    MergePlan plan = MergePlan.of(root(segments), POLICY, NOW).orElseThrow();
    assertThat(plan.inputs()).isEqualTo(segments.subList(3, 6));
    assertThat(plan.level()).isEqualTo(1);
    assertThat(plan.dropBefore()).isEmpty();
  }

  @Test
  void onlyAMergeAtTheOldestEndDropsOldEntries() {
    List<Segment> segments = segments(1, 1, 1, 0);
    MergePlan plan = MergePlan.of(root(segments), POLICY, NOW).orElseThrow();
    assertThat(plan.inputs()).isEqualTo(segments.subList(0, 3));
    assertThat(plan.level()).isEqualTo(2);
    assertThat(plan.dropBefore()).contains(NOW.minus(Duration.ofDays(10)));
  }

  @Test
  void noMergeMakesASegmentLargerThanTheLimit() {
    List<Segment> segments = List.of(segment("a", 1, 50), segment("b", 1, 50), segment("c", 1, 1));
    assertThat(MergePlan.of(root(segments), POLICY, NOW)).isEmpty();
  }

  @Test
  void aMergeReplacesItsInputsInWhateverRootListsThem() {
    List<Segment> segments = segments(0, 0, 0);
    MergePlan.Merged merged = merged(segments, Optional.empty());
    List<Segment> longer = new ArrayList<>(segments);
    longer.add(segment("new", 0, 1));
    assertThat(next(longer).merging(merged).segments())
        .containsExactly(merged.output().orElseThrow(), longer.get(3));
  }

  @Test
  void aMergeOfSegmentsThatAreNoLongerAllListedIsPassedOver() {
    List<Segment> segments = segments(0, 0, 0);
    MergePlan.Merged merged = merged(segments, Optional.empty());
    NextRoot rolledBack = next(segments.subList(0, 2));
    assertThat(rolledBack.merging(merged)).isEqualTo(rolledBack);
    NextRoot once = next(segments).merging(merged);
    assertThat(once.merging(merged)).isEqualTo(once);
    assertThat(next(List.of()).merging(merged)).isEqualTo(next(List.of()));
  }

  @Test
  void aMergeThatDroppedOldEntriesIsPassedOverWhereOlderOnesLieBelow() {
    List<Segment> segments = segments(0, 0, 0, 0);
    MergePlan.Merged merged = merged(segments.subList(1, 4), Optional.of(NOW));
    assertThat(next(segments).merging(merged)).isEqualTo(next(segments));
    assertThat(next(segments.subList(1, 4)).merging(merged).segments()).hasSize(1);
  }

  @Test
  void aMergeThatLeftNothingRemovesItsInputs() {
    List<Segment> segments = segments(0, 0, 0);
    MergePlan plan = new MergePlan(segments.subList(0, 2), 1, Optional.of(NOW));
    MergePlan.Merged merged = new MergePlan.Merged(plan, Optional.empty());
    assertThat(next(segments).merging(merged).segments()).containsExactly(segments.get(2));
  }

  @Test
  void segmentsOlderThanTheRetentionGoFromTheOldestEndOnly() {
    Segment old = committed("old", NOW.minusSeconds(5));
    Segment young = committed("young", NOW);
    Segment late = committed("late", NOW.minusSeconds(9));
    assertThat(next(List.of(old, young, late)).dropping(NOW).segments())
        .containsExactly(young, late);
  }

  @Test
  void adoptingTakesTheNamedContentAndNumbersPastAllOthers() {
    LedgerRoot named = root(segments(0));
    LedgerRoot other = numbered(12);
    NextRoot next = NextRoot.adopt(named, List.of(other), TABLE, COMMIT);
    assertThat(next.segments()).isEqualTo(named.segments());
    assertThat(next.previous()).contains(named.location());
    assertThat(next.sequence()).isEqualTo(13);
  }

  @Test
  void resettingForgetsEverythingButWhatWasBefore() {
    NextRoot next = NextRoot.reset(Optional.of(numbered(12)), TABLE, COMMIT);
    assertThat(next.segments()).isEmpty();
    assertThat(next.previous()).contains("r12");
    assertThat(next.sequence()).isEqualTo(13);
    assertThat(NextRoot.reset(Optional.empty(), TABLE, COMMIT).sequence()).isEqualTo(1);
  }

  private static MergePlan.Merged merged(List<Segment> inputs, Optional<Instant> dropBefore) {
    return new MergePlan.Merged(
        new MergePlan(inputs, 1, dropBefore), Optional.of(segment("merged", 1, inputs.size())));
  }

  private static NextRoot next(List<Segment> segments) {
    return NextRoot.after(Optional.of(root(segments)), TABLE, COMMIT);
  }

  private static LedgerRoot numbered(long sequence) {
    return new LedgerRoot(
        "r" + sequence,
        TABLE,
        sequence,
        Optional.empty(),
        COMMIT,
        NOW,
        List.of(),
        LedgerTotals.NONE,
        LedgerRoot.NO_STATE);
  }

  private static LedgerRoot root(List<Segment> segments) {
    return new LedgerRoot(
        "r",
        TABLE,
        5,
        Optional.empty(),
        COMMIT,
        NOW,
        segments,
        LedgerTotals.ofSegments(segments),
        LedgerRoot.NO_STATE);
  }

  private static List<Segment> segments(int... levels) {
    List<Segment> segments = new ArrayList<>();
    for (int level : levels) {
      segments.add(segment("s" + segments.size(), level, 1));
    }
    return segments;
  }

  private static Segment segment(String location, int level, long entries) {
    return segment(location, level, entries, NOW);
  }

  private static Segment committed(String location, Instant time) {
    return segment(location, 0, 1, time);
  }

  private static Segment segment(String location, int level, long entries, Instant time) {
    return new Segment(
        location,
        level,
        entries,
        1,
        new LedgerTotals(Map.of(FileStatus.INGESTED, new FileTotals(entries, 0, 0, 0, 0))),
        new Segment.DayRange(Optional.empty(), Optional.empty(), true),
        Optional.empty(),
        new LocationHash(0, 0),
        new LocationHash(0, 0),
        time,
        time);
  }
}
