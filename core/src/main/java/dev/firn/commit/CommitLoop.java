package dev.firn.commit;

import dev.firn.catalog.PointerStoreException;
import dev.firn.commit.LedgerChange.Step;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.Deletion;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerHead;
import dev.firn.ledger.LedgerKeys;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.MergePlan;
import dev.firn.ledger.NextRoot;
import dev.firn.ledger.Segment;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries one change until its outcome is known: the only place in Firn that commits. */
final class CommitLoop {
  private static final Logger LOG = LoggerFactory.getLogger(CommitLoop.class);
  private static final int FAILURES_BEFORE_A_WARNING = 5;

  private final LedgerTable table;
  private final Supplier<UUID> ids;
  private final CommitOptions options;

  /** A merge of segments that waits for the next root. */
  private final AtomicReference<MergePlan.@Nullable Merged> merged = new AtomicReference<>();

  CommitLoop(LedgerTable table, Supplier<UUID> ids, CommitOptions options) {
    this.table = table;
    this.ids = ids;
    this.options = options;
  }

  /** What is kept between the attempts of one change. */
  private static final class Attempts {
    /** By the clock that nobody sets: an elapsed time has to be waited for. */
    private final long deadlineNanos;

    private Duration backoff;
    private int count;
    private int failures;
    private List<LedgerEntry> segmentEntries = List.of();
    private @Nullable Segment segment;

    /** The failure after which an attempt's outcome could not be told, if there was one. */
    private @Nullable RuntimeException unknown;

    private Attempts(Duration timeout, Duration backoff) {
      this.deadlineNanos = System.nanoTime() + timeout.toNanos();
      this.backoff = backoff;
    }

    private boolean isTimeUp() {
      return System.nanoTime() + backoff.toNanos() - deadlineNanos > 0;
    }
  }

  void offer(MergePlan.Merged newlyMerged) {
    merged.set(newlyMerged);
  }

  boolean isOfferWaiting() {
    return merged.get() != null;
  }

  <R> R run(LedgerChange<R> change) throws InterruptedException {
    Attempts attempts = new Attempts(options.timeout(), options.firstBackoff());
    while (true) {
      try {
        return attempt(change, attempts);
      } catch (NoSuchTableException gone) {
        throw new FirnException(
            ErrorCode.NOT_FOUND,
            "can't commit to "
                + table.name()
                + ": the table is not there any more; it was dropped or renamed",
            gone);
      } catch (RuntimeException failure) {
        if (!mayBeTriedAgain(failure)) {
          throw failure;
        }
        LOG.info(
            "commit {}, attempt {}: {}", change.commitId(), attempts.count, failure.toString());
        if (attempts.isTimeUp()) {
          throw timedOut(change, attempts, failure);
        }
        attempts.failures++;
        if (attempts.failures == FAILURES_BEFORE_A_WARNING
            && !(failure instanceof CommitFailedException)) {
          warn(change, failure);
        }
      }
      pause(attempts);
    }
  }

  /** Said once: whoever watches would see only that nothing is committed. */
  private void warn(LedgerChange<?> change, RuntimeException failure) {
    LOG.warn(
        "commit {} to {} did not get through in {} attempts and is tried again for up to {} s; last"
            + " failure: {}",
        change.commitId(),
        table.name(),
        FAILURES_BEFORE_A_WARNING,
        options.timeout().toSeconds(),
        failure.getMessage());
  }

  private static boolean mayBeTriedAgain(RuntimeException failure) {
    return failure instanceof SwapFailedException
        || failure instanceof CommitFailedException
        || failure instanceof RuntimeIOException
        || failure instanceof UncheckedIOException
        || (failure instanceof FirnException f && f.code().retryable());
  }

  private <R> R attempt(LedgerChange<R> change, Attempts attempts) throws InterruptedException {
    TableOperations operations = table.operations();
    TableMetadata base = operations.refresh();
    if (attempts.unknown != null) {
      Optional<Snapshot> landed = snapshotOf(base, change.commitId());
      if (landed.isPresent()) {
        LedgerRoot root = table.store().read(rootOf(landed.get()));
        return change.committed(root, landed.get().snapshotId(), attempts.count);
      }
    }
    LedgerState state = LedgerHead.of(base, table.store());
    if (state instanceof LedgerState.RolledBack && change.wantsRollbackSettled()) {
      run(new SettleChange(table, ids.get(), Instant.EPOCH));
      return attempt(change, attempts);
    }
    Step<R> step = change.on(base, state, attempts.unknown != null);
    if (step instanceof Step.Done<R> done) {
      return done.result();
    }
    return swap(change, (Step.Commit<R>) step, base, attempts);
  }

  private <R> R swap(
      LedgerChange<R> change, Step.Commit<R> step, TableMetadata base, Attempts attempts) {
    attempts.count++;
    MergePlan.Merged waiting = merged.get();
    LedgerRoot root = table.store().writeRoot(next(step, waiting, attempts));
    PinnedOperations pinned = new PinnedOperations(table.operations(), base);
    try {
      build(pinned, step, root);
    } catch (NotFoundException e) {
      discard(pinned, root);
      throw isOutdated(base)
          ? new CommitFailedException(e, "%s has changed, and its old files are gone", table.name())
          : missing(e);
    } catch (RuntimeException e) {
      discard(pinned, root);
      throw e;
    }
    try {
      table.operations().commit(base, pinned.current());
    } catch (RuntimeException e) {
      if (isCertain(e)) {
        discard(pinned, root);
        throw e;
      }
      // The swap may be under way: nothing is deleted, and the commit id tells.
      attempts.unknown = e;
      throw new SwapFailedException(e);
    }
    if (waiting != null) {
      merged.compareAndSet(waiting, null);
    }
    long snapshotId = pinned.current().currentSnapshot().snapshotId();
    return change.committed(root, snapshotId, attempts.count);
  }

  /** Somebody may have gone on and expired what this attempt is built on. */
  private boolean isOutdated(TableMetadata base) {
    String now = table.operations().refresh().metadataFileLocation();
    return !now.equals(base.metadataFileLocation());
  }

  private FirnException missing(NotFoundException failure) {
    return new FirnException(
        ErrorCode.TABLE,
        "can't commit to "
            + table.name()
            + ": its current snapshot names a file that is missing ("
            + failure.getMessage()
            + "); restore it, or roll the table back to a snapshot that is whole",
        failure);
  }

  /** Whether nothing was swapped and nothing will be; what is not known to be so is not. */
  private static boolean isCertain(RuntimeException failure) {
    if (failure instanceof PointerStoreException database) {
      return !database.mayHaveBeenApplied();
    }
    return failure instanceof CommitFailedException
        || failure instanceof NoSuchTableException
        || failure instanceof FirnException;
  }

  private NextRoot next(
      Step.Commit<?> step, MergePlan.@Nullable Merged waiting, Attempts attempts) {
    if (!step.entries().equals(attempts.segmentEntries)) {
      attempts.segment = table.store().writeSegment(step.entries(), table.dayRule());
      attempts.segmentEntries = step.entries();
    }
    NextRoot next = waiting == null ? step.next() : step.next().merging(waiting);
    return step.entries().isEmpty() || attempts.segment == null
        ? next
        : next.adding(List.of(attempts.segment));
  }

  /** The whole change as one new metadata on the pinned base: landing specs, data files, ledger. */
  private void build(PinnedOperations pinned, Step.Commit<?> step, LedgerRoot root) {
    AppendFiles append = new BaseTable(pinned, table.name()).newAppend();
    new LandedDataFiles(pinned).bind(step.files()).forEach(append::appendFile);
    append.set(LedgerKeys.SUMMARY_LEDGER, root.location());
    append.set(LedgerKeys.SUMMARY_COMMIT, root.commitId().toString());
    append.commit();
    TableMetadata withFiles = pinned.current();
    TableMetadata.Builder rest =
        TableMetadata.buildFrom(withFiles)
            .setProperties(Map.of(LedgerKeys.PROPERTY_LEDGER, root.location()));
    step.tag().ifPresent(tag -> rest.setRef(tag.name(), tag.toRef()));
    pinned.commit(withFiles, rest.build());
  }

  /** After a certain failure nothing names these files. */
  private void discard(PinnedOperations pinned, LedgerRoot root) {
    List<String> files = new ArrayList<>(pinned.newFiles());
    files.add(root.location());
    Deletion.tryAll(table.operations().io(), files);
  }

  private static String rootOf(Snapshot snapshot) {
    String location = snapshot.summary().get(LedgerKeys.SUMMARY_LEDGER);
    if (location == null) {
      throw new FirnException(
          ErrorCode.LEDGER_UNKNOWN,
          "snapshot "
              + snapshot.snapshotId()
              + " has a commit id and no ledger root; run firn ledger adopt");
    }
    return location;
  }

  /** The snapshot of a commit, on whatever branch of the history it now lies. */
  static Optional<Snapshot> snapshotOf(TableMetadata metadata, UUID commitId) {
    for (Snapshot snapshot : metadata.snapshots()) {
      // Snapshots of format version 1 may have no summary.
      Map<String, String> summary = snapshot.summary();
      if (summary != null && commitId.toString().equals(summary.get(LedgerKeys.SUMMARY_COMMIT))) {
        return Optional.of(snapshot);
      }
    }
    return Optional.empty();
  }

  private void pause(Attempts attempts) throws InterruptedException {
    LockSupport.parkNanos(attempts.backoff.toNanos());
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while waiting to commit again");
    }
    Duration doubled = attempts.backoff.multipliedBy(2);
    attempts.backoff = doubled.compareTo(options.maxBackoff()) > 0 ? options.maxBackoff() : doubled;
  }

  private FirnException timedOut(
      LedgerChange<?> change, Attempts attempts, RuntimeException failure) {
    boolean unknown = attempts.unknown != null;
    return new FirnException(
        unknown ? ErrorCode.COMMIT_STATE_UNKNOWN : codeOf(failure),
        "commit "
            + change.commitId()
            + " to "
            + table.name()
            + (unknown ? " may or may not have landed" : " did not land")
            + " after "
            + attempts.count
            + " attempts in "
            + options.timeout().toSeconds()
            + " s; last failure: "
            + failure.getMessage()
            + "; nothing is lost: the next run finds out and reads again what is missing",
        failure);
  }

  private static ErrorCode codeOf(RuntimeException failure) {
    if (failure instanceof FirnException known) {
      return known.code();
    }
    return failure instanceof CommitFailedException ? ErrorCode.CONFLICT : ErrorCode.STORAGE;
  }

  /** The compare-and-set ended with something other than a conflict. */
  private static final class SwapFailedException extends RuntimeException {
    SwapFailedException(RuntimeException cause) {
      super(cause.toString(), cause);
    }
  }
}
