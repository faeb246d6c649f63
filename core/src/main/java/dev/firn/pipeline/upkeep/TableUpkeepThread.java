package dev.firn.pipeline.upkeep;

import dev.firn.catalog.FirnCatalog;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.upkeep.TableFiles;
import dev.firn.upkeep.TableUpkeep;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the upkeep of a table beside ingest, at a slow pace, on a thread of its own. What fails is
 * tried again the next time; it can't harm a commit.
 */
public final class TableUpkeepThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TableUpkeepThread.class);
  private static final long END_WAIT_MILLIS = 10_000;

  /** Ingesters that are started often do it too. */
  private static final Duration LATEST_START = Duration.ofMinutes(1);

  private final TableUpkeep upkeep;
  private final FirnCatalog catalog;
  private final Pace pace;
  private final Clock clock;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;

  /**
   * How often, and what.
   *
   * @param interval zero for never
   * @param settings what is done to the table
   * @param history how long the catalog remembers commits
   */
  public record Pace(Duration interval, TableUpkeep.Settings settings, Duration history) {}

  /** Upkeep that has not begun. */
  public TableUpkeepThread(TableFiles table, FirnCatalog catalog, Pace pace, Clock clock) {
    this.upkeep = new TableUpkeep(table, clock);
    this.catalog = catalog;
    this.pace = pace;
    this.clock = clock;
    this.thread = new Thread(this::run, "firn-upkeep");
    thread.setDaemon(true);
  }

  /** Begins, unless the interval is zero. */
  public void start() {
    if (!pace.interval().isZero()) {
      thread.start();
    }
  }

  private void run() {
    try {
      Duration first = pace.interval().compareTo(LATEST_START) < 0 ? pace.interval() : LATEST_START;
      if (ended.await(first.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
      do {
        once();
      } while (!ended.await(pace.interval().toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void once() {
    try {
      LOG.debug("upkeep: {}", upkeep.run(pace.settings()));
      catalog.forgetCommits(clock.instant().minus(pace.history()));
    } catch (FirnException e) {
      if (e.code() == ErrorCode.CONFLICT || e.code() == ErrorCode.LEDGER_UNKNOWN) {
        LOG.info("upkeep is put off: {}", e.getMessage());
      } else {
        LOG.warn("upkeep failed, trying again later: {}", e.getMessage());
      }
    } catch (RuntimeException e) {
      LOG.warn("upkeep failed, trying again later: {}", e.toString());
    }
  }

  /**
   * Ends after the upkeep that is under way; after ten seconds that is left to itself, and fails
   * when the catalog closes, which harms nothing.
   */
  @Override
  public void close() throws InterruptedException {
    ended.countDown();
    if (thread.isAlive()) {
      thread.join(END_WAIT_MILLIS);
    }
  }
}
