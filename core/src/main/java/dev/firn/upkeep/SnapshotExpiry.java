package dev.firn.upkeep;

import dev.firn.commit.PinnedOperations;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.LedgerHead;
import dev.firn.ledger.LedgerKeys;
import dev.firn.ledger.LedgerState;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * Expires snapshots, with the files that only they need, by Iceberg's rules: older than a moment,
 * not the last few of a branch, not what a tag or branch holds.
 *
 * <p>What the ledger stands on stays: the snapshot that names its head, all between that and the
 * current one, and those that were cherry-picked in between. Specs and schemas that no file uses
 * stay too: a landing spec may have no file at the moment. One thread.
 */
public final class SnapshotExpiry {
  private final TableFiles table;
  private final Clock clock;

  /**
   * Expiry for a table.
   *
   * @param clock tells what is old
   */
  public SnapshotExpiry(TableFiles table, Clock clock) {
    this.table = table;
    this.clock = clock;
  }

  /**
   * What is to be expired.
   *
   * @param olderThan snapshots before it; without one, by the table's property {@code
   *     history.expire.max-snapshot-age-ms}
   * @param retainLast snapshots of each branch that stay whatever their age; without one, by the
   *     property {@code history.expire.min-snapshots-to-keep}
   * @param dryRun whether to count only
   */
  public record Settings(Optional<Instant> olderThan, OptionalInt retainLast, boolean dryRun) {
    /** By the table's own properties. */
    public static final Settings BY_PROPERTIES =
        new Settings(Optional.empty(), OptionalInt.empty(), false);
  }

  /**
   * What was done.
   *
   * @param snapshots that are gone
   * @param files that were deleted with them
   * @param held why it was left for another time, if it was
   */
  public record Report(long snapshots, long files, Optional<String> held) {
    static Report held(String why) {
      return new Report(0, 0, Optional.of(why));
    }
  }

  /**
   * Expires.
   *
   * @throws FirnException {@link ErrorCode#LEDGER_UNKNOWN} if an operator has to decide first,
   *     {@link ErrorCode#CONFLICT} if other writers were first all the time, {@link
   *     ErrorCode#COMMIT_STATE_UNKNOWN} if the outcome can't be found out: no file was deleted
   */
  public Report run(Settings settings) {
    TableMetadata base = table.operations().refresh();
    Optional<String> held = whyHeld(base);
    if (held.isPresent() || base.snapshots().isEmpty()) {
      return new Report(0, 0, held);
    }
    Instant before = cutOff(base, settings);
    long due =
        expiry(new PinnedOperations(table.operations(), base), before, settings).apply().size();
    if (due == 0 || settings.dryRun()) {
      return new Report(due, 0, Optional.empty());
    }
    AtomicLong files = new AtomicLong();
    TableOperations guarded = new GuardedOperations(table.operations(), this::check);
    int snapshots = base.snapshots().size();
    try {
      expiry(guarded, before, settings).deleteWith(file -> delete(file, files)).commit();
    } catch (CommitFailedException e) {
      throw new FirnException(
          ErrorCode.CONFLICT,
          "can't expire snapshots of "
              + table.name()
              + ": other writers were first ("
              + e.getMessage()
              + "); nothing was changed, try again",
          e);
    } catch (CommitStateUnknownException e) {
      throw new FirnException(
          ErrorCode.COMMIT_STATE_UNKNOWN,
          "expiring snapshots of "
              + table.name()
              + " may or may not have landed: "
              + e.getMessage()
              + "; no file was deleted, orphan clean-up finds them later",
          e);
    }
    long left = table.operations().refresh().snapshots().size();
    return new Report(Math.max(due, snapshots - left), files.get(), Optional.empty());
  }

  private ExpireSnapshots expiry(TableOperations on, Instant before, Settings settings) {
    ExpireSnapshots expiry =
        new BaseTable(on, table.name())
            .expireSnapshots()
            .expireOlderThan(before.toEpochMilli())
            .executeDeleteWith(Direct.EXECUTOR)
            .planWith(Direct.EXECUTOR);
    settings.retainLast().ifPresent(expiry::retainLast);
    return expiry;
  }

  private void delete(String file, AtomicLong count) {
    try {
      table.operations().io().deleteFile(file);
      count.incrementAndGet();
    } catch (NotFoundException e) {
      // Somebody else was faster; it is gone, which is all that was wanted.
    }
  }

  private Optional<String> whyHeld(TableMetadata metadata) {
    if (table.ledger().isEmpty()) {
      return Optional.empty();
    }
    LedgerState state = LedgerHead.of(metadata, table.ledger().get());
    if (state instanceof LedgerState.Unknown unknown) {
      throw new FirnException(ErrorCode.LEDGER_UNKNOWN, unknown.reason());
    }
    return state instanceof LedgerState.RolledBack
        ? Optional.of(
            "the table was rolled back, and no ingester has recorded yet which files left it")
        : Optional.empty();
  }

  /** On the metadata that is swapped: nothing may have become of the ledger. */
  private void check(TableMetadata from, TableMetadata to) {
    if (table.ledger().isEmpty()) {
      return;
    }
    LedgerState before = LedgerHead.of(from, table.ledger().get());
    LedgerState after = LedgerHead.of(to, table.ledger().get());
    boolean whole = before instanceof LedgerState.Head || before instanceof LedgerState.Absent;
    if (!whole || !before.equals(after)) {
      throw new FirnException(
          ErrorCode.CONFLICT,
          "snapshots of "
              + table.name()
              + " are not expired: the ledger's head would not be found any more; nothing was"
              + " changed, try again when an ingester has committed");
    }
  }

  private Instant cutOff(TableMetadata base, Settings settings) {
    long age =
        base.propertyAsLong(
            TableProperties.MAX_SNAPSHOT_AGE_MS, TableProperties.MAX_SNAPSHOT_AGE_MS_DEFAULT);
    Instant wanted = settings.olderThan().orElseGet(() -> clock.instant().minusMillis(age));
    long oldestNeeded = Long.MAX_VALUE;
    for (long id : needed(base)) {
      Snapshot snapshot = base.snapshot(id);
      oldestNeeded =
          snapshot == null ? oldestNeeded : Math.min(oldestNeeded, snapshot.timestampMillis());
    }
    return oldestNeeded < wanted.toEpochMilli() ? Instant.ofEpochMilli(oldestNeeded) : wanted;
  }

  /** From the current snapshot to the ledger's head, and what was cherry-picked on the way. */
  private static Set<Long> needed(TableMetadata base) {
    Set<Long> needed = new HashSet<>();
    if (!base.properties().containsKey(LedgerKeys.PROPERTY_LEDGER)) {
      return needed;
    }
    for (Snapshot each = base.currentSnapshot(); each != null; each = parent(base, each)) {
      for (Snapshot picked = each; picked != null; picked = source(base, picked)) {
        needed.add(picked.snapshotId());
      }
      if (each.summary().containsKey(LedgerKeys.SUMMARY_LEDGER)) {
        return needed;
      }
    }
    return needed;
  }

  private static @Nullable Snapshot parent(TableMetadata base, Snapshot snapshot) {
    Long parent = snapshot.parentId();
    return parent == null ? null : base.snapshot(parent);
  }

  private static @Nullable Snapshot source(TableMetadata base, Snapshot snapshot) {
    String source = snapshot.summary().get("source-snapshot-id");
    try {
      return source == null ? null : base.snapshot(Long.parseLong(source));
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
