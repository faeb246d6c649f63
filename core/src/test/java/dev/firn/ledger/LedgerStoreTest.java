package dev.firn.ledger;

import static dev.firn.ledger.Entries.DAY;
import static dev.firn.ledger.Entries.entry;
import static dev.firn.ledger.Entries.file;
import static dev.firn.ledger.Entries.ingested;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LedgerStoreTest {
  private final LedgerFixture ledger = new LedgerFixture();

  @Test
  void entriesComeBackAsTheyWereWritten() {
    LedgerEntry rejected = entry(file("mem://in/b", 2), FileStatus.REJECTED, DAY, 4);
    LedgerEntry plain =
        entry(file("mem://in/c", 1), FileStatus.INGESTED, Optional.empty(), 3, Entries.TIME);
    LedgerRoot root = ledger.commit(null, ingested("mem://in/a"), rejected, plain);
    LedgerRoot read = ledger.newStore(MergePolicy.DEFAULT).read(root.location());
    assertThat(read).isEqualTo(root);
    assertThat(ledger.all(read))
        .containsExactlyInAnyOrder(ingested("mem://in/a"), rejected, plain)
        .startsWith(plain);
  }

  @Test
  void aRootSumsUpItsSegments() {
    LedgerRoot first = ledger.commit(null, ingested("mem://in/a"));
    LedgerRoot second =
        ledger.commit(
            first,
            ingested("mem://in/b"),
            entry(file("mem://in/c", 1), FileStatus.REJECTED, DAY, 4));
    assertThat(second.sequence()).isEqualTo(2);
    assertThat(second.previous()).contains(first.location());
    assertThat(second.totals().byStatus())
        .isEqualTo(
            Map.of(
                FileStatus.INGESTED, new FileTotals(2, 22, 20, 2, 0),
                FileStatus.REJECTED, new FileTotals(1, 4, 0, 4, 0)));
  }

  @Test
  void aSegmentKnowsTheRangesOfItsEntries() {
    Segment segment =
        ledger.store.writeSegment(
            List.of(
                entry(file("a", 1), FileStatus.INGESTED, DAY.plusDays(1), 1),
                entry(
                    file("b", 1),
                    FileStatus.INGESTED,
                    Optional.empty(),
                    1,
                    Entries.TIME.plusSeconds(9)),
                entry(file("c", 1), FileStatus.INGESTED, DAY, 1)),
            "rule");
    assertThat(segment.days())
        .isEqualTo(new Segment.DayRange(Optional.of(DAY), Optional.of(DAY.plusDays(1)), true));
    assertThat(segment.minCommitted()).isEqualTo(Entries.TIME);
    assertThat(segment.maxCommitted()).isEqualTo(Entries.TIME.plusSeconds(9));
    assertThat(segment.minHash())
        .isEqualTo(Stream.of("a", "b", "c").map(LocationHash::of).sorted().toList().get(0));
    assertThat(segment.sizeBytes()).isEqualTo(ledger.io.bytes(segment.location()).length);
  }

  @Test
  void theStateIsCarriedFromRootToRoot() {
    LedgerRoot first = ledger.store.writeRoot(ledger.after(null).withState("{\"days\":{\"x\":1}}"));
    assertThat(ledger.commit(first, ingested("a")).state()).isEqualTo("{\"days\":{\"x\":1}}");
  }

  @Test
  void twoEntriesOfOneFileVersionInOneSegmentAreRefused() {
    assertThatThrownBy(
            () -> ledger.store.writeSegment(List.of(ingested("a"), ingested("a")), "rule"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("location=a");
  }

  @Test
  void aCrashBetweenSegmentAndRootLeavesNothingVisible() {
    LedgerRoot head = ledger.commit(null, ingested("a"));
    ledger.store.writeSegment(List.of(ingested("b")), LedgerFixture.RULE);
    LedgerStore afterCrash = ledger.newStore(MergePolicy.DEFAULT);
    assertThat(ledger.index().lookup(afterCrash.read(head.location()), keys("a", "b")))
        .containsOnlyKeys("a");
    assertThat(ledger.commit(head).totals().of(FileStatus.INGESTED).files()).isEqualTo(1);
  }

  @Test
  void twoWritersOnOneBaseMakeTwoRootsThatShareNoFile() {
    LedgerRoot base = ledger.commit(null, ingested("a"));
    LedgerRoot one = ledger.commit(base, ingested("b"));
    LedgerRoot other = ledger.commit(base, ingested("c"));
    assertThat(one.sequence()).isEqualTo(other.sequence());
    assertThat(one.location()).isNotEqualTo(other.location());
    assertThat(ledger.all(one)).extracting(e -> e.file().location()).containsOnly("a", "b");
    assertThat(ledger.all(other)).extracting(e -> e.file().location()).containsOnly("a", "c");
  }

  @Test
  void aRootThatIsNotThereIsAnErrorThatNamesIt() {
    assertThat(ledger.store.find("mem://nowhere")).isEmpty();
    assertThatThrownBy(() -> ledger.store.read("mem://nowhere"))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LEDGER_UNKNOWN))
        .hasMessageContaining("mem://nowhere");
  }

  @Test
  void aRootIsReadOnce() {
    LedgerRoot root = ledger.commit(null, ingested("a"));
    LedgerStore other = ledger.newStore(MergePolicy.DEFAULT);
    other.read(root.location());
    long opened = ledger.io.opened.get();
    other.read(root.location());
    assertThat(ledger.io.opened.get()).isEqualTo(opened);
  }

  @Test
  void aMergeChangesNoEntryAndIsTakenInByTheNextRoot() {
    LedgerRoot root = ledger.commit(null);
    for (int i = 0; i < 10; i++) {
      root = ledger.commit(root, ingested("f" + i));
    }
    MergePlan plan = ledger.store.planMerge(root).orElseThrow();
    MergePlan.Merged merged = ledger.store.merge(plan);
    LedgerRoot meanwhile = ledger.commit(root, ingested("g"));
    LedgerRoot next = ledger.store.writeRoot(ledger.after(meanwhile).merging(merged));
    assertThat(next.segments()).extracting(Segment::level).containsExactly(1, 0, 0, 0);
    assertThat(next.totals()).isEqualTo(meanwhile.totals());
    assertThat(ledger.all(next)).containsExactlyElementsOf(ledger.all(meanwhile));
    assertThat(ledger.store.planMerge(next)).isEmpty();
  }

  @Test
  void aMergeKeepsTheNewestEntryOfAVersion() {
    LedgerEntry rejected = entry(file("a", 1), FileStatus.REJECTED, DAY, 1);
    LedgerRoot root = ledger.commit(null, rejected, ingested("b"));
    root = ledger.commit(root, rejected.asReplay(Entries.TIME, ledger.id()));
    LedgerEntry last = entry(file("a", 1), FileStatus.INGESTED, DAY, 5);
    root = ledger.commit(root, last, entry(file("a", 2), FileStatus.REJECTED, DAY, 5));
    assertThat(root.totals().files()).isEqualTo(5);
    MergePlan plan = new MergePlan(root.segments(), 1, Optional.empty());
    LedgerRoot merged =
        ledger.store.writeRoot(ledger.after(root).merging(ledger.store.merge(plan)));
    assertThat(merged.totals().files()).isEqualTo(3);
    assertThat(ledger.all(merged))
        .containsExactlyInAnyOrder(
            last, ingested("b"), entry(file("a", 2), FileStatus.REJECTED, DAY, 5));
  }

  @Test
  void aMergeAtTheOldestEndDropsWhatIsOlderThanTheRetention() {
    Duration retention = Duration.ofDays(400);
    LedgerRoot root = ledger.commit(null);
    for (int i = 0; i < 8; i++) {
      root =
          ledger.commit(
              root,
              entry(
                  file("f" + i, 1),
                  FileStatus.INGESTED,
                  Optional.of(DAY),
                  1,
                  Entries.TIME.plus(Duration.ofDays(i))));
    }
    ledger.now = Entries.TIME.plus(retention).plus(Duration.ofDays(3));
    MergePlan plan = ledger.store.planMerge(root).orElseThrow();
    MergePlan.Merged merged = ledger.store.merge(plan);
    assertThat(merged.output().orElseThrow().entries()).isEqualTo(5);
    ledger.now = ledger.now.plus(Duration.ofDays(9));
    assertThat(ledger.store.merge(ledger.store.planMerge(root).orElseThrow()).output()).isEmpty();
    assertThat(ledger.commit(root).segments()).isEmpty();
  }

  @Test
  void aFirstRootInTheFolderProvesNothingALaterOneDoes() {
    LedgerRoot first = ledger.commit(null, ingested("a"));
    LedgerState absent = new LedgerState.Absent();
    assertThat(ledger.store.checked(absent, LedgerFixture.TABLE)).isEqualTo(absent);
    LedgerRoot second = ledger.commit(first, ingested("b"));
    assertThat(ledger.store.checked(absent, new UUID(9, 9))).isEqualTo(absent);
    assertThat(ledger.store.checked(absent, LedgerFixture.TABLE))
        .isInstanceOfSatisfying(
            LedgerState.Unknown.class,
            unknown -> assertThat(unknown.reason()).contains(second.location(), "firn ledger"));
  }

  @Test
  void garbageIsWhatNoKeptRootNeedsAndWhatIsOld() {
    LedgerRoot root = ledger.commit(null);
    List<LedgerRoot> roots = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      root = ledger.commit(root, ingested("f" + i));
      roots.add(root);
    }
    MergePlan.Merged merged = ledger.store.merge(ledger.store.planMerge(root).orElseThrow());
    LedgerRoot head = ledger.store.writeRoot(ledger.after(root).merging(merged));
    ledger.store.writeSegment(List.of(ingested("never listed")), LedgerFixture.RULE);
    ledger.io.put(ledger.location.ledger() + "not-ours.txt", new byte[0]);
    ledger.io.nowMillis += 1000;
    Segment inFlight = ledger.store.writeSegment(List.of(ingested("x")), LedgerFixture.RULE);

    Set<String> keep = Set.of(head.location(), roots.get(5).location());
    int deleted = ledger.store.collectGarbage(keep, Entries.TIME.plusMillis(500));

    // The empty root and roots 1 to 5, with the two last segments, and the segment that was never
    // listed.
    assertThat(deleted).isEqualTo(6 + 2 + 1);
    LedgerStore fresh = ledger.newStore(MergePolicy.DEFAULT);
    assertThat(ledger.all(fresh.read(head.location()))).hasSize(8);
    assertThat(ledger.all(fresh.read(roots.get(5).location()))).hasSize(6);
    assertThat(fresh.find(roots.get(4).location())).isEmpty();
    assertThat(RootChain.meet(head, roots.get(5), fresh)).isTrue();
    assertThat(ledger.io.locations()).contains(inFlight.location());
    assertThat(ledger.io.locations()).contains(ledger.location.ledger() + "not-ours.txt");
  }

  @Test
  void withoutARootToKeepNothingIsGarbage() {
    ledger.commit(null, ingested("a"));
    assertThat(ledger.store.collectGarbage(Set.of(), Entries.TIME.plusSeconds(1))).isZero();
  }

  @Test
  void anUnreadableRootToKeepStopsTheCleanUp() {
    LedgerRoot root = ledger.commit(null, ingested("a"));
    int files = ledger.io.locations().size();
    assertThatThrownBy(
            () ->
                ledger.store.collectGarbage(
                    Set.of(root.location(), "mem://gone"), Entries.TIME.plusSeconds(1)))
        .isInstanceOf(FirnException.class);
    assertThat(ledger.io.locations()).hasSize(files);
  }

  @Test
  void theSegmentsOfAnotherTableInTheSameFolderAreLeftAlone() {
    LedgerRoot mine = ledger.commit(null, ingested("a"));
    Segment theirs = ledger.store.writeSegment(List.of(ingested("b")), LedgerFixture.RULE);
    ledger.store.writeRoot(
        NextRoot.after(Optional.empty(), new UUID(5, 5), ledger.id()).adding(List.of(theirs)));
    assertThat(ledger.store.collectGarbage(Set.of(mine.location()), Entries.TIME.plusSeconds(1)))
        .isZero();
  }

  private static List<FileKey> keys(String... locations) {
    return List.of(locations).stream().map(l -> new FileKey(l, Optional.of(DAY))).toList();
  }
}
