package dev.firn.pipeline;

import dev.firn.day.DayCoordinator;
import dev.firn.pipeline.upkeep.Turns;
import dev.firn.publish.DayTwins;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes days from open to published beside ingest, on a thread of its own. What fails is tried
 * again by the next pass; it can't harm a commit.
 */
final class DayUpkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DayUpkeep.class);
  private static final long END_WAIT_MILLIS = 10_000;

  private final DayCoordinator coordinator;
  private final Duration pause;
  private final Turns turns;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;

  /**
   * @param workersAreBusy whether files wait for a worker
   * @param compacting held during a compaction
   * @param twins what follows the table
   * @param recall has source files read that nobody was told of
   */
  DayUpkeep(
      OpenedTable table,
      Environment environment,
      BooleanSupplier workersAreBusy,
      Lock compacting,
      DayTwins twins,
      Consumer<List<String>> recall) {
    this.turns = new Turns(workersAreBusy);
    this.pause = table.config().get(ConfigKeys.DAY_CHECK);
    this.coordinator =
        DaySetup.coordinator(
            table,
            environment,
            new DaySetup.Hands(
                turns, compacting, twins, line -> LOG.error("ALERT: {}", line), recall));
    this.thread = new Thread(this::run, "firn-days");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    String last = "";
    try {
      while (ended.getCount() > 0) {
        try {
          coordinator.pass(() -> ended.getCount() > 0);
          last = "";
        } catch (CancellationException e) {
          LOG.debug("the compaction of a day was abandoned because the run ends");
        } catch (RuntimeException e) {
          if (!e.toString().equals(last)) {
            LOG.warn("days can't be looked at, trying again: {}", e.toString());
          }
          last = e.toString();
        }
        if (ended.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends soon; what was committed stays, the rest is done by the next run. */
  @Override
  public void close() throws InterruptedException {
    turns.end();
    ended.countDown();
    thread.join(END_WAIT_MILLIS);
    if (thread.isAlive()) {
      thread.interrupt();
      thread.join(END_WAIT_MILLIS);
    }
  }
}
