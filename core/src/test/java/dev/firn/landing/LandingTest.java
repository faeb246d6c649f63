package dev.firn.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.decode.NewColumn;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.source.FileIdentity;
import dev.firn.source.Notice;
import dev.firn.source.PathParts;
import dev.firn.source.VersionGoneException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.Test;

class LandingTest {
  private static final Schema SCHEMA = LogRows.SCHEMA;
  private static final PartitionSpec BY_DAY = PartitionSpec.builderFor(SCHEMA).day("ts").build();
  private static final PartitionSpec TABLE_SPEC =
      PartitionSpec.builderFor(SCHEMA).day("ts").identity("action").truncate("user_id", 10).build();
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2021-05-29T12:00:00Z"), ZoneOffset.UTC);
  private static final PathParts PATH =
      new PathParts(
          Optional.of(LocalDate.of(2021, 5, 29)), OptionalInt.of(3), Optional.of("web-1"));

  private TestStorage storage = new TestStorage();
  private final ScriptedSource source = new ScriptedSource();
  private final Expected expected = new Expected();

  static OffsetDateTime time(long micros) {
    return Instant.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000)
        .atOffset(ZoneOffset.UTC);
  }

  private Landing landing(long shareBytes) {
    LandingWriter writer =
        new LandingWriter(
            LandingWriterTest.target(storage, TABLE_SPEC, BY_DAY),
            ParquetWriterOptions.DEFAULT,
            OpenDays.mostRows(2),
            LandingWriterTest.ids());
    RejectWriter rejects =
        new RejectWriter(
            new RejectWriter.Destination(
                storage, storage.root() + "_firn/t/rejects", ParquetWriterOptions.DEFAULT, 4000),
            LandingWriterTest.ids(),
            CLOCK);
    return new Landing(source, source, writer, rejects, shareBytes);
  }

  /** What should be in the table and in the rejects. */
  private static final class Expected {
    final List<String> rows = new ArrayList<>();
    final List<String> rejects = new ArrayList<>();

    void add(String location, List<String> lines) {
      for (String line : lines) {
        if (line.startsWith("row")) {
          rows.add(line);
        } else {
          rejects.add(location + " " + line);
        }
      }
    }
  }

  private void check(List<LandingResult> results, String place) {
    List<String> rows = new ArrayList<>();
    List<String> rejects = new ArrayList<>();
    List<String> locations = new ArrayList<>();
    for (LandingResult result : results) {
      locations.addAll(result.locations());
      for (LandedFile file : result.files()) {
        for (Record row : storage.read(file.file().location(), SCHEMA)) {
          rows.add(line(row));
          if (file.day().present()) {
            assertThat(LandingWriterTest.day(row)).as(place).isEqualTo(file.day().toOptional());
          }
        }
      }
      result.entries().stream()
          .flatMap(entry -> entry.rejects().stream())
          .distinct()
          .forEach(location -> rejects.addAll(rejects(location)));
      long written = result.entries().stream().mapToLong(LedgerEntry::rowsWritten).sum();
      assertThat(result.rowCount()).as(place).isEqualTo(written);
    }
    assertThat(sorted(rows)).as(place).isEqualTo(sorted(expected.rows));
    assertThat(sorted(rejects)).as(place).isEqualTo(sorted(expected.rejects));
    assertThat(storage.present()).as(place).containsExactlyInAnyOrderElementsOf(locations);
    assertThat(source.allClosed()).as(place).isTrue();
  }

  private static String line(Record row) {
    Instant ts = ((OffsetDateTime) row.getField("ts")).toInstant();
    long micros = ts.getEpochSecond() * 1_000_000L + ts.getNano() / 1000;
    return "row " + micros + " " + row.getField("action") + " " + row.getField("user_id");
  }

  private List<String> rejects(String location) {
    assertThat(location).startsWith(storage.root() + "_firn/t/rejects/rejects-id0-");
    List<String> lines = new ArrayList<>();
    for (Record row : storage.read(location, RejectWriter.schema())) {
      String raw = StandardCharsets.UTF_8.decode((ByteBuffer) row.getField("raw")).toString();
      lines.add(row.getField("source_file") + " bad " + raw);
      assertThat(row.getField("reason")).isEqualTo("malformed");
      assertThat(row.getField("rejected_at")).isEqualTo(CLOCK.instant().atOffset(ZoneOffset.UTC));
    }
    return lines;
  }

  private static List<String> sorted(List<String> lines) {
    List<String> copy = new ArrayList<>(lines);
    Collections.sort(copy);
    return copy;
  }

  private static List<String> script(Random random, int rows, double badShare) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      if (random.nextDouble() < badShare) {
        lines.add("bad line " + random.nextInt(1000) + " x".repeat(random.nextInt(60)));
      } else {
        long micros =
            (LogRows.DAY + random.nextInt(4)) * LogRows.DAY_MICROS
                + Math.floorMod(random.nextLong(), LogRows.DAY_MICROS);
        lines.add("row " + micros + " a" + random.nextInt(30) + " " + random.nextInt(900));
      }
    }
    return lines;
  }

  @Test
  void aFileThatWantsColumnsLeavesNothingUnlessItIsLandedAllTheSame() throws IOException {
    for (long shareBytes : List.of(1L << 20, 4000L)) {
      storage = new TestStorage();
      expected.rows.clear();
      expected.rejects.clear();
      Landing landing = landing(shareBytes);
      List<String> before = List.of("row 1 a 1", "bad x");
      landing.land(source.add("before.json", before), PATH);
      expected.add("file:///logs/before.json", before);
      List<String> lines = new ArrayList<>(List.of("want n", "bad y"));
      for (int i = 0; i < 500; i++) {
        lines.add("row " + i + " a " + i);
      }
      lines.add("want m");
      Notice notice = source.add("wants.json", lines);
      LandOutcome outcome = landing.landIfItFits(notice, PATH);
      assertThat(outcome)
          .isInstanceOfSatisfying(
              LandOutcome.WantsColumns.class,
              wants ->
                  assertThat(wants.columns())
                      .extracting(NewColumn::name)
                      .containsExactly("n", "m"));
      assertThat(landing.fileCount()).isEqualTo(1);
      assertThat(landing.land(notice, PATH)).isEqualTo(FileStatus.INGESTED);
      expected.add(
          "file:///logs/wants.json", lines.stream().filter(l -> !l.startsWith("want")).toList());
      check(List.of(landing.flush()), "share of " + shareBytes);
    }
  }

  @Test
  void aFileThatWantsNothingInTheEndLandsWhole() throws IOException {
    Landing landing = landing(4000);
    List<String> lines = new ArrayList<>(List.of("want n"));
    for (int i = 0; i < 500; i++) {
      lines.add("row " + i + " a " + i);
    }
    lines.add("waive n");
    LandOutcome outcome = landing.landIfItFits(source.add("fickle.json", lines), PATH);
    assertThat(outcome).isEqualTo(new LandOutcome.Landed(FileStatus.INGESTED));
    expected.add("file:///logs/fickle.json", lines.subList(1, 501));
    check(List.of(landing.flush()), "rows that were dropped come again");
  }

  @Test
  void whatever_becomes_of_files_exactly_the_rows_of_clean_ones_land() throws IOException {
    for (long seed = 1; seed <= 10; seed++) {
      play(new Random(seed), "seed " + seed);
    }
  }

  private void play(Random random, String place) throws IOException {
    expected.rows.clear();
    expected.rejects.clear();
    storage = new TestStorage();
    long share = 20_000L + random.nextInt(100_000);
    Landing landing = landing(share);
    List<LandingResult> results = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      int rows = random.nextInt(12) == 0 ? 4000 : random.nextInt(200);
      List<String> lines = script(random, rows, random.nextInt(5) == 0 ? 0.9 : 0.02);
      String end = List.of("", "", "", "corrupt", "io").get(random.nextInt(5));
      List<String> all = new ArrayList<>(lines);
      if (!end.isEmpty()) {
        all.add(end);
      }
      Notice notice = source.add("f" + i + ".json", all);
      if (end.equals("io")) {
        assertThatThrownBy(() -> landing.land(notice, PATH)).as(place).hasMessageContaining("down");
      } else if (end.isEmpty()) {
        assertThat(landing.land(notice, PATH)).as(place).isEqualTo(FileStatus.INGESTED);
        expected.add(notice.file().location(), lines);
      } else {
        assertThat(landing.land(notice, PATH)).as(place).isEqualTo(FileStatus.REJECTED);
      }
      if (random.nextInt(10) == 0) {
        results.add(landing.flush());
      }
    }
    results.add(landing.flush());
    check(results, place);
    assertThat(source.maxBatchBytes()).as(place).isLessThan(60_000 + 1000);
  }

  @Test
  void entries_tell_what_became_of_each_file_and_name_no_commit_yet() throws IOException {
    Landing landing = landing(1 << 20);
    landing.land(source.add("good", List.of("row 1 a 1", "bad one", "row 2 b 2")), PATH);
    landing.land(source.add("broken", List.of("row 1 a 1", "bad two", "corrupt")), PATH);
    landing.land(source.add("clean", List.of("row 1 a 1")), PathParts.NONE);
    LandingResult result = landing.flush();
    List<LedgerEntry> entries = result.entries();
    assertThat(entries)
        .extracting(entry -> entry.status().code())
        .containsExactly("ingested", "rejected", "ingested");
    LedgerEntry good = entries.get(0);
    assertThat(good.rowsIn()).isEqualTo(3);
    assertThat(good.rowsWritten()).isEqualTo(2);
    assertThat(good.rowsRejected()).isEqualTo(1);
    assertThat(good.rejects()).isPresent();
    assertThat(good.day()).contains(LocalDate.of(2021, 5, 29));
    assertThat(good.producer()).contains("web-1");
    assertThat(good.commitId()).isEqualTo(LandingResult.NO_COMMIT);
    UUID commit = new UUID(1, 2);
    LandingResult committed = result.withCommit(commit, CLOCK.instant());
    assertThat(committed.entries())
        .allMatch(entry -> entry.commitId().equals(commit))
        .allMatch(entry -> entry.committed().equals(CLOCK.instant()));
    assertThat(committed.withCommit(good.commitId(), good.committed())).isEqualTo(result);
    LedgerEntry broken = entries.get(1);
    assertThat(broken.reason()).contains("corrupt");
    assertThat(broken.detail()).contains("the checksum is wrong");
    assertThat(broken.rowsIn()).isZero();
    assertThat(broken.rejects()).isEmpty();
    assertThat(entries.get(2).day()).isEmpty();
    assertThat(entries.get(2).rejects()).isEmpty();
  }

  @Test
  void c43_an_empty_file_is_ingested_with_no_rows_and_not_even_opened() throws IOException {
    Landing landing = landing(1 << 20);
    Notice empty = source.add("empty.gz", List.of());
    assertThat(landing.land(empty, PATH)).isEqualTo(FileStatus.INGESTED);
    assertThat(source.openedCount()).isZero();
    LandingResult result = landing.flush();
    assertThat(result.files()).isEmpty();
    assertThat(result.entries()).hasSize(1);
    assertThat(result.entries().get(0).rowsIn()).isZero();
  }

  @Test
  void an_oversized_file_that_breaks_at_its_end_leaves_no_trace() throws IOException {
    Random random = new Random(1);
    Landing landing = landing(40_000);
    List<String> before = script(random, 100, 0.1);
    Notice small = source.add("small", before);
    landing.land(small, PATH);
    expected.add(small.file().location(), before);
    List<String> lines = script(random, 5000, 0.3);
    lines.add("corrupt");
    assertThat(landing.land(source.add("large", lines), PATH)).isEqualTo(FileStatus.REJECTED);
    LandingResult result = landing.flush();
    assertThat(result.files()).hasSizeLessThanOrEqualTo(3);
    check(List.of(result), "large file");
  }

  @Test
  void an_oversized_file_lands_in_files_of_its_own_once_it_has_closed() throws IOException {
    Landing landing = landing(40_000);
    List<String> lines = script(new Random(2), 5000, 0.3);
    Notice large = source.add("large", lines);
    landing.land(large, PATH);
    expected.add(large.file().location(), lines);
    LandingResult result = landing.flush();
    assertThat(result.files()).hasSizeGreaterThan(6);
    assertThat(source.openedCount()).isEqualTo(1);
    check(List.of(result), "large file");
  }

  @Test
  void a_file_that_hits_the_end_of_a_batch_is_read_again_and_lands_whole() throws IOException {
    Landing landing = landing(40_000);
    List<LandingResult> results = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      // The first is all rejects, so that growth is underrated.
      List<String> lines = script(new Random(i), 500, i == 0 ? 0.99 : 0.0);
      Notice notice = source.add("f" + i, lines);
      landing.land(notice, PATH);
      expected.add(notice.file().location(), lines);
    }
    assertThat(source.openedCount()).isGreaterThan(4);
    results.add(landing.flush());
    check(results, "read again");
  }

  @Test
  void a_file_that_is_gone_is_the_callers_and_disturbs_nothing() throws IOException {
    Landing landing = landing(1 << 20);
    List<String> lines = List.of("row 1 a 1");
    Notice there = source.add("there", lines);
    Notice gone = source.add("gone", lines);
    source.remove(gone);
    landing.land(there, PATH);
    expected.add(there.file().location(), lines);
    assertThatThrownBy(() -> landing.land(gone, PATH)).isInstanceOf(VersionGoneException.class);
    LandingResult result = landing.flush();
    assertThat(result.entries()).extracting(LedgerEntry::file).containsExactly(there.file());
    check(List.of(result), "gone");
    assertThat(landing.flush()).isEqualTo(LandingResult.EMPTY);
  }

  @Test
  void a_row_without_a_partition_is_put_aside_as_json_and_the_file_goes_on() throws IOException {
    Landing landing = landing(1 << 20);
    landing.land(
        source.add("f", List.of("row 1 a 1", "row 2 b " + Long.MIN_VALUE, "row 3 c 3")), PATH);
    LandingResult result = landing.flush();
    LedgerEntry entry = result.entries().get(0);
    assertThat(entry.rowsIn()).isEqualTo(3);
    assertThat(entry.rowsWritten()).isEqualTo(2);
    assertThat(entry.rowsRejected()).isEqualTo(1);
    assertThat(result.rowCount()).isEqualTo(2);
    Record reject = storage.read(entry.rejects().orElseThrow(), RejectWriter.schema()).get(0);
    assertThat(reject.getField("reason")).isEqualTo("unpartitionable");
    assertThat(reject.getField("line")).isNull();
    assertThat(reject.getField("detail").toString()).contains("user_id", "truncate[10]");
    assertThat(StandardCharsets.UTF_8.decode((ByteBuffer) reject.getField("raw")).toString())
        .isEqualTo(
            "{\"ts\":\"1970-01-01T00:00:00.000002+00:00\",\"action\":\"b\","
                + "\"user_id\":-9223372036854775808,\"local_date\":\"1970-01-01\"}");
  }

  @Test
  void a_decoder_whose_counts_are_wrong_lands_nothing() throws IOException {
    Landing landing = landing(1 << 20);
    assertThatThrownBy(() -> landing.land(source.add("f", List.of("row 1 a 1", "lie")), PATH))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("counted 2 rows written")
        .hasMessageContaining("1 and 0 came");
    assertThatThrownBy(landing::flush).isInstanceOf(IllegalStateException.class);
    landing.abandon();
    assertThat(landing.flush()).isEqualTo(LandingResult.EMPTY);
  }

  @Test
  void after_a_failed_write_abandoning_leaves_no_file_and_names_the_sources() throws IOException {
    int failures = 0;
    for (int operation = 0; ; operation++) {
      Landing landing = landing(40_000);
      List<FileIdentity> landed = new ArrayList<>();
      storage.failAt(operation);
      try {
        for (int i = 0; i < 5; i++) {
          int rows = i == 3 ? 1300 : 80;
          Notice notice = source.add("f" + i, script(new Random(i), rows, 0.2));
          landing.land(notice, PATH);
          landed.add(notice.file());
        }
        landing.flush();
        break;
      } catch (FirnException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
        assertThat(landing.abandon()).isEqualTo(landed);
        assertThat(storage.present()).as("operation %d", operation).isEmpty();
        assertThat(landing.sizeBytes()).isZero();
        failures++;
      }
    }
    assertThat(failures).isGreaterThan(30);
  }
}
