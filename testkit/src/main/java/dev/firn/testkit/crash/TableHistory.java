package dev.firn.testkit.crash;

import dev.firn.compaction.RewriteCommit;
import dev.firn.ledger.LedgerKeys;
import dev.firn.testkit.crash.TableState.Change;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * Every state that the table's pointer went through, from the log that each metadata file holds of
 * the ones before it; none is missed, whoever made it. Checks what holds of any two states in a
 * row: nothing is built on anything but the state before, no data file gets lost, none is listed
 * twice. One thread.
 */
final class TableHistory {
  private final FileIO io;
  private final List<String> problems;
  private final Lineage lineage;
  private final Set<Long> wantedMoves = new HashSet<>();
  private final Map<String, List<String>> manifests = new HashMap<>();
  private @Nullable TableState last;
  private Optional<List<String>> lastListed = Optional.empty();
  private boolean replacementWanted;
  private int states;

  /**
   * @param problems where violations are told
   */
  TableHistory(FileIO io, RowFiles rows, List<String> problems) {
    this.io = io;
    this.problems = problems;
    this.lineage = new Lineage(rows, problems);
  }

  /** An operator is about to make this snapshot current. */
  void wantMove(long snapshotId) {
    wantedMoves.add(snapshotId);
  }

  /** An operator is about to replace the table. */
  void wantReplacement() {
    replacementWanted = true;
  }

  /** The newest state that was looked at. */
  Optional<TableState> last() {
    return Optional.ofNullable(last);
  }

  int states() {
    return states;
  }

  /** A state in a few words, for the event log. */
  String describe(TableState state) {
    TableMetadata metadata = state.metadata();
    Snapshot snapshot = metadata.currentSnapshot();
    String location = metadata.metadataFileLocation();
    String name = location.substring(location.lastIndexOf('/') + 1);
    return name.substring(0, Math.min(14, name.length()))
        + " "
        + state.change()
        + " snapshot "
        + (snapshot == null ? "none" : snapshot.snapshotId())
        + ", "
        + state.liveFiles().map(files -> files.size() + " files").orElse("expired")
        + state.ownRoot().map(root -> ", root " + shortRoot(root)).orElse("")
        + (state.doubt() == TableState.Doubt.NEVER ? "" : ", doubt " + state.doubt());
  }

  private static String shortRoot(String root) {
    return root.substring(root.indexOf("root-") + 13, root.indexOf("root-") + 17)
        + "-"
        + root.substring(root.length() - 9, root.length() - 5);
  }

  /** The states since the last call, oldest first. */
  List<TableState> news(HasTableOperations table) {
    TableMetadata now = table.operations().refresh();
    List<String> log = new ArrayList<>();
    now.previousFiles().forEach(entry -> log.add(entry.file()));
    log.add(now.metadataFileLocation());
    int from = 0;
    if (last != null) {
      from = log.indexOf(last.metadata().metadataFileLocation()) + 1;
      if (from == 0) {
        problems.add(
            "the pointer left its line: "
                + last.metadata().metadataFileLocation()
                + " was current and is not in the log of "
                + now.metadataFileLocation());
      }
    }
    List<TableState> news = new ArrayList<>();
    for (String location : log.subList(from, log.size())) {
      TableMetadata metadata = TableMetadataParser.read(io, location);
      TableState state = follow(last, metadata);
      last = state;
      states++;
      news.add(state);
    }
    return news;
  }

  private TableState follow(@Nullable TableState before, TableMetadata now) {
    Change change = changeOf(before, now);
    boolean expired = before != null && (before.expired() || lostSnapshots(before, now));
    boolean replaced = before != null && (before.replaced() || change == Change.REPLACED);
    Optional<List<String>> listed = liveFiles(now);
    listed.ifPresent(files -> checkTwice(files, now));
    if (change == Change.COMPACTION) {
      takeIn(listed, now);
    }
    lastListed = listed;
    Optional<List<String>> live =
        lineage.isBlind() ? Optional.empty() : listed.map(lineage::expand);
    if (before != null && change != Change.MOVE && change != Change.REPLACED) {
      checkKept(before, live, now);
    }
    return new TableState(now, change, live, expired, replaced);
  }

  private void takeIn(Optional<List<String>> listed, TableMetadata now) {
    if (listed.isPresent() && lastListed.isPresent()) {
      lineage.compacted(lastListed.get(), listed.get(), now.metadataFileLocation());
    } else {
      lineage.missed();
    }
  }

  private Change changeOf(@Nullable TableState before, TableMetadata now) {
    Snapshot snapshot = now.currentSnapshot();
    Snapshot former = before == null ? null : before.metadata().currentSnapshot();
    if (snapshot == null) {
      return former == null ? Change.NONE : replaced(now);
    }
    if (former != null && former.snapshotId() == snapshot.snapshotId()) {
      return Change.NONE;
    }
    if (before != null && before.metadata().snapshot(snapshot.snapshotId()) != null) {
      if (!wantedMoves.contains(snapshot.snapshotId())) {
        problems.add(
            "nobody asked for it, but snapshot "
                + snapshot.snapshotId()
                + " was made current again by "
                + now.metadataFileLocation());
      }
      return Change.MOVE;
    }
    Long parent = snapshot.parentId();
    boolean follows =
        former == null ? parent == null : parent != null && parent == former.snapshotId();
    if (!follows) {
      return replaced(now);
    }
    if (snapshot.summary().containsKey(TableState.SOURCE_SNAPSHOT)) {
      return Change.PICK;
    }
    if (snapshot.summary().containsKey(RewriteCommit.SUMMARY_COMPACTION)) {
      return Change.COMPACTION;
    }
    return snapshot.summary().containsKey(LedgerKeys.SUMMARY_COMMIT)
        ? Change.LEDGER
        : Change.FOREIGN;
  }

  private Change replaced(TableMetadata now) {
    if (!replacementWanted) {
      problems.add("nobody asked for it, but the table began anew: " + now.metadataFileLocation());
    }
    return Change.REPLACED;
  }

  private static boolean lostSnapshots(TableState before, TableMetadata now) {
    return before.metadata().snapshots().stream()
        .anyMatch(snapshot -> now.snapshot(snapshot.snapshotId()) == null);
  }

  private void checkTwice(List<String> files, TableMetadata now) {
    Set<String> seen = new HashSet<>();
    for (String file : files) {
      if (!seen.add(file)) {
        problems.add("data file listed twice: " + file + " in " + now.metadataFileLocation());
      }
    }
  }

  private void checkKept(TableState before, Optional<List<String>> live, TableMetadata now) {
    if (live.isEmpty() || before.liveFiles().isEmpty()) {
      return;
    }
    Set<String> kept = new HashSet<>(live.get());
    for (String file : before.liveFiles().get()) {
      if (!kept.contains(file)) {
        problems.add("data file lost: " + file + " is not in " + now.metadataFileLocation());
      }
    }
  }

  private Optional<List<String>> liveFiles(TableMetadata metadata) {
    Snapshot snapshot = metadata.currentSnapshot();
    if (snapshot == null) {
      return Optional.of(List.of());
    }
    try {
      List<String> files = new ArrayList<>();
      for (ManifestFile manifest : snapshot.dataManifests(io)) {
        files.addAll(filesOf(manifest, metadata));
      }
      return Optional.of(files);
    } catch (NotFoundException e) {
      return Optional.empty();
    }
  }

  private List<String> filesOf(ManifestFile manifest, TableMetadata metadata) {
    List<String> known = manifests.get(manifest.path());
    if (known != null) {
      return known;
    }
    List<String> files = new ArrayList<>();
    try (ManifestReader<DataFile> reader = ManifestFiles.read(manifest, io, metadata.specsById())) {
      reader.forEach(file -> files.add(file.location()));
    } catch (IOException e) {
      throw new IllegalStateException("can't read " + manifest.path(), e);
    }
    manifests.put(manifest.path(), files);
    return files;
  }
}
