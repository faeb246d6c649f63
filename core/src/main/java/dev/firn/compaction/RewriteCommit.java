package dev.firn.compaction;

import dev.firn.catalog.PointerStoreException;
import dev.firn.commit.LandedDataFiles;
import dev.firn.commit.PinnedOperations;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.Deletion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Swaps data files for what a compaction made of them, in one snapshot.
 *
 * <p>Every attempt is built on fresh metadata and tried once. If a file was deleted or got new
 * deletes since, if the table was rolled back beneath the snapshot that was read, or if the layout
 * is not the table's any more, the compaction gives way: its own files are deleted and nothing has
 * changed. Appends by others never make it give way.
 */
public final class RewriteCommit {
  /** Summary key that names the rewrite; how a lost answer is found out. */
  public static final String SUMMARY_COMPACTION = "firn.compaction";

  private static final Logger LOG = LoggerFactory.getLogger(RewriteCommit.class);
  private static final int ATTEMPTS_MOST = 30;
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final TableOperations operations;
  private final String name;

  /** Commits to one table. */
  RewriteCommit(TableOperations operations, String name) {
    this.operations = operations;
    this.name = name;
  }

  /**
   * A rewrite.
   *
   * @param id names it
   * @param snapshotId the snapshot in which the inputs were read, with all their deletes
   * @param inputs what is replaced
   * @param outputs what replaces it
   * @param tableSpec the layout of partitioned outputs
   * @param dataSequenceNumber what the outputs keep; empty: the new snapshot's
   */
  record Rewrite(
      UUID id,
      long snapshotId,
      List<DataFile> inputs,
      List<CompactedFile> outputs,
      PartitionSpec tableSpec,
      Optional<Long> dataSequenceNumber) {}

  /** What became of it. */
  sealed interface Outcome {
    /** It is done. */
    record Committed(long snapshotId) implements Outcome {}

    /** Somebody else changed what it was about. */
    record GaveWay(String reason) implements Outcome {}
  }

  /**
   * Commits.
   *
   * @throws FirnException {@link ErrorCode#CONFLICT} if others were first all the time (nothing is
   *     left), {@link ErrorCode#COMMIT_STATE_UNKNOWN} if the outcome can't be found out (nothing is
   *     deleted), or a failure of storage or catalog
   */
  Outcome run(Rewrite rewrite) throws InterruptedException {
    boolean mayHaveLanded = false;
    RuntimeException last = new CommitFailedException("not tried");
    for (int attempt = 1; attempt <= ATTEMPTS_MOST; attempt++) {
      TableMetadata base = operations.refresh();
      Optional<Snapshot> landed = mayHaveLanded ? snapshotOf(base, rewrite.id()) : Optional.empty();
      if (landed.isPresent()) {
        return new Outcome.Committed(landed.get().snapshotId());
      }
      PinnedOperations pinned = new PinnedOperations(operations, base);
      try {
        build(pinned, base, rewrite);
      } catch (ValidationException e) {
        return giveWay(pinned, rewrite, mayHaveLanded, e);
      } catch (RuntimeException e) {
        Deletion.tryAll(operations.io(), pinned.newFiles());
        throw e;
      }
      try {
        operations.commit(base, pinned.current());
        return new Outcome.Committed(pinned.current().currentSnapshot().snapshotId());
      } catch (NoSuchTableException e) {
        Deletion.tryAll(operations.io(), pinned.newFiles());
        return giveWay(pinned, rewrite, mayHaveLanded, e);
      } catch (RuntimeException e) {
        last = e;
        if (isCertain(e)) {
          Deletion.tryAll(operations.io(), pinned.newFiles());
        } else {
          mayHaveLanded = true;
        }
        if (!(e instanceof CommitFailedException) && isCertain(e)) {
          throw e;
        }
        LOG.debug("rewrite {}, attempt {}: {}", rewrite.id(), attempt, e.toString());
      }
      pause(attempt);
    }
    throw failure(rewrite, mayHaveLanded, last);
  }

  private void build(PinnedOperations pinned, TableMetadata base, Rewrite rewrite) {
    rewrite.dataSequenceNumber().ifPresent(kept -> refuseNewerEqualityDeletes(base, kept));
    List<DataFile> outputs = bind(pinned, base, rewrite);
    RewriteFiles update =
        new BaseTable(pinned, name).newRewrite().validateFromSnapshot(rewrite.snapshotId());
    rewrite.dataSequenceNumber().ifPresent(update::dataSequenceNumber);
    rewrite.inputs().forEach(update::deleteFile);
    outputs.forEach(update::addFile);
    update.set(SUMMARY_COMPACTION, rewrite.id().toString());
    update.commit();
  }

  /**
   * Iceberg 1.11 takes delete files that are older than all files left for useless and drops them,
   * without a look at files that are added with a sequence number of their own: rows that somebody
   * deleted meanwhile would be back.
   */
  private void refuseNewerEqualityDeletes(TableMetadata base, long kept) {
    Snapshot now = base.currentSnapshot();
    List<ManifestFile> manifests = now == null ? List.of() : now.deleteManifests(operations.io());
    for (ManifestFile manifest : manifests) {
      if (manifest.sequenceNumber() > kept) {
        try (ManifestReader<DeleteFile> files =
            ManifestFiles.readDeleteManifest(manifest, operations.io(), base.specsById())) {
          for (DeleteFile file : files) {
            Long sequence = file.dataSequenceNumber();
            if (file.content() == FileContent.EQUALITY_DELETES
                && (sequence == null || sequence > kept)) {
              throw new ValidationException(
                  "rows were deleted by equality meanwhile: %s", file.location());
            }
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private List<DataFile> bind(PinnedOperations pinned, TableMetadata base, Rewrite rewrite) {
    Optional<PartitionSpec> spec =
        base.specs().stream().filter(each -> each.compatibleWith(rewrite.tableSpec())).findFirst();
    LandedDataFiles landings = new LandedDataFiles(pinned);
    List<DataFile> files = new ArrayList<>();
    for (CompactedFile output : rewrite.outputs()) {
      if (output instanceof CompactedFile.Landed kept) {
        files.addAll(landings.bind(List.of(kept.landed())));
      } else if (output instanceof CompactedFile.Partitioned partitioned) {
        files.add(
            partitioned.dataFile(
                spec.orElseThrow(
                    () ->
                        new ValidationException(
                            "the table has no partition spec %s any more", rewrite.tableSpec()))));
      }
    }
    return files;
  }

  private Outcome giveWay(
      PinnedOperations pinned, Rewrite rewrite, boolean mayHaveLanded, RuntimeException why) {
    if (mayHaveLanded) {
      throw failure(rewrite, true, why);
    }
    Deletion.tryAll(operations.io(), pinned.newFiles());
    Deletion.tryAll(
        operations.io(), rewrite.outputs().stream().map(file -> file.file().location()).toList());
    return new Outcome.GaveWay(String.valueOf(why.getMessage()).lines().findFirst().orElse(""));
  }

  private FirnException failure(Rewrite rewrite, boolean unknown, RuntimeException cause) {
    if (!unknown) {
      Deletion.tryAll(
          operations.io(), rewrite.outputs().stream().map(file -> file.file().location()).toList());
    }
    return new FirnException(
        unknown ? ErrorCode.COMMIT_STATE_UNKNOWN : ErrorCode.CONFLICT,
        "compaction "
            + rewrite.id()
            + " of "
            + name
            + (unknown
                ? " may or may not have landed"
                : " did not land: other writers were first all the time")
            + " ("
            + cause.getMessage()
            + "); no row is lost or doubled either way, compact again",
        cause);
  }

  private static Optional<Snapshot> snapshotOf(TableMetadata metadata, UUID id) {
    for (Snapshot snapshot : metadata.snapshots()) {
      Map<String, String> summary = snapshot.summary();
      if (summary != null && id.toString().equals(summary.get(SUMMARY_COMPACTION))) {
        return Optional.of(snapshot);
      }
    }
    return Optional.empty();
  }

  private static boolean isCertain(RuntimeException failure) {
    if (failure instanceof PointerStoreException database) {
      return !database.mayHaveBeenApplied();
    }
    return failure instanceof CommitFailedException || failure instanceof FirnException;
  }

  private static void pause(int attempt) throws InterruptedException {
    long nanos = Math.min(LONGEST_PAUSE.toNanos(), 2_000_000L << Math.min(attempt, 20));
    LockSupport.parkNanos(nanos);
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while waiting to commit a compaction again");
    }
  }
}
