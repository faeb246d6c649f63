package dev.firn.pipeline.upkeep;

import dev.firn.compaction.CompactionReport;
import dev.firn.compaction.CompactionScope;
import dev.firn.compaction.Compactor;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges landing files beside ingest, one compaction at a time: full files leave, tails stay. It
 * takes turns with the workers while they have files to read. A compaction that fails is tried
 * again when more files have landed; it can't harm a commit.
 */
public final class LandingUpkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LandingUpkeep.class);

  private static final long END_WAIT_SECONDS = 10;

  private final Compactor compactor;
  private final int afterFiles;
  private final Turns turns;
  private final Lock compacting;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final ExecutorService thread;
  private int landedFiles;

  /**
   * @param afterFiles 0 for never
   * @param workersAreBusy whether files wait for a worker
   */
  public LandingUpkeep(Compactor compactor, int afterFiles, BooleanSupplier workersAreBusy) {
    this(compactor, afterFiles, workersAreBusy, new ReentrantLock());
  }

  /**
   * @param compacting held during a compaction: there is memory for one at a time
   */
  public LandingUpkeep(
      Compactor compactor, int afterFiles, BooleanSupplier workersAreBusy, Lock compacting) {
    this.compactor = compactor;
    this.afterFiles = afterFiles;
    this.turns = new Turns(workersAreBusy);
    this.compacting = compacting;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread worker = new Thread(task, "firn-compaction");
              worker.setDaemon(true);
              return worker;
            });
  }

  /** A commit added landing files; by the committing thread. */
  public void landed(int files) {
    landedFiles += files;
    if (afterFiles > 0 && landedFiles >= afterFiles && busy.compareAndSet(false, true)) {
      landedFiles = 0;
      thread.execute(this::compact);
    }
  }

  private void compact() {
    compacting.lock();
    try {
      turns.begin();
      CompactionReport report = compactor.compact(CompactionScope.FULL_FILES, turns);
      LOG.debug("compacted: {}", report);
    } catch (CancellationException e) {
      LOG.debug("a compaction was abandoned because the run ends");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("merging landing files failed, trying again later: {}", e.toString());
    } finally {
      compacting.unlock();
      busy.set(false);
    }
  }

  /** Abandons what is under way; what was committed stays. */
  @Override
  public void close() throws InterruptedException {
    turns.end();
    thread.shutdown();
    if (!thread.awaitTermination(END_WAIT_SECONDS, TimeUnit.SECONDS)) {
      thread.shutdownNow();
    }
  }
}
