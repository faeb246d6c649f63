package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.ledger.FileStatus;
import dev.firn.source.Notice;
import dev.firn.source.NoticeSource;
import dev.firn.source.SkipCounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Redelivered notices and overwritten files (c39). */
class OverwriteCasesTest {
  @TempDir private Path folder;
  private PipelineFolder pipeline;
  private int letters;

  @BeforeEach
  void makePipeline() throws IOException {
    pipeline = new PipelineFolder(folder).with("source.notices", "notices");
    Files.createDirectories(folder.resolve("notices"));
  }

  private void notify(String name) {
    notify("{\"location\": \"" + pipeline.location(name) + "\"" + "}", letters++);
  }

  private void notify(String json, int number) {
    try {
      Path hidden = folder.resolve(".next");
      Files.writeString(hidden, json);
      Files.move(hidden, folder.resolve("notices").resolve(number + ".json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void c39_threeNoticesOfAFileBringItsRowsOnce() throws Exception {
    pipeline.put("a.json", PipelineFolder.row(1) + PipelineFolder.row(2));
    notify("a.json");
    notify("a.json");
    notify("a.json");
    Progress progress = pipeline.once();
    assertThat(progress.filesCommitted()).isEqualTo(1);
    assertThat(pipeline.ids()).containsExactly(1L, 2L);
    assertThat(folder.resolve("notices")).isEmptyDirectory();
  }

  @Test
  void c39_aNoticeThatComesAgainAfterOtherCommitsBringsNothing() throws Exception {
    pipeline.put("a.json", PipelineFolder.row(1) + PipelineFolder.row(2));
    notify("a.json");
    pipeline.once();
    for (int i = 0; i < 3; i++) {
      pipeline.put("b" + i + ".json", PipelineFolder.row(10 + i));
      notify("b" + i + ".json");
      notify("a.json");
      pipeline.once();
    }
    notify("a.json");
    Progress progress = pipeline.once();
    assertThat(progress.filesKnown()).isEqualTo(1);
    assertThat(progress.filesCommitted()).isZero();
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 10L, 11L, 12L);
  }

  @Test
  void c39_anOverwrittenFileIsRefusedWithAnAlertAndItsFirstRowsStay() throws Exception {
    pipeline.put("a.json", PipelineFolder.row(1) + PipelineFolder.row(2));
    notify("a.json");
    pipeline.once();
    pipeline.put("a.json", PipelineFolder.row(3) + PipelineFolder.row(4) + PipelineFolder.row(5));
    // The notice of the new version comes before the second copy of the old one's.
    notify("a.json");
    notify("a.json");
    Progress progress = pipeline.once();
    assertThat(progress.alerts()).isEqualTo(1);
    assertThat(progress.filesRejected()).isEqualTo(1);
    assertThat(pipeline.ids()).containsExactly(1L, 2L);
    assertThat(pipeline.statuses("a.json"))
        .containsExactly(FileStatus.REJECTED, FileStatus.INGESTED);
    assertThat(pipeline.entries("a.json").get(0).reason()).contains("overwritten");
    notify("a.json");
    assertThat(pipeline.once().filesKnown()).isEqualTo(1);
  }

  @Test
  void c39_anOverwrittenFileIsIngestedTooWhereThatIsThePolicy() throws Exception {
    pipeline.with("source.on-overwrite", "ingest");
    pipeline.put("a.json", PipelineFolder.row(1) + PipelineFolder.row(2));
    notify("a.json");
    pipeline.once();
    pipeline.put("a.json", PipelineFolder.row(3) + PipelineFolder.row(4) + PipelineFolder.row(5));
    notify("a.json");
    notify("a.json");
    Progress progress = pipeline.once();
    assertThat(progress.alerts()).isEqualTo(1);
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(pipeline.statuses("a.json"))
        .containsExactly(FileStatus.INGESTED, FileStatus.INGESTED);
    notify("a.json");
    assertThat(pipeline.once().filesKnown()).isEqualTo(1);
    assertThat(pipeline.ids()).hasSize(5);
  }

  @Test
  void c39_equalBaseNamesAreDifferentFiles() throws Exception {
    pipeline.put("x/part.gz", PipelineFolder.gzip(PipelineFolder.row(1)));
    pipeline.put("y/part.gz", PipelineFolder.gzip(PipelineFolder.row(2)));
    notify("y/part.gz");
    notify("x/part.gz");
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(1L, 2L);
  }

  @Test
  void c39_anOutdatedNoticeBringsTheVersionThatIsThere() throws Exception {
    pipeline.put("a.json", PipelineFolder.row(1));
    notify(
        "{\"location\": \"" + pipeline.location("a.json") + "\", \"size\": 7, \"etag\": \"E1\"}",
        letters++);
    notify("a.json");
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(1L);
  }

  @Test
  void c39_aFileIsOverwrittenWhileItsFirstVersionIsOnItsWay() throws Exception {
    FlakySource source = new FlakySource();
    AtomicInteger polls = new AtomicInteger();
    AtomicInteger openings = new AtomicInteger();
    pipeline.with("commit.interval", "400ms").with("workers", "1");
    pipeline.environment =
        pipeline
            .environment
            .withSources(source::over)
            .withNotices(notices -> new CountingNotices(notices, polls));
    pipeline.put("a.json", PipelineFolder.row(1));
    pipeline.put("b.json", PipelineFolder.row(2));
    notify("a.json");
    notify("b.json");
    source.onOpen =
        name -> {
          // One worker: when it opens the second file, the first one has landed.
          if (openings.incrementAndGet() == 2) {
            String first = name.equals("a.json") ? "b.json" : "a.json";
            pipeline.put(first, PipelineFolder.row(8) + PipelineFolder.row(9));
            notify(first);
            polls.set(0);
          }
        };
    pipeline.once();
    // The notice of the second version waits; it does not go round and round.
    assertThat(polls.get()).isLessThan(60);
    assertThat(pipeline.ids()).containsExactly(1L, 2L);
    assertThat(List.of(pipeline.statuses("a.json"), pipeline.statuses("b.json")))
        .containsExactlyInAnyOrder(
            List.of(FileStatus.INGESTED), List.of(FileStatus.REJECTED, FileStatus.INGESTED));
  }

  /** Counts polls that brought something. */
  private record CountingNotices(NoticeSource source, AtomicInteger polls) implements NoticeSource {
    @Override
    public List<Notice> poll(int max, Duration wait) throws InterruptedException {
      polls.incrementAndGet();
      return source.poll(max, wait);
    }

    @Override
    public void acknowledge(Collection<Notice> notices) {
      source.acknowledge(notices);
    }

    @Override
    public void release(Collection<Notice> notices) {
      source.release(notices);
    }

    @Override
    public boolean isDrained() {
      return source.isDrained();
    }

    @Override
    public boolean isDrainedBut(Collection<Notice> held) {
      return source.isDrainedBut(held);
    }

    @Override
    public SkipCounts skipped() {
      return source.skipped();
    }

    @Override
    public void close() {
      source.close();
    }
  }
}
