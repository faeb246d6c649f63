package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.FileTotals;
import dev.firn.ledger.LedgerEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransformPipelineTest {
  @TempDir Path folder;

  private List<String> rows(PipelineFolder pipeline, String... columns) {
    return pipeline.open(
        opened -> {
          List<String> rows = new ArrayList<>();
          try (CloseableIterable<Record> all =
              IcebergGenerics.read(pipeline.table(opened)).build()) {
            for (Record row : all) {
              List<String> values = new ArrayList<>();
              for (String column : columns) {
                values.add(String.valueOf(row.getField(column)));
              }
              rows.add(String.join(" ", values));
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          rows.sort(null);
          return rows;
        });
  }

  private PipelineFolder exploding() {
    return new PipelineFolder(folder)
        .with("source.pattern", "\"{producer}/{**}\"")
        .with(
            "schema",
            "{ts: timestamptz, action: string, id: long required, day: date, from: string}")
        .with("partition", "[day, action]")
        .with("day.column", "day")
        .with("json.timestamps", "{eventTime: epoch-ms}")
        .with(
            "transform",
            "[explode: Records, rename: {eventTime: ts}, where: \"action != 'health'\","
                + " derive: {day: \"local_date(ts, 'Asia/Tokyo')\", from: path('producer')}]");
  }

  private static String record(String time, String action, String id) {
    long millis = java.time.Instant.parse(time).toEpochMilli();
    return "{\"eventTime\":" + millis + ",\"action\":\"" + action + "\",\"id\":" + id + "}";
  }

  private static String file() {
    return "{\"Records\":["
        + record("2021-05-29T14:59:59Z", "a", "1")
        + ","
        + record("2021-05-29T15:00:00Z", "b", "2")
        + ","
        + record("2021-05-29T15:00:00Z", "health", "3")
        + ","
        + record("2021-05-29T15:00:00Z", "a", "null")
        + "]}\n{\"Records\":[]}\nnonsense\n";
  }

  @Test
  void elementsBecomeRowsAndEveryRowIsAccountedFor() throws Exception {
    PipelineFolder pipeline = exploding();
    pipeline.put("web1/a.json", file());
    pipeline.put("web2/b.json.gz", PipelineFolder.gzip(file()));
    Progress done = pipeline.once();
    assertThat(rows(pipeline, "id", "action", "day", "from", "ts"))
        .containsExactly(
            "1 a 2021-05-29 web1 2021-05-29T14:59:59Z",
            "1 a 2021-05-29 web2 2021-05-29T14:59:59Z",
            "2 b 2021-05-30 web1 2021-05-29T15:00Z",
            "2 b 2021-05-30 web2 2021-05-29T15:00Z");
    assertThat(done.rowsIn()).isEqualTo(12);
    assertThat(done.rowsWritten()).isEqualTo(4);
    assertThat(done.rowsRejected()).isEqualTo(4);
    assertThat(done.rowsDropped()).isEqualTo(4);
    assertThat(pipeline.head().totals().of(FileStatus.INGESTED))
        .isEqualTo(new FileTotals(2, 12, 4, 4, 4));
    LedgerEntry entry = pipeline.entry("web1/a.json");
    assertThat(entry.rowsDropped()).isEqualTo(2);
    assertThat(entry.minEventMicros()).contains(1_622_300_399_000_000L);
    assertThat(entry.maxEventMicros()).contains(1_622_300_400_000_000L);
    assertThat(rejects(pipeline))
        .containsExactlyInAnyOrder(
            "web1/a.json line 1 missing-required", "web1/a.json line 3 malformed",
            "web2/b.json.gz line 1 missing-required", "web2/b.json.gz line 3 malformed");
  }

  private List<String> rejects(PipelineFolder pipeline) {
    return pipeline.open(
        opened -> {
          List<String> found = new ArrayList<>();
          new RejectedRows(opened)
              .read(
                  opened.head().orElseThrow(),
                  java.util.Optional.empty(),
                  100,
                  row ->
                      found.add(
                          row.place().substring(pipeline.location("").length() + 1)
                              + " "
                              + row.reason()));
          return found;
        });
  }

  @Test
  void aFileThatIsBrokenAtItsEndLeavesNoRow() throws Exception {
    PipelineFolder pipeline = exploding();
    byte[] gzip = PipelineFolder.gzip(file());
    gzip[gzip.length - 5] ^= 1;
    pipeline.put("web1/a.json.gz", gzip);
    Progress done = pipeline.once();
    assertThat(done.rowsIn()).isZero();
    assertThat(pipeline.statuses("web1/a.json.gz")).containsExactly(FileStatus.REJECTED);
  }

  @Test
  void keysThatNoStepNamesAreRescued() throws Exception {
    PipelineFolder pipeline =
        new PipelineFolder(folder).with("transform", "[rename: {Id: id}, where: id > 1]");
    pipeline.put(
        "a.json", "{\"ts\":\"2021-05-29T10:00:00Z\",\"Id\":2,\"more\":{\"x\":[1]}}\n{\"Id\":1}\n");
    pipeline.once();
    assertThat(rows(pipeline, "id", "_rescued")).containsExactly("2 {\"more\":{\"x\":[1]}}");
  }

  @Test
  void wrongStepsAreRefusedBeforeAnythingExists() throws IOException {
    PipelineFolder pipeline = new PipelineFolder(folder).with("transform", "[where: idd > 1]");
    pipeline.put("a.json", PipelineFolder.row(1));
    assertThatThrownBy(pipeline::once)
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
        .hasMessageContaining("transform step 1 (where) 'idd > 1', column 1")
        .hasMessageContaining("did you mean 'id'?");
    assertThat(Files.exists(folder.resolve("warehouse"))).isFalse();
    assertThatThrownBy(() -> TableSetup.validate(pipeline.config()))
        .hasMessageContaining("did you mean 'id'?");
  }

  @Test
  void stepsThatANewerSchemaOfTheTableDoesNotFitAreRefusedAtTheStart() throws Exception {
    PipelineFolder pipeline = new PipelineFolder(folder);
    pipeline.put("a.json", PipelineFolder.row(1));
    pipeline.once();
    pipeline
        .with("schema", "{ts: timestamptz, action: string, id: long, extra: string}")
        .with("transform", "[set: {extra: x}]");
    assertThatThrownBy(pipeline::once)
        .hasMessageContaining("'extra' is neither a column of the table nor used by a later step");
  }

  @Test
  void unknownKeysDoNotBecomeColumnsBesideSteps() {
    PipelineFolder pipeline =
        new PipelineFolder(folder)
            .with("transform", "[where: id > 1]")
            .with("json.unknown", "add-column");
    assertThatThrownBy(pipeline::once)
        .hasMessageContaining("'json.unknown: add-column' can't be used with 'transform'");
  }
}
