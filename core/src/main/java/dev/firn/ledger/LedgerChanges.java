package dev.firn.ledger;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Changes of what became of files that no landing makes: replays and withdrawals. */
public final class LedgerChanges {
  private LedgerChanges() {}

  /**
   * Entries that make files count as unseen again: all versions of the locations that are withdrawn
   * or rejected. Versions that are to be replayed already are left out.
   *
   * @param locations which files
   * @param found their newest entries per version, from {@link LedgerIndex#entries}
   * @param now the time of the commit
   * @param commitId the commit that will record them
   * @throws FirnException {@link ErrorCode#NOT_FOUND} if the ledger does not know a location;
   *     {@link ErrorCode#USAGE} if all known versions of one are ingested, since its rows would be
   *     doubled
   */
  public static List<LedgerEntry> replay(
      Collection<String> locations,
      Map<String, List<LedgerEntry>> found,
      Instant now,
      UUID commitId) {
    List<LedgerEntry> replays = new ArrayList<>();
    for (String location : locations) {
      List<LedgerEntry> versions = found.getOrDefault(location, List.of());
      if (versions.isEmpty()) {
        throw new FirnException(
            ErrorCode.NOT_FOUND,
            "can't replay "
                + location
                + ": the ledger does not know it; a file that was never seen is ingested without a"
                + " replay");
      }
      if (versions.stream().allMatch(entry -> entry.status() == FileStatus.INGESTED)) {
        throw new FirnException(
            ErrorCode.USAGE,
            "can't replay "
                + location
                + ": it is ingested by commit "
                + versions.get(0).commitId()
                + ", a replay would double its rows; only withdrawn and rejected files can be"
                + " replayed");
      }
      for (LedgerEntry entry : versions) {
        if (entry.status() == FileStatus.WITHDRAWN || entry.status() == FileStatus.REJECTED) {
          replays.add(entry.asReplay(now, commitId));
        }
      }
    }
    return replays;
  }

  /**
   * What has to be recorded of a file version after a rollback, if anything.
   *
   * <p>Its rows left the table: withdrawn, until somebody replays it. It was withdrawn or rejected
   * before: it stays so, since a rollback must not bring files back by itself. It waited for a
   * replay: nothing, the head's word counts.
   *
   * @param lost its newest entry in the lost root
   * @param inHead its newest status in the head, empty if the head does not know it
   */
  static Optional<FileStatus> afterRollback(FileStatus lost, Optional<FileStatus> inHead) {
    if (inHead.isPresent() && inHead.get() == FileStatus.INGESTED) {
      return Optional.empty();
    }
    FileStatus now =
        switch (lost) {
          case INGESTED, WITHDRAWN -> FileStatus.WITHDRAWN;
          case REJECTED -> FileStatus.REJECTED;
          case REPLAY -> FileStatus.REPLAY;
        };
    return now == FileStatus.REPLAY || inHead.equals(Optional.of(now))
        ? Optional.empty()
        : Optional.of(now);
  }
}
