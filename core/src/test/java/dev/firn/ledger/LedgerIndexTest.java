package dev.firn.ledger;

import static dev.firn.ledger.Entries.DAY;
import static dev.firn.ledger.Entries.entry;
import static dev.firn.ledger.Entries.file;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LedgerIndexTest {
  private static final int FILES = 40_000;

  private final LedgerFixture ledger = new LedgerFixture();

  @Test
  void onlyTheRowGroupsOfTheDayAreRead() {
    LedgerRoot root = daysOf(10);
    LedgerIndex index = ledger.index();
    index.lookup(root, List.of(key("none", DAY)));
    long layoutAndOneDay = ledger.io.readBytes.getAndSet(0);
    index.lookup(root, List.of(key("none either", DAY)));
    assertThat(ledger.io.readBytes.get()).isZero();
    new LedgerIndex(ledger.io, "another rule").lookup(root, List.of(key("none", DAY)));
    assertThat(ledger.io.readBytes.get()).isGreaterThan(layoutAndOneDay * 2);
  }

  @Test
  void aFileThatIsNewCostsNoRequestOnceItsDayWasLookedAt() {
    LedgerRoot root = daysOf(2);
    LedgerIndex index = ledger.index();
    for (int i = 0; i < 100; i++) {
      index.lookup(root, List.of(key("first" + i, DAY)));
    }
    long opened = ledger.io.opened.get();
    for (int i = 0; i < 100; i++) {
      assertThat(index.lookup(root, List.of(key("new" + i, DAY)))).isEmpty();
    }
    assertThat(ledger.io.opened.get()).isEqualTo(opened);
  }

  @Test
  void filtersStayWhenTheHashesAreEvicted() {
    LedgerRoot root = daysOf(4);
    // About 1.25 bytes per entry for filters, not the 8 more for hashes.
    LedgerIndex index = new LedgerIndex(ledger.io, LedgerFixture.RULE, FILES * 2);
    for (int day = 0; day < 4; day++) {
      index.lookup(root, List.of(key("new", DAY.minusDays(day))));
    }
    assertThat(index.sizeBytes()).isLessThanOrEqualTo(FILES * 2);
    long opened = ledger.io.opened.get();
    int lookups = 400;
    for (int i = 0; i < lookups; i++) {
      index.lookup(root, List.of(key("new" + i, DAY.minusDays(i % 4))));
    }
    assertThat(ledger.io.opened.get() - opened).isLessThan(lookups / 10);
  }

  @Test
  void anEntryWithoutADayIsFoundForAFileThatHasOneNow() {
    LedgerEntry old = entry(file("f", 1), FileStatus.INGESTED, Optional.empty(), 1, Entries.TIME);
    LedgerRoot root = ledger.commit(null, old);
    assertThat(ledger.index().lookup(root, List.of(key("f", DAY)))).containsKey("f");
  }

  @Test
  void anEntryOfAnotherDayIsFoundIfAnotherRuleTookIt() {
    LedgerEntry old = entry(file("f", 1), FileStatus.INGESTED, DAY.minusDays(9), 1);
    Segment segment = ledger.store.writeSegment(List.of(old), "the rule before");
    LedgerRoot root = ledger.store.writeRoot(ledger.after(null).adding(List.of(segment)));
    assertThat(ledger.index().lookup(root, List.of(key("f", DAY)))).containsKey("f");
    assertThat(ledger.index().lookup(root, List.of(new FileKey("f", Optional.empty()))))
        .containsKey("f");
  }

  @Test
  void ofTwoRulesTheLaterEntryCountsBeforeAndAfterAMerge() {
    LedgerEntry before = entry(file("f", 1), FileStatus.REJECTED, DAY.minusDays(9), 1);
    LedgerEntry after =
        entry(file("f", 1), FileStatus.INGESTED, Optional.of(DAY), 1, Entries.TIME.plusSeconds(1));
    Segment old = ledger.store.writeSegment(List.of(before), "the rule before");
    Segment young = ledger.store.writeSegment(List.of(after), LedgerFixture.RULE);
    LedgerRoot root = ledger.store.writeRoot(ledger.after(null).adding(List.of(old, young)));
    MergePlan plan = new MergePlan(root.segments(), 1, Optional.empty());
    LedgerRoot merged =
        ledger.store.writeRoot(ledger.after(root).merging(ledger.store.merge(plan)));
    assertThat(merged.segments().get(0).dayRule()).isEmpty();
    for (LedgerRoot each : List.of(root, merged)) {
      assertThat(ledger.index().lookup(each, List.of(key("f", DAY))).get("f"))
          .extracting(Known::status)
          .containsExactly(FileStatus.INGESTED);
    }
  }

  @Test
  void theHistoryOfAFileIsNewestFirst() {
    LedgerEntry rejected = entry(file("f", 1), FileStatus.REJECTED, DAY, 1);
    LedgerEntry repaired = entry(file("f", 2), FileStatus.INGESTED, DAY, 7);
    LedgerEntry replay = rejected.asReplay(Entries.TIME, ledger.id());
    LedgerRoot root = ledger.commit(null, rejected);
    root = ledger.commit(root, repaired);
    root = ledger.commit(root, replay);
    assertThat(ledger.index().history(root, key("f", DAY)))
        .containsExactly(replay, repaired, rejected);
    assertThat(ledger.index().entries(root, List.of(key("f", DAY))).get("f"))
        .containsExactly(replay, repaired);
  }

  /** One segment, {@link #FILES} files spread evenly over some days. */
  private LedgerRoot daysOf(int days) {
    List<LedgerEntry> entries = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      entries.add(entry(file("f" + i, 1), FileStatus.INGESTED, DAY.minusDays(i % days), 1));
    }
    Segment segment = ledger.store.writeSegment(entries, LedgerFixture.RULE);
    return ledger.store.writeRoot(ledger.after(null).adding(List.of(segment)));
  }

  private static FileKey key(String location, LocalDate day) {
    return new FileKey(location, Optional.of(day));
  }
}
