package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.apache.iceberg.Snapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LandingUpkeepTest {
  @TempDir private Path folder;

  private static boolean isCompaction(Snapshot snapshot) {
    return snapshot.summary().containsKey("firn.compaction");
  }

  @Test
  void aRunningIngesterMergesItsLandingFiles() throws Exception {
    PipelineFolder pipeline = new PipelineFolder(folder).with("compaction.after-files", "4");
    ExecutorService thread = Executors.newSingleThreadExecutor();
    int files = 0;
    try (OpenedTable table = TableSetup.openOrCreate(pipeline.config(), pipeline.environment)) {
      Pipeline run = new Pipeline(table, pipeline.environment, false);
      Future<?> ended =
          thread.submit(
              () -> {
                run.run();
                return true;
              });
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (table.refresh().snapshots().stream().noneMatch(LandingUpkeepTest::isCompaction)) {
        assertThat(System.nanoTime()).as("gave up waiting").isLessThan(end);
        pipeline.put("f" + files + ".json", PipelineFolder.row(files));
        files++;
        long committed = files;
        while (run.progress().filesCommitted() < committed && System.nanoTime() < end) {
          LockSupport.parkNanos(2_000_000);
        }
      }
      run.stop();
      ended.get();
    } finally {
      thread.shutdownNow();
    }
    List<Long> expected = LongStream.range(0, files).boxed().toList();
    assertThat(pipeline.ids()).isEqualTo(expected);
    assertThat(pipeline.once().filesCommitted()).as("nothing is read again").isZero();
    assertThat(pipeline.ids()).isEqualTo(expected);
  }

  @Test
  void itCanBeTurnedOff() throws Exception {
    PipelineFolder pipeline = new PipelineFolder(folder).with("compaction.after-files", "0");
    for (int i = 0; i < 3; i++) {
      pipeline.put("f" + i + ".json", PipelineFolder.row(i));
      pipeline.once();
    }
    List<Snapshot> snapshots = pipeline.open(opened -> opened.refresh().snapshots());
    assertThat(snapshots).noneMatch(LandingUpkeepTest::isCompaction);
  }
}
