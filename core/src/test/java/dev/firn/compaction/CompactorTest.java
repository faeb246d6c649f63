package dev.firn.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.LongColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactorTest {
  private static final long MIB = 1L << 20;
  private static final long MEMORY = 256 * MIB;

  @TempDir private Path folder;
  private CompactedTable table;

  @BeforeEach
  void open() {
    table = new CompactedTable(folder, CompactedTable.BY_DAY_AND_ACTION);
  }

  @AfterEach
  void close() {
    table.close();
  }

  private long dataFilesOnDisk() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("warehouse"))) {
      return all.filter(path -> path.toString().endsWith(".parquet")).count();
    }
  }

  @Test
  void aDayThatClosesLeavesOneFilePerPartitionAndTheSameRows() throws Exception {
    for (int i = 0; i < 12; i++) {
      table.land(table.rows(500, 0, 20), 1);
    }
    Map<Long, String> before = table.read();
    CompactionReport report =
        table.compact(CompactionScope.day(CompactedTable.DAY_NUMBER), 64 * MIB, MEMORY);
    assertThat(report.rewrites()).isEqualTo(1);
    assertThat(report.filesIn()).isEqualTo(12);
    assertThat(report.rows()).isEqualTo(6000);
    assertThat(table.read()).isEqualTo(before).hasSize(6000);
    assertThat(table.landedFiles()).isZero();
    assertThat(table.partitions())
        .hasSize(20)
        .allSatisfy((k, files) -> assertThat(files).hasSize(1));
  }

  @Test
  void aNullAndTheTextNullAreTwoPartitionsThatAreNotMergedAgainAndAgain() throws Exception {
    Batch batch = table.rows(0, 0, 1);
    for (int i = 0; i < 2; i++) {
      ((LongColumn) batch.column(0)).append(i);
      ((LongColumn) batch.column(1)).append(CompactedTable.DAY.toEpochMilli() * 1000);
      if (i == 0) {
        batch.column(2).appendNull();
      } else {
        ((BytesColumn) batch.column(2)).append("null");
      }
      batch.column(3).appendNull();
      batch.endRow();
    }
    table.land(batch, 1);
    CompactionReport report =
        assertTimeoutPreemptively(
            Duration.ofSeconds(60),
            () -> table.compact(CompactionScope.EVERYTHING, 64 * MIB, MEMORY));
    assertThat(report.rewrites()).isEqualTo(1);
    assertThat(table.read()).hasSize(2);
    assertThat(table.files()).hasSize(2);
  }

  @Test
  void partitionsAreWhatTheirFilesHold() throws Exception {
    table.land(table.rows(2000, 0, 5), 1);
    table.land(table.rows(2000, 1, 5), 1);
    table.compact(CompactionScope.EVERYTHING, 64 * MIB, MEMORY);
    assertThat(table.partitions().keySet())
        .containsExactly(
            "ts_day=2021-05-29/action=a0",
            "ts_day=2021-05-29/action=a1",
            "ts_day=2021-05-29/action=a2",
            "ts_day=2021-05-29/action=a3",
            "ts_day=2021-05-29/action=a4",
            "ts_day=2021-05-30/action=a0",
            "ts_day=2021-05-30/action=a1",
            "ts_day=2021-05-30/action=a2",
            "ts_day=2021-05-30/action=a3",
            "ts_day=2021-05-30/action=a4");
  }

  @Test
  void whileADayIsOpenOnlyFullFilesLeave() throws Exception {
    for (int i = 0; i < 10; i++) {
      table.land(table.rows(4000, 0, 30), 1);
    }
    Map<Long, String> before = table.read();
    long target = 70 << 10;
    table.compact(CompactionScope.FULL_FILES, target, MEMORY);
    assertThat(table.read()).isEqualTo(before);
    assertThat(table.landedFiles()).isEqualTo(1);
    assertThat(table.partitions()).as(table.files().toString()).isNotEmpty();
    for (List<DataFile> files : table.partitions().values()) {
      assertThat(files)
          .allSatisfy(
              file -> assertThat(file.fileSizeInBytes()).isBetween(target * 3 / 4, target * 3 / 2));
    }
    // A second time there is nothing to be done.
    assertThat(table.compact(CompactionScope.FULL_FILES, target, MEMORY).rewrites()).isZero();
    table.compact(CompactionScope.day(CompactedTable.DAY_NUMBER), target, MEMORY);
    assertThat(table.read()).isEqualTo(before);
    assertThat(table.landedFiles()).isZero();
    for (List<DataFile> files : table.partitions().values()) {
      long bytes = files.stream().mapToLong(DataFile::fileSizeInBytes).sum();
      assertThat(files.size()).isLessThanOrEqualTo((int) ((bytes + target - 1) / target) + 1);
    }
  }

  @Test
  void rowsOfOtherDaysStayLanded() throws Exception {
    table.land(table.rows(1000, 0, 3), 1);
    // One file of two days, one of them in a file without a partition.
    table.land(table.rows(100, -1, 3), 0);
    table.land(table.rows(100, 0, 3), 0);
    Map<Long, String> before = table.read();
    table.compact(CompactionScope.day(CompactedTable.DAY_NUMBER), MIB, MEMORY);
    assertThat(table.read()).isEqualTo(before);
    assertThat(table.partitions().keySet()).allMatch(name -> name.startsWith("ts_day=2021-05-29"));
    assertThat(table.landedFiles()).isEqualTo(1);
  }

  @Test
  void aMergeThatDoesNotFitInMemoryTakesSeveralPasses() throws Exception {
    for (int i = 0; i < 16; i++) {
      table.land(table.rows(2000, 0, 10), 1);
    }
    Map<Long, String> before = table.read();
    CompactionReport report =
        table.compact(CompactionScope.day(CompactedTable.DAY_NUMBER), 64 * MIB, 3 * MIB / 4);
    assertThat(report.rewrites()).isGreaterThan(1);
    assertThat(table.read()).isEqualTo(before);
    assertThat(table.landedFiles()).isZero();
    assertThat(table.partitions())
        .hasSize(10)
        .allSatisfy((k, files) -> assertThat(files).hasSize(1));
  }

  @Test
  void smallFilesOfThePartitionsAreMergedAndKeepTheirSequenceNumber() throws Exception {
    for (int i = 0; i < 4; i++) {
      table.land(table.rows(500, 0, 3), 1);
      table.compact(CompactionScope.day(CompactedTable.DAY_NUMBER), 64 << 10, MEMORY);
    }
    Map<Long, String> before = table.read();
    long sequence = table.operations.refresh().lastSequenceNumber();
    table.compact(CompactionScope.EVERYTHING, 64 * MIB, MEMORY);
    assertThat(table.read()).isEqualTo(before);
    assertThat(table.partitions())
        .hasSize(3)
        .allSatisfy((k, files) -> assertThat(files).hasSize(1));
    assertThat(table.files())
        .allSatisfy(
            task -> assertThat(task.file().dataSequenceNumber()).isLessThanOrEqualTo(sequence));
  }

  @Test
  void onlyFilesThatMayHoldSuchRowsAreMerged() throws Exception {
    for (int i = 0; i < 4; i++) {
      table.land(table.rows(6000, 0, 3), 1);
      table.compact(CompactionScope.day(CompactedTable.DAY_NUMBER), 64 << 10, MEMORY);
    }
    Map<Long, String> before = table.read();
    Map<String, List<DataFile>> partitions = table.partitions();
    String some =
        Collections.max(
            partitions.keySet(), Comparator.comparing(key -> partitions.get(key).size()));
    DataFile file = partitions.get(some).get(0);
    String action = file.partition().get(1, CharSequence.class).toString();
    CompactionReport report =
        table.compact(
            CompactionScope.EVERYTHING.where(Expressions.equal("action", action)),
            64 * MIB,
            MEMORY);
    assertThat(partitions.get(some)).hasSizeGreaterThan(1);
    assertThat(report.filesIn()).isEqualTo(partitions.get(some).size());
    assertThat(table.read()).isEqualTo(before);
    assertThat(table.partitions())
        .hasSize(3)
        .allSatisfy(
            (k, files) -> assertThat(files).hasSize(k.equals(some) ? 1 : partitions.get(k).size()));
  }

  @Test
  void aTableWithoutADayIsCompactedToo() throws Exception {
    try (CompactedTable other =
        new CompactedTable(
            folder.resolve("other"),
            PartitionSpec.builderFor(CompactedTable.SCHEMA).bucket("id", 4).build())) {
      for (int i = 0; i < 4; i++) {
        other.land(other.rows(300, 0, 3), 3);
      }
      Map<Long, String> before = other.read();
      other.compact(CompactionScope.EVERYTHING, 64 * MIB, MEMORY);
      assertThat(other.read()).isEqualTo(before);
      assertThat(other.partitions()).hasSize(4);
      assertThat(other.landedFiles()).isZero();
    }
  }

  @Test
  void aRewriteWhoseFileIsGoneGivesWayAndLeavesNothingBehind() throws Exception {
    for (int i = 0; i < 3; i++) {
      table.land(table.rows(300, 0, 3), 1);
    }
    DataFile victim = table.files().get(0).file();
    long files = dataFilesOnDisk();
    Compactor compactor =
        new Compactor(
            "t",
            table.operations,
            Compactor.DayColumns.NONE,
            CompactionOptions.of(64 * MIB, MEMORY),
            java.util.UUID::randomUUID);
    boolean[] deleted = {false};
    compactor.compact(
        CompactionScope.day(CompactedTable.DAY_NUMBER),
        () -> {
          if (!deleted[0]) {
            deleted[0] = true;
            table.table().newDelete().deleteFile(victim).commit();
          }
        });
    // The first try gave way; the second one took what was left.
    assertThat(table.read()).hasSize(600);
    assertThat(dataFilesOnDisk()).isEqualTo(files + table.partitions().size());
  }

  @Test
  void appendsBesideItDoNotDisturbIt() throws Exception {
    table.land(table.rows(300, 0, 3), 1);
    table.land(table.rows(300, 0, 3), 1);
    Compactor compactor =
        new Compactor(
            "t",
            table.operations,
            Compactor.DayColumns.NONE,
            CompactionOptions.of(64 * MIB, MEMORY),
            java.util.UUID::randomUUID);
    int[] appended = {0};
    CompactionReport report =
        compactor.compact(
            CompactionScope.day(CompactedTable.DAY_NUMBER),
            () -> {
              if (appended[0] < 2) {
                appended[0]++;
                table.land(table.rows(50, 0, 3), 1);
              }
            });
    assertThat(report.rewrites()).isEqualTo(1);
    assertThat(report.filesIn()).isEqualTo(2);
    assertThat(table.read()).hasSize(700);
    assertThat(table.landedFiles()).isEqualTo(2);
  }

  @Test
  void rowsOfFormatVersion3KeepTheirIdsAndWhenTheyWereUpdated() throws Exception {
    table.table().updateProperties().set("format-version", "3").commit();
    for (int i = 0; i < 4; i++) {
      table.land(table.rows(300, 0, 5), 1);
    }
    Map<Long, String> before = table.lineage();
    assertThat(before).hasSize(1200).doesNotContainValue("null null");
    table.compact(CompactionScope.FULL_FILES, 8 << 10 << 3, MEMORY);
    assertThat(table.lineage()).isEqualTo(before);
    table.land(table.rows(10, 0, 5), 1);
    Map<Long, String> withMore = table.lineage();
    table.compact(CompactionScope.EVERYTHING, 64 * MIB, MEMORY);
    assertThat(table.landedFiles()).isZero();
    assertThat(table.lineage()).isEqualTo(withMore).containsAllEntriesOf(before);
    table.compact(CompactionScope.EVERYTHING, 128 * MIB, MEMORY);
    assertThat(table.lineage()).isEqualTo(withMore);
  }
}
