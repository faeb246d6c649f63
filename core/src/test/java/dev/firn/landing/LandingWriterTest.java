package dev.firn.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.parquet.ParquetWriterOptions;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.Test;

class LandingWriterTest {
  private static final Schema SCHEMA = LogRows.SCHEMA;
  private static final PartitionSpec BY_DAY = PartitionSpec.builderFor(SCHEMA).day("ts").build();
  private static final PartitionSpec TABLE_SPEC =
      PartitionSpec.builderFor(SCHEMA).day("ts").identity("action").bucket("user_id", 4).build();

  private TestStorage storage = new TestStorage();

  static Supplier<String> ids() {
    AtomicLong next = new AtomicLong();
    return () -> "id" + next.getAndIncrement();
  }

  static LandingTarget target(TestStorage storage, PartitionSpec table, PartitionSpec landing) {
    return new LandingTarget(
        SCHEMA,
        table,
        landing,
        storage,
        LocationProviders.locationsFor(storage.root() + "table", Map.of()));
  }

  private LandingWriter writer(PartitionSpec landing, int openDays) {
    return new LandingWriter(
        target(storage, TABLE_SPEC, landing),
        ParquetWriterOptions.DEFAULT,
        OpenDays.mostRows(openDays),
        ids());
  }

  static OptionalInt day(Record row) {
    Object ts = row.getField("ts");
    return ts == null
        ? OptionalInt.empty()
        : OptionalInt.of((int) ((OffsetDateTime) ts).toLocalDate().toEpochDay());
  }

  @Test
  void every_row_is_in_one_file_and_each_files_rows_all_have_its_day() {
    for (long seed = 1; seed <= 10; seed++) {
      Random random = new Random(seed);
      storage = new TestStorage();
      int days = 1 + random.nextInt(12);
      int limit = random.nextInt(5);
      Batch batch = LogRows.batch(random, random.nextInt(3000), days);
      List<LandedFile> files = writer(BY_DAY, limit).write(batch);
      checkFiles(batch, files, limit, "seed " + seed);
    }
  }

  private void checkFiles(Batch batch, List<LandedFile> files, int limit, String place) {
    List<String> read = new ArrayList<>();
    List<Integer> ownDays = new ArrayList<>();
    int dayless = 0;
    for (LandedFile file : files) {
      List<Record> rows = storage.read(file.file().location(), SCHEMA);
      assertThat(file.file().rowCount()).as(place).isEqualTo(rows.size()).isPositive();
      rows.forEach(row -> read.add(row.copy().toString()));
      if (file.day().present()) {
        assertThat(rows).as(place).allMatch(row -> day(row).equals(file.day().toOptional()));
        assertThat(file.spec()).as(place).isEqualTo(BY_DAY);
        assertThat(file.file().location()).contains("/ts_day=2021-");
        ownDays.add(file.day().value());
      } else {
        assertThat(file.spec().isUnpartitioned()).as(place).isTrue();
        dayless++;
      }
      checkClustered(rows, place);
    }
    assertThat(dayless).as(place).isLessThanOrEqualTo(1);
    assertThat(ownDays).as(place).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(limit);
    assertThat(ownDays).as(place).containsExactlyInAnyOrderElementsOf(largestDays(batch, limit));
    List<String> expected =
        IntStream.range(0, batch.rowCount())
            .mapToObj(row -> text(batch, row))
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.sort(expected);
    Collections.sort(read);
    assertThat(read).as(place).isEqualTo(expected);
  }

  /** Rows of one day and action lie together. */
  private static void checkClustered(List<Record> rows, String place) {
    Set<String> seen = new HashSet<>();
    String before = "";
    for (Record row : rows) {
      String partition = day(row) + " " + row.getField("action");
      if (!partition.equals(before)) {
        assertThat(seen.add(partition)).as(place + " " + partition).isTrue();
        before = partition;
      }
    }
  }

  private static List<Integer> largestDays(Batch batch, int limit) {
    LongColumn ts = (LongColumn) batch.column(0);
    Map<Integer, Long> rows =
        IntStream.range(0, batch.rowCount())
            .filter(row -> !ts.isNull(row))
            .mapToObj(row -> (int) Math.floorDiv(ts.get(row), LogRows.DAY_MICROS))
            .collect(Collectors.groupingBy(day -> day, Collectors.counting()));
    Comparator<Map.Entry<Integer, Long>> byRows = Map.Entry.comparingByValue();
    return rows.entrySet().stream()
        .sorted(byRows.thenComparing(Map.Entry.comparingByKey()).reversed())
        .limit(limit)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static String text(Batch batch, int row) {
    LongColumn ts = (LongColumn) batch.column(0);
    BytesColumn action = (BytesColumn) batch.column(1);
    LongColumn user = (LongColumn) batch.column(2);
    IntColumn date = (IntColumn) batch.column(3);
    Record record = GenericRecord.create(SCHEMA);
    record.setField("ts", ts.isNull(row) ? null : LandingTest.time(ts.get(row)));
    record.setField("action", action.isNull(row) ? null : action.getString(row));
    record.setField("user_id", user.isNull(row) ? null : user.get(row));
    record.setField("local_date", date.isNull(row) ? null : LocalDate.ofEpochDay(date.get(row)));
    return record.toString();
  }

  @Test
  void a_table_without_a_day_lands_in_one_unpartitioned_file() {
    Batch batch = LogRows.batch(new Random(3), 500, 5);
    List<LandedFile> files = writer(PartitionSpec.unpartitioned(), 3).write(batch);
    assertThat(files).hasSize(1);
    assertThat(files.get(0).day()).isEqualTo(LandedFile.Day.NONE);
    assertThat(files.get(0).file().rowCount()).isEqualTo(500);
  }

  @Test
  void an_empty_batch_makes_no_file() {
    assertThat(writer(BY_DAY, 3).write(new Batch(SCHEMA))).isEmpty();
    assertThat(writer(PartitionSpec.unpartitioned(), 3).write(new Batch(SCHEMA))).isEmpty();
    assertThat(storage.present()).isEmpty();
  }

  @Test
  void names_tell_the_writer_and_are_never_used_twice() {
    LandingWriter writer = writer(BY_DAY, 2);
    Batch batch = LogRows.batch(new Random(5), 300, 4);
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      for (LandedFile file : writer.write(batch)) {
        String location = file.file().location();
        String name = location.substring(location.lastIndexOf('/') + 1);
        assertThat(name).matches("landing-id0-[0-9]+-id[0-9]+\\.parquet");
        assertThat(names.add(name)).isTrue();
      }
    }
    assertThat(names).hasSize(9);
  }

  @Test
  void a_failure_at_any_operation_deletes_all_that_was_written() {
    Batch batch = LogRows.batch(new Random(7), 400, 6);
    LandingWriter writer = writer(BY_DAY, 3);
    int failures = 0;
    for (int operation = 0; ; operation++) {
      storage.failAt(operation);
      List<LandedFile> files;
      try {
        files = writer.write(batch);
      } catch (FirnException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
        assertThat(e).hasMessageContaining("landing-id0-");
        assertThat(storage.present()).as("operation %d", operation).isEmpty();
        failures++;
        continue;
      }
      checkFiles(batch, files, 3, "after " + failures + " failures");
      break;
    }
    assertThat(failures).isGreaterThan(8);
  }

  @Test
  void a_row_without_a_partition_is_refused_before_a_file_is_made() {
    PartitionSpec truncated = PartitionSpec.builderFor(SCHEMA).truncate("user_id", 10).build();
    LandingWriter writer =
        new LandingWriter(
            target(storage, truncated, BY_DAY),
            ParquetWriterOptions.DEFAULT,
            OpenDays.mostRows(3),
            ids());
    Batch batch = new Batch(SCHEMA);
    LogRows.append(batch, 0, "a", Long.MIN_VALUE);
    assertThatThrownBy(() -> writer.write(batch)).hasMessageContaining("user_id");
    assertThat(storage.present()).isEmpty();
  }
}
