package dev.firn.ledger;

import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Sums over ledger entries by status.
 *
 * <p>They count entries. An entry that a newer one of the same file supersedes counts until a merge
 * drops it; for {@link FileStatus#INGESTED} that makes no difference, since nothing within a line
 * of roots supersedes an ingested file.
 *
 * @param byStatus one sum for each status that occurs
 */
public record LedgerTotals(Map<FileStatus, FileTotals> byStatus) implements Serializable {
  /** No entries. */
  public static final LedgerTotals NONE = new LedgerTotals(Map.of());

  /** Copies the map; leaves out statuses without entries. */
  public LedgerTotals {
    EnumMap<FileStatus, FileTotals> copy = new EnumMap<>(FileStatus.class);
    byStatus.forEach(
        (status, totals) -> {
          if (totals.files() != 0) {
            copy.put(status, totals);
          }
        });
    byStatus = Collections.unmodifiableMap(copy);
  }

  /** The sum for a status, zero if there is none. */
  public FileTotals of(FileStatus status) {
    return byStatus.getOrDefault(status, FileTotals.ZERO);
  }

  /** All entries, whatever their status. */
  public long files() {
    return byStatus.values().stream().mapToLong(FileTotals::files).sum();
  }

  static LedgerTotals ofSegments(Collection<Segment> segments) {
    Map<FileStatus, FileTotals> sums = new EnumMap<>(FileStatus.class);
    for (Segment segment : segments) {
      segment.totals().byStatus().forEach((s, t) -> sums.merge(s, t, FileTotals::plus));
    }
    return new LedgerTotals(sums);
  }
}
