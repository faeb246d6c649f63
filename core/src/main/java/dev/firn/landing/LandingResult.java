package dev.firn.landing;

import dev.firn.ledger.LedgerEntry;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

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

  /** Rows in the data files. */
  public long rowCount() {
    return files.stream().mapToLong(f -> f.file().rowCount()).sum();
  }
}
