package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Days of real pipelines, from files to {@code _SUCCESS}. */
class DayCasesTest {
  private static final String PATTERN = "\"{yyyy}/{MM}/{dd}/{HH}/{producer}-{*}.json\"";

  @TempDir Path folder;
  private final SetClock clock = new SetClock();

  private PipelineFolder pipeline() {
    PipelineFolder pipeline =
        new PipelineFolder(folder)
            .with("source.pattern", PATTERN)
            .with("day.lateness", "15m")
            .with("day.gather", "0s")
            .with("day.give-up", "6h")
            .with("publish.folder", "days");
    Environment e = pipeline.environment;
    pipeline.environment =
        new Environment(clock, e.ids(), e.storage(), e.pointers(), e.sources(), e.notices());
    return pipeline;
  }

  private void runAndClose(PipelineFolder pipeline, String now) throws InterruptedException {
    clock.set(now);
    pipeline.once();
    close(pipeline);
  }

  private static void close(PipelineFolder pipeline) throws InterruptedException {
    try (OpenedTable table = OpenedTable.open(pipeline.config(), pipeline.environment)) {
      new DayDesk(table, pipeline.environment).close();
    }
  }

  private static DayDesk.Answer why(PipelineFolder pipeline, String day) {
    try (OpenedTable table = OpenedTable.open(pipeline.config(), pipeline.environment)) {
      return new DayDesk(table, pipeline.environment).why(day);
    }
  }

  private Path marker(String day, String name) {
    return folder.resolve("days").resolve(day).resolve(name);
  }

  private JsonNode success(String day) throws IOException {
    return new ObjectMapper().readTree(marker(day, "_SUCCESS").toFile());
  }

  private static String row(String ts, int id) {
    return PipelineFolder.row(ts, id);
  }

  /** Days of a business zone, in a column of their own. */
  @Test
  void c53_dayOfTokyoIsReadyOnlyAfterBothUtcDaysThatItLiesIn() throws Exception {
    PipelineFolder pipeline =
        pipeline()
            .with("schema", "{ts: timestamptz, action: string, id: long, local_day: date}")
            .with("transform", "[derive: {local_day: \"local_date(ts, 'Asia/Tokyo')\"}]")
            .with("partition", "[local_day, action]")
            .with("day.column", "local_day")
            .with("day.zone", "Asia/Tokyo")
            .with("day.producers", "[web1]");
    pipeline.put("2018/11/30/15/web1-1.json", row("2018-11-30T15:30:00Z", 1));
    pipeline.put("2018/12/01/14/web1-2.json", row("2018-12-01T14:59:59Z", 2));
    runAndClose(pipeline, "2018-12-01T15:20:00Z");
    assertThat(marker("2018-12-01", "_SUCCESS")).doesNotExist();
    assertThat(why(pipeline, "2018-12-01").reasons())
        .anyMatch(line -> line.contains("producer web1 is silent since 2018-12-01T14:59:59Z"));

    pipeline.put("2018/12/01/15/web1-3.json", row("2018-12-01T15:05:00Z", 3));
    runAndClose(pipeline, "2018-12-01T15:21:00Z");
    assertThat(success("2018-12-01").path("rows").asLong()).isEqualTo(2);
    assertThat(success("2018-12-01").path("start").asText()).isEqualTo("2018-11-30T15:00:00Z");
    assertThat(success("2018-12-01").path("end").asText()).isEqualTo("2018-12-01T15:00:00Z");
    assertThat(marker("2018-12-02", "_SUCCESS")).doesNotExist();
  }

  /** Another zone than UTC needs a column; a pipeline without one is refused, not wrong. */
  @Test
  void c53_zoneWithoutADayColumnIsRefused() {
    PipelineFolder pipeline = pipeline().with("day.zone", "Asia/Tokyo");
    assertThatThrownBy(pipeline::once)
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("needs day.column");
  }

  /** The marker comes after the commit, names its snapshot, and is the same when written again. */
  @Test
  void c54_markerNamesTheTaggedSnapshotAndNeverComesWithoutIt() throws Exception {
    PipelineFolder pipeline = pipeline().with("day.producers", "[web1, web2]");
    AtomicReference<RefusingIo> io = new AtomicReference<>();
    pipeline.environment =
        pipeline.environment.withStorage(
            real -> {
              boolean refuses = io.get() == null || io.get().refuses;
              io.set(new RefusingIo(real, "_SUCCESS"));
              io.get().refuses = refuses;
              return io.get();
            });
    pipeline.put("2021/05/03/10/web1-1.json", row("2021-05-03T10:00:00Z", 1));
    pipeline.put("2021/05/04/00/web1-2.json", row("2021-05-04T00:10:00Z", 2));
    pipeline.put("2021/05/03/22/web2-1.json", row("2021-05-03T22:00:00Z", 3));
    runAndClose(pipeline, "2021-05-04T00:20:00Z");
    assertThat(tag(pipeline, "day-2021-05-03-r1")).isNull();

    pipeline.put("2021/05/04/00/web2-2.json", row("2021-05-04T00:01:00Z", 4));
    runAndClose(pipeline, "2021-05-04T00:21:00Z");
    Long tagged = tag(pipeline, "day-2021-05-03-r1");
    assertThat(tagged).as("the commit is there").isNotNull();
    assertThat(marker("2021-05-03", "_SUCCESS")).as("and the marker failed").doesNotExist();

    io.get().refuses = false;
    close(pipeline);
    assertThat(success("2021-05-03").path("snapshot-id").asLong()).isEqualTo(tagged);
    String text = Files.readString(marker("2021-05-03", "_SUCCESS"));
    Files.delete(marker("2021-05-03", "_SUCCESS"));
    close(pipeline);
    assertThat(marker("2021-05-03", "_SUCCESS")).hasContent(text);
    assertThat(tag(pipeline, "day-2021-05-03-r2")).isNull();
  }

  private static Long tag(PipelineFolder pipeline, String name) {
    return pipeline.open(
        opened -> {
          var ref = opened.refresh().ref(name);
          return ref == null ? null : ref.snapshotId();
        });
  }

  /** A day without rows, a day with late rows, and a day whose producer is silent. */
  @Test
  void c55_emptyDayIsReadyLateRowsMakeARevisionAndSilenceIsNoProof() throws Exception {
    PipelineFolder pipeline = pipeline().with("day.producers", "[web1]");
    pipeline.put("2018/12/01/10/web1-1.json", row("2018-12-01T10:00:00Z", 1));
    pipeline.put("2018/12/02/00/web1-2.json", "");
    pipeline.put("2018/12/03/00/web1-3.json", row("2018-12-03T00:00:01Z", 2));
    pipeline.put("2018/12/04/00/web1-4.json", row("2018-12-04T00:00:00Z", 3));
    runAndClose(pipeline, "2018-12-04T00:20:00Z");
    assertThat(success("2018-12-01").path("rows").asLong()).isEqualTo(1);
    assertThat(success("2018-12-02").path("rows").asLong()).isZero();
    assertThat(success("2018-12-02").path("files").asLong()).isZero();
    assertThat(success("2018-12-03").path("rows").asLong()).isEqualTo(1);

    pipeline.put("2018/12/01/11/web1-9.json", row("2018-12-01T11:00:00Z", 4));
    runAndClose(pipeline, "2018-12-04T00:30:00Z");
    assertThat(success("2018-12-01").path("rows").asLong()).isEqualTo(2);
    assertThat(success("2018-12-01").path("revision").asInt()).isEqualTo(2);
    assertThat(success("2018-12-01").path("snapshot-id").asLong())
        .isEqualTo(tag(pipeline, "day-2018-12-01-r2"))
        .isNotEqualTo(tag(pipeline, "day-2018-12-01-r1"));
    assertThat(success("2018-12-02").path("revision").asInt()).isEqualTo(1);
    assertThat(landingFiles(pipeline)).as("only the open day has landing files").isEqualTo(1);

    clock.set("2018-12-05T00:16:00Z");
    close(pipeline);
    clock.set("2018-12-05T05:50:00Z");
    close(pipeline);
    assertThat(marker("2018-12-04", "_SUCCESS")).doesNotExist();
    assertThat(marker("2018-12-04", "_INCOMPLETE")).doesNotExist();
    clock.set("2018-12-05T06:02:00Z");
    close(pipeline);
    assertThat(marker("2018-12-04", "_SUCCESS")).doesNotExist();
    assertThat(marker("2018-12-04", "_INCOMPLETE")).content().contains("\"producer\" : \"web1\"");

    try (OpenedTable table = OpenedTable.open(pipeline.config(), pipeline.environment)) {
      DayDesk desk = new DayDesk(table, pipeline.environment);
      assertThat(desk.isReady("2018-12-04", 1)).isFalse();
      assertThat(desk.day("2018-12-04").phase()).isEqualTo("gave-up");
      desk.accept("2018-12-04");
      desk.close();
      assertThat(desk.isReady("2018-12-04", 1)).isTrue();
      assertThatThrownBy(() -> desk.accept("2018-12-04")).hasMessageContaining("ready already");
    }
    assertThat(success("2018-12-04").path("rows").asLong()).isEqualTo(1);
    assertThat(marker("2018-12-04", "_INCOMPLETE")).doesNotExist();
  }

  private static long landingFiles(PipelineFolder pipeline) {
    return pipeline.open(
        opened -> {
          Table table = pipeline.table(opened);
          long count = 0;
          try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
            for (FileScanTask task : tasks) {
              count += task.spec().specId() == table.spec().specId() ? 0 : 1;
            }
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
          return count;
        });
  }

  /** A file that is listed and not in the ledger holds its day up; a refused one does not. */
  @Test
  void fileThatIsListedAndNotSettledHoldsItsDayUp() throws Exception {
    PipelineFolder pipeline = pipeline();
    pipeline.put("2021/05/03/10/web1-1.json", row("2021-05-03T10:00:00Z", 1));
    clock.set("2021-05-04T00:20:00Z");
    pipeline.once();
    pipeline.put("2021/05/03/11/web1-2.json", row("2021-05-03T11:00:00Z", 2));
    close(pipeline);
    assertThat(marker("2021-05-03", "_SUCCESS")).doesNotExist();
    DayDesk.Answer answer = why(pipeline, "2021-05-03");
    assertThat(answer.gaps().missing())
        .singleElement()
        .extracting("location")
        .asString()
        .endsWith("web1-2.json");
    pipeline.once();
    close(pipeline);
    assertThat(success("2021-05-03").path("rows").asLong()).isEqualTo(2);
    assertThat(success("2021-05-03").path("rows-exact").asBoolean()).isTrue();
  }

  /** Old files that are read today: their days wait as long as others, and no years of nothing. */
  @Test
  void backlogOfOldDaysIsNotGivenUpAtOnceAndMakesNoEmptyDaysUntilToday() throws Exception {
    PipelineFolder pipeline = pipeline();
    pipeline.put("2016/05/03/10/web1-1.json", row("2016-05-03T10:00:00Z", 1));
    clock.set("2021-05-03T10:00:00Z");
    pipeline.once();
    pipeline.put("2016/05/03/11/web1-2.json", row("2016-05-03T11:00:00Z", 2));
    close(pipeline);
    assertThat(marker("2016-05-03", "_INCOMPLETE")).doesNotExist();
    pipeline.once();
    close(pipeline);
    assertThat(success("2016-05-03").path("rows").asLong()).isEqualTo(2);
    assertThat(folder.resolve("days")).isDirectoryNotContaining("glob:**2016-05-04");
    clock.set("2021-05-04T00:20:00Z");
    close(pipeline);
    assertThat(success("2021-05-03").path("rows").asLong()).isZero();
  }

  @Test
  void hoursBecomeReadyLikeDays() throws Exception {
    PipelineFolder pipeline = pipeline().with("day.period", "hour");
    pipeline.put("2021/05/03/10/web1-1.json", row("2021-05-03T10:59:00Z", 1));
    pipeline.put("2021/05/03/11/web1-2.json", row("2021-05-03T11:01:00Z", 2));
    runAndClose(pipeline, "2021-05-03T12:10:00Z");
    assertThat(success("2021-05-03T10").path("rows").asLong()).isEqualTo(1);
    assertThat(marker("2021-05-03T11", "_SUCCESS")).doesNotExist();
    runAndClose(pipeline, "2021-05-03T12:16:00Z");
    assertThat(success("2021-05-03T11").path("rows").asLong()).isEqualTo(1);
  }

  @Test
  void anHourLeavesAloneWhereThePartitionsTellHours() throws Exception {
    PipelineFolder pipeline =
        pipeline().with("day.period", "hour").with("partition", "[hours(ts), action]");
    pipeline.put("2021/05/03/10/web1-1.json", row("2021-05-03T10:59:00Z", 1));
    pipeline.put("2021/05/03/11/web1-2.json", row("2021-05-03T11:01:00Z", 2));
    pipeline.put("2021/05/03/12/web1-3.json", row("2021-05-03T12:01:00Z", 3));
    runAndClose(pipeline, "2021-05-03T11:16:00Z");
    assertThat(success("2021-05-03T10").path("rows").asLong()).isEqualTo(1);
    assertThat(success("2021-05-03T10").path("rows-exact").asBoolean()).isTrue();
    assertThat(landingFiles(pipeline)).as("the other hours wait for theirs").isEqualTo(1);
    pipeline.put("2021/05/03/10/web1-4.json", row("2021-05-03T10:30:00Z", 4));
    runAndClose(pipeline, "2021-05-03T12:16:00Z");
    assertThat(success("2021-05-03T10").path("revision").asInt()).isEqualTo(2);
    assertThat(success("2021-05-03T10").path("rows").asLong()).isEqualTo(2);
    assertThat(success("2021-05-03T11").path("rows").asLong()).isEqualTo(1);
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void theAnswerToWhyADayIsNotReadyNamesRejectsAndWhatIsToBeCompacted() throws Exception {
    PipelineFolder pipeline = pipeline().with("day.producers", "[web1]");
    pipeline.put(
        "2021/05/03/10/web1-1.json", row("2021-05-03T10:00:00Z", 1) + "{\"ts\":\"never\"}\n");
    byte[] damaged = PipelineFolder.gzip(row("2021-05-03T11:00:00Z", 2));
    damaged[damaged.length - 5] ^= 1;
    pipeline.put("2021/05/03/11/web1-2.json", damaged);
    runAndClose(pipeline, "2021-05-04T00:20:00Z");
    DayDesk.Answer answer = why(pipeline, "2021-05-03");
    assertThat(answer.reasons()).anyMatch(line -> line.contains("producer web1 is silent since"));
    assertThat(answer.rejects().files()).isEqualTo(1);
    assertThat(answer.rejects().rows()).isEqualTo(1);
    assertThat(answer.rejects().named())
        .extracting("why")
        .asString()
        .contains("1 of 2 rows rejected")
        .contains("rejected: ");
    assertThat(answer.landed().rows()).isEqualTo(1);
    assertThat(answer.landed().files()).isEqualTo(1);
  }

  @Test
  void runningIngesterClosesDaysByItself() throws Exception {
    PipelineFolder pipeline = pipeline().with("day.check", "100ms");
    pipeline.put("2021/05/03/10/web1-1.json", row("2021-05-03T10:00:00Z", 1));
    clock.set("2021-05-04T00:20:00Z");
    try (OpenedTable table = TableSetup.openOrCreate(pipeline.config(), pipeline.environment)) {
      Pipeline run = new Pipeline(table, pipeline.environment, false);
      Thread thread =
          new Thread(
              () -> {
                try {
                  run.run();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      thread.start();
      long end = System.nanoTime() + 60_000_000_000L;
      while (Files.notExists(marker("2021-05-03", "_SUCCESS")) && System.nanoTime() < end) {
        Thread.onSpinWait();
        java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
      }
      run.stop();
      thread.join();
    }
    assertThat(success("2021-05-03").path("rows").asLong()).isEqualTo(1);
    assertThat(pipeline.ids()).containsExactly(1L);
  }
}
