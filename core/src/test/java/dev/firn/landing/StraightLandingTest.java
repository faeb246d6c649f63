package dev.firn.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.FirnException;
import dev.firn.landing.straight.StraightFiles;
import dev.firn.landing.straight.StraightOptions;
import dev.firn.ledger.LedgerEntry;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.source.PathParts;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.Test;

/** Two workers whose full batches go into files that they share. */
class StraightLandingTest {
  private static final Schema SCHEMA = LogRows.SCHEMA;
  private static final PartitionSpec BY_DAY = PartitionSpec.builderFor(SCHEMA).day("ts").build();
  private static final PartitionSpec TABLE_SPEC =
      PartitionSpec.builderFor(SCHEMA).day("ts").identity("action").build();
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2021-05-29T12:00:00Z"), ZoneOffset.UTC);

  /** Workers hit the end of a batch after some 300 rows. */
  private static final long SHARE_BYTES = 40_000;

  private PartitionSpec tableSpec = TABLE_SPEC;
  private TestStorage storage = new TestStorage();
  private ScriptedSource source = new ScriptedSource();
  private StraightFiles straight = files(1 << 20, 1000, 1 << 30);
  private final List<Landing> workers = new ArrayList<>();

  private StraightFiles files(long memoryBytes, int filesMost, long targetBytes) {
    return new StraightFiles(
        new StraightOptions(
            ParquetWriterOptions.DEFAULT,
            targetBytes,
            memoryBytes,
            filesMost,
            LandingWriterTest.ids()),
        2);
  }

  private void begin(StraightFiles files) {
    storage = new TestStorage();
    source = new ScriptedSource();
    straight = files;
    workers.clear();
    Supplier<String> ids = LandingWriterTest.ids();
    for (int i = 0; i < 2; i++) {
      LandingTarget target = LandingWriterTest.target(storage, tableSpec, BY_DAY);
      LandingWriter writer =
          new LandingWriter(target, ParquetWriterOptions.DEFAULT, OpenDays.mostRows(2), ids);
      RejectWriter rejects =
          new RejectWriter(
              new RejectWriter.Destination(
                  storage, storage.root() + "_firn/t/rejects", ParquetWriterOptions.DEFAULT, 4000),
              ids,
              CLOCK);
      workers.add(
          new Landing(source, source, writer, rejects, SHARE_BYTES, straight.of(i, target)));
    }
  }

  private void land(int worker, String name, List<String> lines) throws IOException {
    workers.get(worker).land(source.add(name, lines), PathParts.NONE);
  }

  private static List<String> rows(Random random, int count, int actions) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long micros = random.nextInt(2) * 86_400_000_000L + random.nextInt(1000);
      lines.add("row " + micros + " a" + random.nextInt(actions) + " " + random.nextInt(1000));
    }
    return lines;
  }

  /** All rows of the files, each of which holds nothing but its partition's. */
  private List<String> readAll(LandingResult result, String place) {
    List<String> rows = new ArrayList<>();
    for (LandedFile file : result.files()) {
      for (Record row : storage.read(file.file().location(), SCHEMA)) {
        Instant ts = ((OffsetDateTime) row.getField("ts")).toInstant();
        if (file.spec().equals(TABLE_SPEC)) {
          int day = (int) ((OffsetDateTime) row.getField("ts")).toLocalDate().toEpochDay();
          assertThat(file.partition())
              .as(place)
              .isEqualTo(PartitionTuple.of(day, row.getField("action")));
        }
        long micros = ts.getEpochSecond() * 1_000_000L + ts.getNano() / 1000;
        rows.add("row " + micros + " " + row.getField("action") + " " + row.getField("user_id"));
      }
    }
    long written = result.entries().stream().mapToLong(LedgerEntry::rowsWritten).sum();
    assertThat(rows).as(place).hasSize((int) written);
    return rows;
  }

  private static long straightCount(LandingResult result) {
    return result.files().stream().filter(file -> file.spec().equals(TABLE_SPEC)).count();
  }

  @Test
  void aBacklogOfTwoWorkersEndsAsOneFilePerPartition() throws IOException {
    begin(files(1 << 20, 1000, 1 << 30));
    Random random = new Random(1);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      List<String> lines = rows(random, 200, 5);
      land(i % 2, "f" + i, lines);
      expected.addAll(lines);
    }
    assertThat(workers.get(0).flush()).isEqualTo(LandingResult.EMPTY);
    LandingResult all = workers.get(1).flush();
    assertThat(all.files()).hasSize(10);
    assertThat(straightCount(all)).isEqualTo(10);
    assertThat(all.entries()).hasSize(20);
    assertThat(readAll(all, "")).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(storage.present()).isEqualTo(all.locations());
  }

  @Test
  void filesOfATableWithOnePartitionFieldAreNoLandingFiles() throws IOException {
    tableSpec = PartitionSpec.builderFor(SCHEMA).identity("action").build();
    begin(files(1 << 20, 1000, 1 << 30));
    for (int i = 0; i < 6; i++) {
      land(0, "f" + i, rows(new Random(i), 200, 5));
    }
    workers.get(0).flush();
    LandingResult all = workers.get(1).flush();
    assertThat(all.files())
        .hasSize(5)
        .noneMatch(LandedFile::isLanding)
        .allMatch(file -> file.day().equals(LandedFile.Day.NONE));
  }

  @Test
  void whatIsNoBacklogLands() throws IOException {
    begin(files(1 << 20, 1000, 1 << 30));
    land(0, "f", rows(new Random(2), 50, 5));
    LandingResult result = workers.get(0).flush();
    assertThat(result.entries()).hasSize(1);
    assertThat(result.files()).hasSize(2);
    assertThat(straightCount(result)).isZero();
    assertThat(result.files()).allMatch(LandedFile::isLanding);
    assertThat(straight.isOpen()).isFalse();
  }

  @Test
  void aBatchOfTooManyPartitionsLands() throws IOException {
    begin(files(1 << 20, 20, 1 << 30));
    Random random = new Random(3);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      List<String> lines = rows(random, 200, i < 3 ? 8 : 60);
      land(0, "f" + i, lines);
      expected.addAll(lines);
    }
    assertThat(workers.get(0).flush()).isEqualTo(LandingResult.EMPTY);
    LandingResult all = workers.get(1).flush();
    assertThat(straightCount(all)).isBetween(1L, 20L);
    assertThat(all.files()).hasSizeGreaterThan((int) straightCount(all));
    assertThat(readAll(all, "")).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aFileThatHasItsSizeIsEndedAndMemoryIsGivenBack() throws IOException {
    begin(files(400_000, 1000, 6_000));
    Random random = new Random(4);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      List<String> lines = rows(random, 200, 2);
      land(i % 2, "f" + i, lines);
      expected.addAll(lines);
    }
    workers.get(1).flush();
    LandingResult all = workers.get(0).flush();
    assertThat(straightCount(all)).isGreaterThan(4);
    assertThat(readAll(all, "")).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void inWhateverOrderWorkersFlushEachRowIsHandedOverOnceWithItsSourceFile() throws IOException {
    for (long seed = 1; seed <= 30; seed++) {
      play(new Random(seed), "seed " + seed);
    }
  }

  private void play(Random random, String place) throws IOException {
    begin(files(1 << (12 + random.nextInt(8)), 1 + random.nextInt(40), 1 << 14));
    Map<String, List<String>> expected = new HashMap<>();
    List<LandingResult> results = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      int worker = random.nextInt(2);
      if (random.nextInt(6) == 0) {
        results.add(workers.get(worker).flush());
        continue;
      }
      List<String> lines = rows(random, random.nextInt(300), 1 + random.nextInt(12));
      String end = List.of("", "", "", "corrupt", "bad x").get(random.nextInt(5));
      List<String> all = new ArrayList<>(lines);
      if (!end.isEmpty()) {
        all.add(end);
      }
      land(worker, "f" + i, all);
      expected.put("file:///logs/f" + i, end.equals("corrupt") ? List.of() : lines);
    }
    // The first may have left a generation that the second has not; then it leaves the next.
    for (int i = 0; i < 4; i++) {
      results.add(workers.get(i % 2).flush());
    }
    Set<String> seen = new HashSet<>();
    Set<String> locations = new HashSet<>();
    for (LandingResult result : results) {
      List<String> rows = new ArrayList<>();
      for (LedgerEntry entry : result.entries()) {
        assertThat(seen.add(entry.file().location())).as(place).isTrue();
        rows.addAll(expected.get(entry.file().location()));
      }
      locations.addAll(result.locations());
      assertThat(readAll(result, place)).as(place).containsExactlyInAnyOrderElementsOf(rows);
    }
    assertThat(seen).as(place).isEqualTo(expected.keySet());
    assertThat(storage.present()).as(place).isEqualTo(locations);
  }

  @Test
  void whatFailsOrIsGivenUpLeavesNoFile() throws IOException {
    for (int failAt = 0; failAt < 60; failAt++) {
      String place = "failing at " + failAt;
      begin(files(1 << 14, 1000, 1 << 14));
      storage.failAt(failAt);
      Random random = new Random(5);
      try {
        for (int i = 0; i < 12; i++) {
          land(i % 2, "f" + i, rows(random, 200, 3));
        }
        workers.get(0).flush();
        LandingResult all = workers.get(1).flush();
        Deletion.tryAll(storage, all.locations());
      } catch (FirnException e) {
        workers.get(0).abandon();
        workers.get(1).abandon();
        assertThatThrownBy(() -> workers.get(0).flush())
            .as(place)
            .isInstanceOf(IllegalStateException.class);
      }
      storage.failAt(Integer.MAX_VALUE);
      straight.close();
      assertThat(storage.present()).as(place).isEmpty();
    }
  }
}
