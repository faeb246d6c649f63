package dev.firn.landing;

import dev.firn.ledger.LedgerEntry;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What landing hands to the commit: data files and the source files whose rows they hold, all of
 * them and no others.
 *
 * @param files data files
 * @param entries source files, those without rows and the rejected ones too
 */
public record LandingResult(List<LandedFile> files, List<LedgerEntry> entries)
    implements Serializable {
  /** The commit id of entries that no commit has taken yet; their commit time is 1970. */
  public static final UUID NO_COMMIT = new UUID(0, 0);

  /** Nothing landed. */
  public static final LandingResult EMPTY = new LandingResult(List.of(), List.of());

  /** Copies the lists. */
  public LandingResult {
    files = List.copyOf(files);
    entries = List.copyOf(entries);
  }

  /** This and another result as one. */
  public LandingResult plus(LandingResult other) {
    List<LandedFile> allFiles = new ArrayList<>(files);
    allFiles.addAll(other.files);
    List<LedgerEntry> allEntries = new ArrayList<>(entries);
    allEntries.addAll(other.entries);
    return new LandingResult(allFiles, allEntries);
  }

  /** The same as part of a commit: landing makes entries before there is one. */
  public LandingResult withCommit(UUID id, Instant time) {
    List<LedgerEntry> committed =
        entries.stream().map(entry -> entry.withCommit(id, time)).toList();
    return new LandingResult(files, committed);
  }

  /** All files that were written for it: what to {@linkplain Deletion delete} if it is given up. */
  public Set<String> locations() {
    Set<String> locations = new LinkedHashSet<>();
    files.forEach(file -> locations.add(file.file().location()));
    entries.forEach(entry -> entry.rejects().ifPresent(locations::add));
    return locations;
  }

  /** Rows in the data files. */
  public long rowCount() {
    return files.stream().mapToLong(f -> f.file().rowCount()).sum();
  }
}
