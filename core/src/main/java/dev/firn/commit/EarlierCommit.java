package dev.firn.commit;

import dev.firn.landing.LandingResult;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/**
 * Tells a batch that another ingester was first with from one that is handed over a second time
 * (after a restart, say): the files of the latter are in the table and must not be deleted.
 *
 * <p>A commit is all or nothing, so only a batch of which the ledger knows every file can have been
 * committed; then its entries have one commit id, and the snapshot of that commit tells.
 */
final class EarlierCommit {
  private final LedgerTable table;
  private final TableMetadata metadata;
  private final LandingResult landing;

  EarlierCommit(LedgerTable table, TableMetadata metadata, LandingResult landing) {
    this.table = table;
    this.metadata = metadata;
    this.landing = landing;
  }

  /**
   * Whether the table may lead to a file of the batch; false only if that is certain.
   *
   * @param head what the batch was given up for
   */
  boolean mayHaveTakenIt(LedgerRoot head) {
    List<LedgerEntry> batch = landing.entries();
    List<FileKey> keys =
        batch.stream().map(entry -> new FileKey(entry.file().location(), entry.day())).toList();
    Map<String, List<LedgerEntry>> found = table.index().entries(head, keys);
    Set<UUID> commits = new HashSet<>();
    for (LedgerEntry entry : batch) {
      Optional<LedgerEntry> known = newest(found, entry.file());
      if (known.isEmpty()) {
        return false;
      }
      if (known.get().status() != FileStatus.INGESTED
          && known.get().status() != FileStatus.REJECTED) {
        // A rollback or replay has the last word on it, and hides which commit it was in.
        return true;
      }
      commits.add(known.get().commitId());
    }
    return commits.size() == 1 && snapshotMayName(commits.iterator().next());
  }

  private static Optional<LedgerEntry> newest(
      Map<String, List<LedgerEntry>> found, FileIdentity file) {
    return found.getOrDefault(file.location(), List.of()).stream()
        .filter(known -> known.file().sameVersionAs(file))
        .findFirst();
  }

  private boolean snapshotMayName(UUID commit) {
    Optional<Snapshot> snapshot = CommitLoop.snapshotOf(metadata, commit);
    return snapshot.isEmpty() || landing.files().isEmpty() || names(snapshot.get());
  }

  private boolean names(Snapshot snapshot) {
    FileIO io = table.operations().io();
    Set<String> locations = landing.locations();
    for (ManifestFile manifest : snapshot.dataManifests(io)) {
      try (ManifestReader<DataFile> files =
          ManifestFiles.read(manifest, io, metadata.specsById())) {
        for (DataFile file : files) {
          if (locations.contains(file.location())) {
            return true;
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return false;
  }
}
