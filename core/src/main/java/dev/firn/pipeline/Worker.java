package dev.firn.pipeline;

import dev.firn.decode.RejectReason;
import dev.firn.decode.SourceFileException;
import dev.firn.landing.LandOutcome;
import dev.firn.landing.Landing;
import dev.firn.landing.LandingResult;
import dev.firn.ledger.FileStatus;
import dev.firn.source.FileIdentity;
import dev.firn.source.NoticeSource;
import dev.firn.source.VersionGoneException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes files from the queue and lands them; hands over what has landed when it is asked to.
 *
 * <p>One thread runs it. {@link #requestFlush} may come from any other; it is answered between two
 * files, so that a result covers whole files only.
 */
final class Worker implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  /** How long an idle worker waits before it looks whether it was asked for a flush. */
  private static final long IDLE_WAIT_MILLIS = 20;

  /** Failed readings of a file after which somebody should look at it. */
  private static final int FAILURES_BEFORE_ALERT = 3;

  /** Widenings of the schema for one file; what it still wants after them is rescued. */
  private static final int MAX_WIDENINGS = 3;

  private final SchemaGrowth growth;
  private final Function<SchemaGrowth.Shape, Landing> landings;
  private SchemaGrowth.Shape shape;
  private Landing landing;
  private final BlockingQueue<FileTask> tasks;
  private final Exchange exchange;
  private final NoticeSource source;
  private final InFlight inFlight;
  private final Retries retries;
  private final Counters counters;

  private long flushedEpoch;

  /**
   * @param growth the table's schema
   * @param landings makes a landing for the table as it is
   */
  Worker(
      SchemaGrowth growth,
      Function<SchemaGrowth.Shape, Landing> landings,
      Exchange exchange,
      Retries retries,
      Intake.Parts shared) {
    this.growth = growth;
    this.landings = landings;
    this.shape = growth.shape();
    this.landing = landings.apply(shape);
    this.tasks = shared.tasks();
    this.retries = retries;
    this.exchange = exchange;
    this.source = shared.source();
    this.inFlight = shared.inFlight();
    this.counters = shared.counters();
  }

  @Override
  public void run() {
    try {
      while (!exchange.isStopping()) {
        answerFlush();
        FileTask task = tasks.poll(IDLE_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        if (task != null) {
          land(task);
        }
      }
      if (exchange.isClosed()) {
        landing.abandon();
      } else {
        answerFlush();
      }
    } catch (InterruptedException e) {
      landing.abandon();
    } catch (Throwable e) {
      landing.abandon();
      exchange.fail(e);
    } finally {
      landing.close();
      exchange.workerEnded();
    }
  }

  /**
   * The epoch is read before the flush: a request that comes during it is answered by the next one.
   */
  private void answerFlush() {
    long wanted = exchange.wantedEpoch();
    if (wanted != flushedEpoch) {
      LandingResult result = landing.flush();
      flushedEpoch = wanted;
      exchange.deliver(wanted, result);
    }
  }

  private void land(FileTask task) throws InterruptedException {
    FileIdentity file = task.file();
    try {
      if (task.isRefused()) {
        landing.refuse(task.first(), task.parts(), overwritten(file));
        return;
      }
      FileStatus status = landWidening(task);
      counters.filesRead.increment();
      counters.bytesRead.add(file.sizeBytes());
      retries.succeeded(file.location());
      if (status == FileStatus.REJECTED) {
        LOG.warn("{} is refused as a whole; firn explain-file tells why", file.location());
      }
    } catch (VersionGoneException e) {
      LOG.info("{} was replaced or removed before it was read", file.location());
      retries.succeeded(file.location());
      source.release(inFlight.end(List.of(file)));
    } catch (IOException e) {
      retryLater(task, e);
    }
  }

  /** Lands a file, after the table has got the columns that its rows want, as far as it can. */
  private FileStatus landWidening(FileTask task) throws IOException, InterruptedException {
    useNewestShape();
    for (int widenings = 0; widenings < MAX_WIDENINGS; widenings++) {
      LandOutcome outcome = landing.landIfItFits(task.first(), task.parts());
      if (outcome instanceof LandOutcome.Landed landed) {
        return landed.status();
      }
      growth.widen(((LandOutcome.WantsColumns) outcome).columns());
      useNewestShape();
    }
    return landing.land(task.first(), task.parts());
  }

  /** Files that were decoded for the table as it was are handed over as they are. */
  @SuppressWarnings(
      "ReferenceEquality") // a new shape is a new object; comparing schemas would cost
  private void useNewestShape() {
    SchemaGrowth.Shape newest = growth.shape();
    if (newest != shape) {
      if (landing.fileCount() > 0) {
        exchange.handOver(landing.flush());
      }
      Landing next = landings.apply(newest);
      landing.close();
      landing = next;
      shape = newest;
    }
  }

  private static SourceFileException overwritten(FileIdentity file) {
    return new SourceFileException(
        RejectReason.OVERWRITTEN,
        file.location()
            + " holds another version of a file whose rows are in the table already; if its rows are to"
            + " be there too, run firn replay with it",
        null);
  }

  private void retryLater(FileTask task, IOException failure) {
    String location = task.file().location();
    int failures = retries.failed(location, inFlight.end(List.of(task.file())));
    if (failures == FAILURES_BEFORE_ALERT) {
      counters.alerts.increment();
    }
    LOG.warn(
        "reading {} failed ({}. time), it will be tried again: {}",
        location,
        failures,
        failure.toString());
  }
}
