package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a twin of the table is told, and in which order. */
class DayTwinsTest {
  @TempDir Path folder;
  private final SetClock clock = new SetClock();
  private PipelineFolder pipeline;

  @BeforeEach
  void makePipeline() {
    pipeline =
        new PipelineFolder(folder)
            .with("source.pattern", "\"{yyyy}/{MM}/{dd}/{HH}/{producer}-{*}.json\"")
            .with("day.lateness", "15m")
            .with("day.gather", "0s")
            .with("publish.folder", "days")
            .with("twins", "{recording: twin.txt}");
    Environment e = pipeline.environment;
    pipeline.environment =
        new Environment(clock, e.ids(), e.storage(), e.pointers(), e.sources(), e.notices());
    pipeline.put("2021/05/03/10/web1-1.json", PipelineFolder.row("2021-05-03T10:00:00Z", 1));
    pipeline.put("2021/05/03/11/web1-2.json", PipelineFolder.row("2021-05-03T11:00:00Z", 2));
  }

  private List<String> close(String now) throws InterruptedException, IOException {
    Files.deleteIfExists(folder.resolve("twin.txt"));
    clock.set(now);
    pipeline.once();
    try (OpenedTable table = OpenedTable.open(pipeline.config(), pipeline.environment)) {
      new DayDesk(table, pipeline.environment).close();
    }
    List<String> lines = Files.readAllLines(folder.resolve("twin.txt"));
    assertThat(lines.get(lines.size() - 1)).isEqualTo("close");
    return lines.stream().filter(line -> !line.equals("close")).toList();
  }

  private boolean isMarked() {
    return Files.exists(folder.resolve("days/2021-05-03/_SUCCESS"));
  }

  @Test
  void filesComeAsTheyLeaveThenTheDayThenItsSignals() throws Exception {
    assertThat(close("2021-05-04T00:20:00Z"))
        .containsExactly(
            "left 1 in a1",
            "left 1 in a2",
            "prepare 2021-05-03 2",
            "ready 2021-05-03 r1",
            "partition-created ts_day=2021-05-03/action=a1 r1",
            "partition-inactive ts_day=2021-05-03/action=a1 r1",
            "partition-created ts_day=2021-05-03/action=a2 r1",
            "partition-inactive ts_day=2021-05-03/action=a2 r1");
    assertThat(isMarked()).isTrue();

    pipeline.put("2021/05/03/12/web1-3.json", PipelineFolder.row("2021-05-03T12:00:00Z", 3));
    assertThat(close("2021-05-04T00:30:00Z"))
        .as("late rows: only their partition is new")
        .containsExactly(
            "left 1 in a0",
            "prepare 2021-05-03 3",
            "ready 2021-05-03 r2",
            "partition-created ts_day=2021-05-03/action=a0 r2",
            "partition-inactive ts_day=2021-05-03/action=a0 r2",
            "partition-inactive ts_day=2021-05-03/action=a1 r2",
            "partition-inactive ts_day=2021-05-03/action=a2 r2");
  }

  @Test
  void aDayIsNotReadyBeforeItsTwinIs() throws Exception {
    Files.createFile(folder.resolve("refuse"));
    assertThat(close("2021-05-04T00:20:00Z")).doesNotContain("ready 2021-05-03 r1");
    assertThat(isMarked()).isFalse();
    Files.delete(folder.resolve("refuse"));
    assertThat(close("2021-05-04T00:21:00Z"))
        .startsWith("prepare 2021-05-03 2", "ready 2021-05-03 r1");
    assertThat(isMarked()).isTrue();
  }

  @Test
  void aKindThatThereIsNotIsRefused() {
    pipeline.with("twins", "{hives: x}");
    assertThatThrownBy(() -> pipeline.once())
        .hasMessageContaining("twins.hives")
        .hasMessageContaining("recording");
  }
}
