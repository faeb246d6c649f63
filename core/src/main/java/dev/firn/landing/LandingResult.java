package dev.firn.landing;

import dev.firn.ledger.LedgerEntry;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What landing hands to the commit: data files and the source files whose rows they hold, all of
 * them and no others.
 *
 * @param files data files
 * @param entries source files, those without rows and the rejected ones too
 */
public record LandingResult(List<LandedFile> files, List<LedgerEntry> entries)
    implements Serializable {
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

  /** All files that were written for it: what to delete if it is given up. */
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
