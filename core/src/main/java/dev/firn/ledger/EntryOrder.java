package dev.firn.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The order of entries in a segment: by day (none first), then by location hash. */
final class EntryOrder {
  private static final Comparator<Hashed> ORDER =
      Comparator.<Hashed>comparingLong(Hashed::day)
          .thenComparing(Hashed::hash)
          .thenComparing(hashed -> hashed.entry().file().location());

  private EntryOrder() {}

  private record Hashed(LedgerEntry entry, long day, LocationHash hash) {
    static Hashed of(LedgerEntry entry) {
      long day = entry.day().map(date -> date.toEpochDay()).orElse(Long.MIN_VALUE);
      return new Hashed(entry, day, LocationHash.of(entry.file().location()));
    }
  }

  /** The entries in order; refuses an empty list, and two entries of one file version. */
  static List<LedgerEntry> sortedVersions(List<LedgerEntry> entries) {
    if (entries.isEmpty()) {
      throw new IllegalArgumentException("a segment needs at least one entry");
    }
    List<LedgerEntry> sorted =
        new ArrayList<>(entries.stream().map(Hashed::of).sorted(ORDER).map(Hashed::entry).toList());
    for (int i = 1; i < sorted.size(); i++) {
      for (int j = i - 1; j >= 0 && sameLocation(sorted.get(j), sorted.get(i)); j--) {
        if (sorted.get(j).file().sameVersionAs(sorted.get(i).file())) {
          throw new IllegalArgumentException(
              "two entries of one file version in one segment: " + sorted.get(i).file());
        }
      }
    }
    return sorted;
  }

  private static boolean sameLocation(LedgerEntry one, LedgerEntry other) {
    return one.file().location().equals(other.file().location());
  }
}
