package dev.firn.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.pipeline.Environment;
import dev.firn.testkit.fault.FaultyFileIo;
import dev.firn.testkit.fault.FaultyPointerStore;
import dev.firn.testkit.fault.NthCall;
import dev.firn.testkit.generate.FileKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The same small job with a fault at its first call, at its second, and so on, until it gets
 * through without meeting the fault. Each time it either ends well or fails in a way that is
 * declared; after a run without faults the table and its books are right, and so was every state in
 * between.
 */
class FaultSweepTest {
  /** The job mostly waits, so far more threads than cores. */
  private static final int AT_ONCE = 24;

  private static final int CALLS_MOST = 400;

  /** Calls that fail in a row until a commit gives up finding out what became of it. */
  private static final int OUTAGE_CALLS = 16;

  /** How a run may fail when storage or catalog do: trying again later is what helps. */
  private static final Set<ErrorCode> DECLARED =
      EnumSet.of(
          ErrorCode.STORAGE, ErrorCode.CATALOG, ErrorCode.CONFLICT, ErrorCode.COMMIT_STATE_UNKNOWN);

  /** Commits that the job makes: the rollback is recorded, files land. */
  private static final int CHANGES = 3;

  private static final ExecutorService THREADS = Executors.newFixedThreadPool(AT_ONCE);

  @TempDir private Path folder;

  @AfterAll
  static void endThreads() {
    THREADS.shutdownNow();
  }

  /** What the job is, before the run that meets the fault. */
  private interface Prelude {
    void play(SweepJob job) throws IOException, InterruptedException;
  }

  @ParameterizedTest
  @EnumSource(FaultyFileIo.Kind.class)
  void storageFailsAtAnyCallOfAFirstRun(FaultyFileIo.Kind kind)
      throws InterruptedException, ExecutionException {
    sweep(FaultSweepTest::first, fault -> storage(fault, kind));
  }

  @ParameterizedTest
  @EnumSource(FaultyFileIo.Kind.class)
  void storageFailsAtAnyCallAfterARollback(FaultyFileIo.Kind kind)
      throws InterruptedException, ExecutionException {
    sweep(FaultSweepTest::rolledBack, fault -> storage(fault, kind));
  }

  @ParameterizedTest
  @EnumSource(FaultyPointerStore.Kind.class)
  void catalogFailsAtAnyCallOfAFirstRun(FaultyPointerStore.Kind kind)
      throws InterruptedException, ExecutionException {
    sweep(FaultSweepTest::first, fault -> pointers(fault, kind));
  }

  @ParameterizedTest
  @EnumSource(FaultyPointerStore.Kind.class)
  void catalogFailsAtAnyCallAfterARollback(FaultyPointerStore.Kind kind)
      throws InterruptedException, ExecutionException {
    sweep(FaultSweepTest::rolledBack, fault -> pointers(fault, kind));
  }

  @Test
  void catalogIsGoneForSomeTimeFromAnyChangeOn() throws InterruptedException, ExecutionException {
    // Each takes as long as a commit waits for the catalog, so all at once.
    List<String> wrong = new ArrayList<>();
    List<Future<Boolean>> trials = new ArrayList<>();
    for (FaultyPointerStore.Kind kind : FaultyPointerStore.Kind.values()) {
      for (int change = 1; change <= CHANGES; change++) {
        NthCall fault = NthCall.outage(change, OUTAGE_CALLS);
        trials.add(
            THREADS.submit(
                () -> trial(FaultSweepTest::rolledBack, fault, pointers(fault, kind), wrong)));
      }
    }
    int met = 0;
    for (Future<Boolean> trial : trials) {
      met += trial.get() ? 1 : 0;
    }
    assertThat(wrong).isEmpty();
    assertThat(met).as("outages").isGreaterThanOrEqualTo(FaultyPointerStore.Kind.values().length);
  }

  private static Environment storage(NthCall fault, FaultyFileIo.Kind kind) {
    return Environment.system().withStorage(io -> new FaultyFileIo(io, fault, kind));
  }

  private static Environment pointers(NthCall fault, FaultyPointerStore.Kind kind) {
    return Environment.system().withPointers(store -> new FaultyPointerStore(store, fault, kind));
  }

  private static void first(SweepJob job) throws IOException {
    job.drop(
        FileKind.NORMAL,
        FileKind.BAD_ROWS,
        FileKind.BAD_CHECKSUM,
        FileKind.ZSTD,
        FileKind.NO_ROWS,
        FileKind.MANY_MEMBERS);
  }

  /** Some files are in the table, some were and are not any more, some are new. */
  private static void rolledBack(SweepJob job) throws IOException, InterruptedException {
    job.drop(FileKind.NORMAL, FileKind.BAD_ROWS);
    job.run(Environment.system());
    job.drop(FileKind.ZSTD, FileKind.TRUNCATED);
    job.run(Environment.system());
    job.rollBack();
    job.drop(FileKind.MANY_MEMBERS, FileKind.PLAIN);
  }

  private void sweep(Prelude prelude, Function<NthCall, Environment> environment)
      throws InterruptedException, ExecutionException {
    List<String> wrong = new ArrayList<>();
    int met = 0;
    boolean through = false;
    for (int first = 1; !through && first <= CALLS_MOST; first += AT_ONCE) {
      List<Future<Boolean>> trials = new ArrayList<>();
      for (int n = first; n < first + AT_ONCE; n++) {
        NthCall fault = NthCall.of(n);
        trials.add(THREADS.submit(() -> trial(prelude, fault, environment.apply(fault), wrong)));
      }
      for (Future<Boolean> trial : trials) {
        boolean wasMet = trial.get();
        met += wasMet ? 1 : 0;
        through |= !wasMet;
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(through).as("a run gets through within %d calls", CALLS_MOST).isTrue();
    assertThat(met).as("calls that failed").isGreaterThan(5);
  }

  /** Whether the fault was met. */
  private boolean trial(Prelude prelude, NthCall fault, Environment environment, List<String> wrong)
      throws IOException, InterruptedException {
    SweepJob job = new SweepJob(Files.createTempDirectory(folder, "job"));
    prelude.play(job);
    String outcome = "it ended well";
    try {
      job.run(environment);
    } catch (FirnException e) {
      outcome = "it failed with " + e.code() + ": " + e.getMessage();
      if (!DECLARED.contains(e.code())) {
        tell(wrong, fault, outcome, List.of("that is no declared failure"));
      }
    } catch (RuntimeException e) {
      outcome = "it failed with " + e;
      tell(wrong, fault, outcome, List.of("that is no declared failure"));
    }
    job.run(Environment.system());
    tell(wrong, fault, outcome, job.problemsAfterRun());
    return fault.wasMet();
  }

  private static void tell(
      List<String> wrong, NthCall fault, String outcome, List<String> problems) {
    if (!problems.isEmpty()) {
      synchronized (wrong) {
        wrong.add(fault + "; " + outcome + "; " + problems);
      }
    }
  }
}
