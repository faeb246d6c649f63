package dev.firn.ledger;

import java.time.LocalDate;
import java.util.Collection;
import java.util.Optional;

/** Keys of a look-up with their hashes, as arrays. */
record KeySet(String[] locations, int[] days, LocationHash[] hashes) {
  static KeySet of(Collection<FileKey> keys) {
    String[] locations = new String[keys.size()];
    int[] days = new int[keys.size()];
    LocationHash[] hashes = new LocationHash[keys.size()];
    int count = 0;
    for (FileKey key : keys) {
      locations[count] = key.location();
      days[count] = key.day().map(KeySet::epochDay).orElse(SegmentSchema.NO_DAY);
      hashes[count] = LocationHash.of(key.location());
      count++;
    }
    return new KeySet(locations, days, hashes);
  }

  int size() {
    return locations.length;
  }

  boolean isEmpty() {
    return locations.length == 0;
  }

  /** The keys that a segment may hold by what the root says of it. */
  KeySet within(Segment segment, boolean byDay) {
    int[] positions = new int[size()];
    int count = 0;
    for (int i = 0; i < size(); i++) {
      if (hashes[i].compareTo(segment.minHash()) >= 0
          && hashes[i].compareTo(segment.maxHash()) <= 0
          && (!byDay || dayWithin(days[i], segment.days()))) {
        positions[count++] = i;
      }
    }
    return count == size() ? this : select(positions, count);
  }

  private KeySet select(int[] positions, int count) {
    String[] someLocations = new String[count];
    int[] someDays = new int[count];
    LocationHash[] someHashes = new LocationHash[count];
    for (int i = 0; i < count; i++) {
      someLocations[i] = locations[positions[i]];
      someDays[i] = days[positions[i]];
      someHashes[i] = hashes[positions[i]];
    }
    return new KeySet(someLocations, someDays, someHashes);
  }

  /** A file is looked for among the entries of its day and among those without one. */
  private static boolean dayWithin(int day, Segment.DayRange range) {
    return range.someWithout()
        || (day != SegmentSchema.NO_DAY
            && epochDay(range.min()) <= day
            && day <= epochDay(range.max()));
  }

  private static int epochDay(Optional<LocalDate> day) {
    return day.map(KeySet::epochDay).orElse(SegmentSchema.NO_DAY);
  }

  private static int epochDay(LocalDate day) {
    return Math.toIntExact(day.toEpochDay());
  }
}
