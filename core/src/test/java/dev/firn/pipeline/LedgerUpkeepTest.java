package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.commit.Committer;
import dev.firn.commit.StoredFiles;
import dev.firn.landing.LandingResult;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.MergePolicy;
import dev.firn.pipeline.upkeep.LedgerUpkeep;
import dev.firn.source.FileIdentity;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerUpkeepTest {
  @TempDir private Path folder;

  private static LandingResult entry(int number) {
    FileIdentity file =
        new FileIdentity("file:///in/" + number, Optional.empty(), Optional.of("e"), 0);
    return new LandingResult(
        List.of(),
        List.of(
            new LedgerEntry(
                file,
                FileStatus.INGESTED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Instant.EPOCH,
                LandingResult.NO_COMMIT)));
  }

  private long segmentFiles() {
    return StoredFiles.all(folder).stream().filter(file -> file.contains("/segment-")).count();
  }

  @Test
  void aMergeIsMadeOnceAndTakenInByTheNextCommit() throws Exception {
    PipelineFolder pipeline = new PipelineFolder(folder);
    try (OpenedTable table = TableSetup.openOrCreate(pipeline.config(), pipeline.environment)) {
      Committer committer = table.committer(pipeline.environment);
      for (int i = 0; i < MergePolicy.FAN_IN; i++) {
        committer.commit(entry(i));
      }
      ExecutorService thread = LedgerUpkeep.newThread();
      LedgerUpkeep upkeep = new LedgerUpkeep(table.ledger(), committer, thread);
      upkeep.headMoved(table.head().orElseThrow());
      long end = System.nanoTime() + 10_000_000_000L;
      while (!committer.isOfferWaiting() && System.nanoTime() < end) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(segmentFiles()).isEqualTo(MergePolicy.FAN_IN + 1);
      // An idle table: the head stays, and is looked at after every interval.
      for (int i = 0; i < 3; i++) {
        upkeep.headMoved(table.head().orElseThrow());
      }
      thread.shutdown();
      assertThat(thread.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
      assertThat(segmentFiles()).isEqualTo(MergePolicy.FAN_IN + 1);

      committer.commit(entry(MergePolicy.FAN_IN));
      assertThat(committer.isOfferWaiting()).isFalse();
      assertThat(table.head().orElseThrow().segments()).hasSize(2);
      assertThat(table.head().orElseThrow().totals().of(FileStatus.INGESTED).files())
          .isEqualTo(MergePolicy.FAN_IN + 1);
    }
  }
}
