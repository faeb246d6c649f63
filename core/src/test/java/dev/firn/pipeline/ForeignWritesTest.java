package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericAppenderFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.encryption.EncryptionKeyMetadata;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.DataWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other writers do to days whose rows have landed under another spec than theirs. */
@SuppressWarnings("deprecation") // the shortest way to write files of each kind
class ForeignWritesTest {
  private static final String DAY = "2021-05-03";

  @TempDir Path folder;
  private final SetClock clock = new SetClock();
  private PipelineFolder pipeline;
  private int written;

  /** What another writer does to the table. */
  private interface Act {
    void on(Table table) throws IOException;
  }

  @BeforeEach
  void landADayAndTheNextOne() throws InterruptedException {
    pipeline =
        new PipelineFolder(folder)
            .with("source.pattern", "\"{yyyy}/{MM}/{dd}/{HH}/{producer}-{*}.json\"")
            .with("day.lateness", "15m")
            .with("day.gather", "0s")
            .with("publish.folder", "days");
    Environment e = pipeline.environment;
    pipeline.environment =
        new Environment(clock, e.ids(), e.storage(), e.pointers(), e.sources(), e.notices());
    pipeline.put(
        "2021/05/03/10/web1-1.json",
        PipelineFolder.row("2021-05-03T10:00:00Z", 1)
            + PipelineFolder.row("2021-05-03T11:00:00Z", 2));
    pipeline.put("2021/05/04/00/web1-2.json", PipelineFolder.row("2021-05-04T00:10:00Z", 3));
    clock.set("2021-05-03T12:00:00Z");
    pipeline.once();
  }

  private void act(Act act) throws IOException {
    try (OpenedTable opened = OpenedTable.open(pipeline.config(), pipeline.environment)) {
      act.on(pipeline.table(opened));
    }
  }

  private DayDesk.Answer close(String now) throws InterruptedException {
    clock.set(now);
    try (OpenedTable table = OpenedTable.open(pipeline.config(), pipeline.environment)) {
      DayDesk desk = new DayDesk(table, pipeline.environment);
      desk.close();
      return desk.why(DAY);
    }
  }

  private boolean isReady(String day) {
    return Files.exists(folder.resolve("days").resolve(day).resolve("_SUCCESS"));
  }

  private static Record row(Table table, String ts, long id) {
    Record row = GenericRecord.create(table.schema());
    row.setField("ts", OffsetDateTime.parse(ts));
    row.setField("action", "a" + id % 3);
    row.setField("id", id);
    return row;
  }

  private static PartitionKey partition(Table table, Record row) {
    PartitionKey key = new PartitionKey(table.spec(), table.schema());
    key.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(row));
    return key;
  }

  private EncryptedOutputFile out(Table table) {
    return EncryptedFiles.encryptedOutput(
        table.io().newOutputFile(table.location() + "/data/foreign-" + written++ + ".parquet"),
        EncryptionKeyMetadata.EMPTY);
  }

  private DataFile write(Table table, Record row) throws IOException {
    DataWriter<Record> writer =
        new GenericAppenderFactory(table.schema(), table.spec())
            .newDataWriter(out(table), FileFormat.PARQUET, partition(table, row));
    try (writer) {
      writer.write(row);
    }
    return writer.toDataFile();
  }

  private void replacePartition(Table table, String ts, long id) throws IOException {
    table.newReplacePartitions().addFile(write(table, row(table, ts, id))).commit();
  }

  /** Deletes an id in the partition of a row, as a stream of upserts does. */
  private void deleteId(Table table, String ts, long id) throws IOException {
    Record row = row(table, ts, id);
    Schema ids = table.schema().select("id");
    EqualityDeleteWriter<Record> writer =
        new GenericAppenderFactory(
                table.schema(), table.spec(), new int[] {ids.columns().get(0).fieldId()}, ids, null)
            .newEqDeleteWriter(out(table), FileFormat.PARQUET, partition(table, row));
    try (writer) {
      Record key = GenericRecord.create(ids);
      key.setField("id", id);
      writer.write(key);
    }
    table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
  }

  @Test
  void dynamicOverwriteOfADayThatIsNotCompactedHoldsItUntilItIsAccepted() throws Exception {
    act(table -> replacePartition(table, "2021-05-03T10:00:00Z", 1));
    DayDesk.Answer answer = close("2021-05-05T00:20:00Z");
    assertThat(isReady(DAY)).isFalse();
    assertThat(isReady("2021-05-04")).as("only that day is held").isTrue();
    assertThat(answer.line().heldBy()).isPresent();
    assertThat(answer.reasons())
        .anyMatch(
            line ->
                line.contains("snapshot " + answer.line().heldBy().orElseThrow())
                    && line.contains("dynamic overwrite")
                    && line.contains("firn accept-day " + DAY));
    assertThat(close("2021-05-05T09:00:00Z").line().phase())
        .as("it is not given up: somebody has been told")
        .isEqualTo("closing");

    try (OpenedTable table = OpenedTable.open(pipeline.config(), pipeline.environment)) {
      assertThat(new DayDesk(table, pipeline.environment).accept(DAY).heldBy()).isEmpty();
    }
    assertThat(close("2021-05-05T09:01:00Z").line().phase())
        .as("only that this module can't read files of other writers keeps it now")
        .isEqualTo("compacting");
    assertThat(pipeline.ids()).as("as the overwrite left it").containsExactly(1L, 1L, 2L, 3L);
  }

  @Test
  void equalityDeletesOfAPartitionHoldADayThatIsNotCompacted() throws Exception {
    act(table -> deleteId(table, "2021-05-03T10:00:00Z", 1));
    assertThat(close("2021-05-05T00:20:00Z").reasons())
        .anyMatch(line -> line.contains("equality deletes"));
    assertThat(isReady(DAY)).isFalse();
    assertThat(pipeline.ids()).as("and did not see the row").containsExactly(1L, 2L, 3L);
  }

  @Test
  void bothWorkOnADayThatIsCompacted() throws Exception {
    close("2021-05-04T00:20:00Z");
    assertThat(isReady(DAY)).isTrue();
    act(table -> deleteId(table, "2021-05-03T10:00:00Z", 1));
    act(table -> replacePartition(table, "2021-05-03T11:00:00Z", 5));
    DayDesk.Answer answer = close("2021-05-05T00:20:00Z");
    assertThat(answer.line().heldBy()).isEmpty();
    assertThat(isReady("2021-05-04")).as("other days have nothing to do with it").isTrue();
    assertThat(pipeline.ids()).containsExactly(3L, 5L);
  }

  @Test
  void writesThatSeeLandedRowsHoldNothing() throws Exception {
    act(
        table ->
            table
                .newAppend()
                .appendFile(write(table, row(table, "2021-05-03T12:00:00Z", 9)))
                .commit());
    act(
        table ->
            table
                .newDelete()
                .deleteFromRowFilter(Expressions.equal(Expressions.day("ts"), 18_751))
                .commit());
    assertThat(close("2021-05-05T00:20:00Z").ready()).isTrue();
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 9L);
  }

  @Test
  void rollbackOfTheSnapshotLetsTheDayGo() throws Exception {
    act(table -> replacePartition(table, "2021-05-03T10:00:00Z", 1));
    assertThat(close("2021-05-04T00:20:00Z").line().heldBy()).isPresent();
    act(
        table -> {
          long before = 0;
          for (Snapshot each : table.snapshots()) {
            if (each.summary().containsKey("replace-partitions")) {
              before = each.parentId();
            }
          }
          table.manageSnapshots().rollbackTo(before).commit();
        });
    pipeline.once();
    assertThat(close("2021-05-04T00:25:00Z").ready()).isTrue();
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L);
  }
}
