package dev.firn.day;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.FirnException;
import dev.firn.landing.LandingResult;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.source.FileIdentity;
import dev.firn.source.PathPattern;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DayLandingTest {
  private static final PeriodRule UTC = new PeriodRule(ZoneId.of("UTC"), PeriodRule.Unit.DAY);
  private static final PathSlots SLOTS =
      new PathSlots(
          "mem://in", PathPattern.parse("{yyyy}/{MM}/{dd}/{HH}/{producer}-{*}"), ZoneOffset.UTC);
  private static final DayLanding LANDING = new DayLanding(UTC, SLOTS, Set.of("a"));

  private static LedgerEntry entry(
      String path, FileStatus status, String producer, long rows, String first, String last) {
    boolean has = rows > 0;
    return new LedgerEntry(
        new FileIdentity("mem://in/" + path, Optional.empty(), Optional.of("e"), 1),
        status,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(producer),
        rows,
        rows,
        0,
        0,
        has ? Optional.of(DayLanding.micros(Instant.parse(first))) : Optional.empty(),
        has ? Optional.of(DayLanding.micros(Instant.parse(last))) : Optional.empty(),
        Optional.empty(),
        Instant.EPOCH,
        Instant.EPOCH,
        LandingResult.NO_COMMIT);
  }

  private static DayBook book(String state) {
    return DayBook.read(state, UTC);
  }

  @Test
  void firstAndLastDayOfAFileAreTouchedAndKnownDaysBetweenPerhaps() {
    String state =
        LANDING.after(
            "{\"other\":1}",
            List.of(
                entry(
                    "x",
                    FileStatus.INGESTED,
                    "a",
                    1,
                    "2021-05-28T10:00:00Z",
                    "2021-05-28T10:00:00Z"),
                entry(
                    "y",
                    FileStatus.INGESTED,
                    "a",
                    1,
                    "2021-05-29T10:00:00Z",
                    "2021-05-29T10:00:00Z")),
            3);
    state =
        LANDING.after(
            state,
            List.of(
                entry(
                    "z",
                    FileStatus.INGESTED,
                    "a",
                    2,
                    "2021-05-28T00:00:00Z",
                    "2021-05-31T00:00:00Z")),
            7);
    DayBook book = book(state);
    assertThat(state).startsWith("{\"other\":1,");
    assertThat(book.first()).contains("2021-05-28");
    assertThat(book.records().keySet()).containsExactly("2021-05-28", "2021-05-29", "2021-05-31");
    assertThat(book.get("2021-05-28").touched()).isEqualTo(7);
    assertThat(book.get("2021-05-29").touched()).isEqualTo(3);
    assertThat(book.get("2021-05-29").perhaps()).isEqualTo(7);
    assertThat(book.get("2021-05-31").touched()).isEqualTo(7);
  }

  @Test
  void producersReportByPathOrRowAndNeverGoBack() {
    String state =
        LANDING.after(
            "{}",
            List.of(
                entry("2021/05/29/10/a-1", FileStatus.INGESTED, "a", 0, "", ""),
                entry(
                    "2021/05/29/09/b-1",
                    FileStatus.INGESTED,
                    "b",
                    1,
                    "2021-05-29T08:00:00Z",
                    "2021-05-29T09:30:00Z"),
                entry("2021/05/30/09/c-1", FileStatus.REJECTED, "c", 0, "", "")),
            1);
    state =
        LANDING.after(
            state, List.of(entry("2021/05/29/07/a-0", FileStatus.INGESTED, "a", 0, "", "")), 2);
    assertThat(book(state).producers())
        .containsOnlyKeys("a", "b")
        .containsEntry("a", DayLanding.micros(Instant.parse("2021-05-29T10:00:00Z")))
        .containsEntry("b", DayLanding.micros(Instant.parse("2021-05-29T09:30:00Z")));
    assertThat(book(state).records()).containsOnlyKeys("2021-05-29");
  }

  @Test
  void learntProducersAreBoundedAndDeclaredOnesStay() {
    List<LedgerEntry> entries = new ArrayList<>();
    entries.add(entry("2021/05/29/00/a-1", FileStatus.INGESTED, "a", 0, "", ""));
    for (int i = 0; i < 600; i++) {
      entries.add(entry("2021/05/29/01/p" + i + "-1", FileStatus.INGESTED, "p" + i, 0, "", ""));
    }
    assertThat(book(LANDING.after("{}", entries, 1)).producers()).hasSize(501).containsKey("a");
  }

  @Test
  void stateStaysAsItIsWhereNothingIsToBeNoted() {
    assertThat(LANDING.after("{}", List.of(), 1)).isEqualTo("{}");
  }

  @Test
  void everyRecordSurvivesBeingWritten() {
    DayRecord record =
        new DayRecord(
            DayPhase.READY,
            7,
            9,
            8,
            Optional.of(new DayRevision(2, Long.MAX_VALUE, new DayContent(5, false, 3))),
            Optional.of(Instant.parse("2021-05-30T00:15:00.123Z")),
            true,
            true,
            Optional.of(new DayHold(5, 6, DayHold.Cause.EQUALITY_DELETES, true)));
    DayBook book =
        DayBook.empty(UTC).startingAt("2021-05-29", Instant.EPOCH).with("2021-05-29", record);
    assertThat(book(book.into("{}"))).isEqualTo(book);
    assertThat(
            DayBook.read(
                    book.into("{}"), new PeriodRule(ZoneId.of("Asia/Tokyo"), PeriodRule.Unit.DAY))
                .records())
        .as("another zone has a book of its own")
        .isEmpty();
  }

  @Test
  void stateThatCannotBeUnderstoodIsRefused() {
    assertThatThrownBy(
            () -> book("{\"days\":{\"day@UTC\":{\"records\":{\"2021-05-29\":{\"phase\":\"x\"}}}}}"))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("no phase of a day 'x'");
  }

  @Test
  void highestRevisionIsFoundAmongOtherRefs() {
    assertThat(
            DayTags.highest(
                Set.of(
                    "main",
                    "day-2021-05-29-r2",
                    "day-2021-05-29-r10",
                    "day-2021-05-29-rx",
                    "day-2021-05-30-r11"),
                "2021-05-29"))
        .isEqualTo(10);
    assertThat(DayTags.highest(Set.of("main"), "2021-05-29")).isZero();
  }
}
