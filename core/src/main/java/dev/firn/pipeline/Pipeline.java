package dev.firn.pipeline;

import dev.firn.commit.CommitOutcome;
import dev.firn.commit.Committer;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.Deletion;
import dev.firn.landing.LandedFile;
import dev.firn.landing.LandingResult;
import dev.firn.landing.straight.StraightFiles;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.ReplayRequests;
import dev.firn.pipeline.upkeep.LandingUpkeep;
import dev.firn.pipeline.upkeep.LedgerUpkeep;
import dev.firn.pipeline.upkeep.TableUpkeepThread;
import dev.firn.publish.DayTwins;
import dev.firn.source.FileIdentity;
import dev.firn.source.Notice;
import dev.firn.source.SourceStore;
import dev.firn.source.recall.RecallingSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded runner: one intake thread, a worker per core, and the caller's thread, which
 * commits.
 *
 * <p>{@link #run} returns when the backlog is in the table ({@code once}), after {@link #stop}, or
 * throws when something failed that trying again does not mend. However it ends, and also when the
 * process is killed, no row is lost or doubled: what is not committed is noticed again by the next
 * run.
 */
public final class Pipeline {
  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

  /**
   * Files that may wait for a worker: keeps both cores busy and bounds what a crash reads again.
   */
  private static final int MAX_WAITING_TASKS = 256;

  /** How often the committing thread looks whether there is something to do. */
  private static final long TICK_MILLIS = 20;

  /** How long a commit waits for a worker that is in the middle of a file. */
  private static final long FLUSH_WAIT_MILLIS = 2_000;

  /** How long a stop waits for the files in hand; then they are abandoned. */
  private static final long STOP_WAIT_MILLIS = 20_000;

  /** Commits of a backlog that fills files of the table's own spec are rarer by this. */
  private static final int BACKLOG_INTERVALS = 10;

  /** A backlog run commits early when nothing is waiting, but not more often than this. */
  private static final Duration SHORTEST_IDLE_COMMIT = Duration.ofMillis(200);

  private final boolean once;
  private final Duration commitInterval;
  private final Duration renewAfter;
  private final Clock clock;
  private final Committer committer;
  private final LedgerUpkeep upkeep;
  private final LandingUpkeep landingUpkeep;
  private final Optional<DayUpkeep> dayUpkeep;
  private final Optional<TableUpkeepThread> tableUpkeep;
  private final DayTwins twins;
  private final FileIO io;
  private final RecallingSource source;
  private final Exchange exchange;
  private final Optional<StraightFiles> straight;
  private final InFlight inFlight = new InFlight();
  private final Retries retries;
  private final BlockingQueue<FileTask> tasks = new ArrayBlockingQueue<>(MAX_WAITING_TASKS);
  private final Counters counters = new Counters();
  private final Intake intake;
  private final List<Worker> workers = new ArrayList<>();

  /** The head as this process knows it; published before the files that it covers leave flight. */
  private final AtomicReference<Optional<LedgerRoot>> head =
      new AtomicReference<>(Optional.empty());

  private volatile boolean stopRequested;
  private volatile boolean intakeIdle;
  private volatile @Nullable Instant lastCommit;
  private Instant lastAttempt = Instant.EPOCH;

  /**
   * A pipeline that is ready to run.
   *
   * @param table closed by the caller, after the run
   * @param once whether to end when everything that is there is in the table
   */
  public Pipeline(OpenedTable table, Environment environment, boolean once) {
    PipelineConfig config = table.config();
    this.once = once;
    this.clock = environment.clock();
    this.commitInterval = config.commitInterval();
    this.renewAfter = config.get(ConfigKeys.LEDGER_RENEW);
    this.committer = table.committer(environment);
    PipelineParts parts = new PipelineParts(table, environment);
    this.upkeep = new LedgerUpkeep(table.ledger(), committer, LedgerUpkeep.newThread());
    Lock compacting = new ReentrantLock(true);
    this.twins = DaySetup.twins(table);
    this.landingUpkeep =
        new LandingUpkeep(
            table.compactor(environment, OptionalLong.empty()).telling(twins::filesLeft),
            config.get(ConfigKeys.COMPACTION_AFTER),
            () -> !tasks.isEmpty(),
            compacting);
    SourceStore store = parts.sourceStore();
    this.io = table.io();
    this.source = parts.noticeSource(store, once);
    this.dayUpkeep =
        once || DaySetup.whyNone(config).isPresent()
            ? Optional.empty()
            : Optional.of(
                new DayUpkeep(
                    table, environment, () -> !tasks.isEmpty(), compacting, twins, source::recall));
    this.tableUpkeep =
        once ? Optional.empty() : Optional.of(PipelineParts.tableUpkeep(table, environment));
    this.retries = new Retries(source, clock);
    int workerCount = parts.workerCount();
    this.exchange = new Exchange(workerCount);
    this.straight = once ? Optional.of(parts.straight()) : Optional.empty();
    Intake.Parts shared =
        new Intake.Parts(
            source,
            new ReplayRequests(table.io()),
            parts.pattern(),
            table.index(),
            head::get,
            inFlight,
            tasks,
            config.get(ConfigKeys.ON_OVERWRITE),
            counters);
    this.intake = new Intake(shared);
    SchemaGrowth growth = parts.growth(counters);
    for (int i = 0; i < workerCount; i++) {
      int worker = i;
      workers.add(
          new Worker(
              growth,
              shape -> parts.landing(shape, store, worker, straight, counters),
              exchange,
              retries,
              shared));
    }
  }

  /**
   * Runs until the end; by one thread, once.
   *
   * @throws FirnException for what trying again does not mend; {@link ErrorCode#STORAGE} at the end
   *     of a backlog run if files could not be read
   */
  public void run() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    Thread intakeThread = new Thread(this::takeIn, "firn-intake");
    try {
      head.set(committer.settle(renewAfter));
      threads.add(start(intakeThread));
      for (int i = 0; i < workers.size(); i++) {
        threads.add(start(new Thread(workers.get(i), "firn-worker-" + i)));
      }
      dayUpkeep.ifPresent(DayUpkeep::start);
      tableUpkeep.ifPresent(TableUpkeepThread::start);
      commitUntilDone();
      finish();
    } catch (Throwable e) {
      exchange.fail(e);
      throw e;
    } finally {
      exchange.stop();
      intakeThread.interrupt();
      for (Thread thread : threads) {
        thread.join(STOP_WAIT_MILLIS);
      }
      // What workers handed over after the last commit, or before a failure.
      Deletion.tryAll(io, exchange.take(0).locations());
      straight.ifPresent(StraightFiles::close);
      upkeep.close();
      if (dayUpkeep.isPresent()) {
        dayUpkeep.get().close();
      }
      landingUpkeep.close();
      twins.close();
      if (tableUpkeep.isPresent()) {
        tableUpkeep.get().close();
      }
      source.close();
    }
  }

  /**
   * Asks {@link #run} to commit what is in hand and return; any thread, also in a signal handler.
   */
  public void stop() {
    stopRequested = true;
  }

  /** How far it has come; any thread. */
  public Progress progress() {
    return new Progress(
        counters.filesRead.sum(),
        counters.filesCommitted.sum(),
        counters.filesRejected.sum(),
        counters.filesKnown.sum(),
        counters.rowsIn.sum(),
        counters.rowsWritten.sum(),
        counters.rowsRejected.sum(),
        counters.rowsDropped.sum(),
        counters.bytesRead.sum(),
        inFlight.size() + retries.waiting(),
        counters.commits.sum(),
        counters.conflicts.sum(),
        Optional.ofNullable(lastCommit),
        counters.alerts.sum(),
        counters.rejects(),
        source.skipped());
  }

  private static Thread start(Thread thread) {
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void takeIn() {
    try {
      while (!exchange.isStopping() && !stopRequested) {
        retries.releaseDue();
        intakeIdle = intake.step(Duration.ofMillis(100)) == 0;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      exchange.fail(e);
    }
  }

  private void commitUntilDone() throws InterruptedException {
    lastAttempt = clock.instant();
    while (!stopRequested) {
      rethrowFailure();
      Duration since = Duration.between(lastAttempt, clock.instant());
      boolean idle = once && intakeIdle && tasks.isEmpty();
      if (since.compareTo(interval()) >= 0
          || (idle && since.compareTo(SHORTEST_IDLE_COMMIT) >= 0)) {
        exchange.requestFlush();
        commit(exchange.take(FLUSH_WAIT_MILLIS));
        if (once && isDone()) {
          return;
        }
      } else {
        exchange.pause(TICK_MILLIS);
      }
    }
  }

  /** A backlog that fills its files is waited for: each commit in between would split them all. */
  private Duration interval() {
    return straight.filter(StraightFiles::isOpen).isPresent()
        ? commitInterval.multipliedBy(BACKLOG_INTERVALS)
        : commitInterval;
  }

  private boolean isDone() {
    return inFlight.size() == 0 && retries.givenUp().filter(source::isDrainedBut).isPresent();
  }

  /** The last commit: what the workers have in hand, or nothing of it. */
  private void finish() throws InterruptedException {
    exchange.requestFlush();
    exchange.stop();
    if (!exchange.awaitWorkers(STOP_WAIT_MILLIS)) {
      LOG.warn("a worker is still in the middle of a file, which the next run will read again");
    }
    commit(exchange.take(0));
    rethrowFailure();
    List<String> unreadable = retries.unreadable();
    if (once && !unreadable.isEmpty()) {
      throw new FirnException(
          ErrorCode.STORAGE,
          unreadable.size()
              + " files could not be read, the first is "
              + unreadable.get(0)
              + "; everything else is in the table; see to the files and run again");
    }
  }

  private void rethrowFailure() {
    Throwable failure = exchange.failure();
    if (failure instanceof FirnException f) {
      throw f;
    }
    if (failure != null) {
      throw new FirnException(
          ErrorCode.INTERNAL,
          "the pipeline stopped because of " + failure + "; nothing is lost, start it again",
          failure);
    }
  }

  private void commit(LandingResult landed) throws InterruptedException {
    lastAttempt = clock.instant();
    if (landed.entries().isEmpty()) {
      publish(committer.settle(renewAfter));
      return;
    }
    CommitOutcome outcome = committer.commit(landed);
    if (outcome instanceof CommitOutcome.Committed committed) {
      publish(Optional.of(committed.root()));
      lastCommit = clock.instant();
      counters.commits.increment();
      counters.conflicts.add(Math.max(0, committed.attempts() - 1));
      count(landed.entries());
      landingUpkeep.landed((int) landed.files().stream().filter(LandedFile::isLanding).count());
      acknowledge(landed.entries().stream().map(LedgerEntry::file).toList());
    } else if (outcome instanceof CommitOutcome.GivenUp givenUp) {
      publish(givenUp.root());
      counters.conflicts.increment();
      readAgain(landed.entries(), givenUp);
    }
  }

  private void publish(Optional<LedgerRoot> root) {
    head.set(root);
    root.ifPresent(upkeep::headMoved);
  }

  /** Lets the intake decide anew: another version of a file may be in the table by now. */
  private void readAgain(List<LedgerEntry> entries, CommitOutcome.GivenUp givenUp) {
    LOG.info(
        "another ingester was first with {} of {} files; the others are looked at again",
        givenUp.known().size(),
        entries.size());
    counters.filesKnown.add(givenUp.known().size());
    acknowledge(givenUp.known());
    List<FileIdentity> others = new ArrayList<>();
    for (LedgerEntry entry : entries) {
      if (!givenUp.known().contains(entry.file())) {
        others.add(entry.file());
      }
    }
    source.release(inFlight.end(others));
  }

  private void acknowledge(java.util.Collection<FileIdentity> files) {
    List<Notice> notices = inFlight.end(files);
    source.acknowledge(notices);
  }

  private void count(List<LedgerEntry> entries) {
    for (LedgerEntry entry : entries) {
      counters.filesCommitted.increment();
      if (entry.status() == FileStatus.REJECTED) {
        counters.filesRejected.increment();
      }
      counters.rowsIn.add(entry.rowsIn());
      counters.rowsWritten.add(entry.rowsWritten());
      counters.rowsRejected.add(entry.rowsRejected());
      counters.rowsDropped.add(entry.rowsDropped());
    }
  }
}
