package dev.firn.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads the entries behind the hashes that a look-up found in one segment. */
abstract class HitReader<T> implements AutoCloseable {
  /** Makes a reader when the first hash is found. */
  @FunctionalInterface
  interface Factory<T> {
    HitReader<T> open(SegmentFile.Opener opener);
  }

  private final SegmentFile file;
  private final Comparator<T> newestFirst;
  private final List<T> found = new ArrayList<>();

  HitReader(SegmentFile file, Comparator<T> newestFirst) {
    this.file = file;
    this.newestFirst = newestFirst;
  }

  /** A hash that was found. */
  record Hit(int row, String location) {}

  /** Reads a row group and keeps those of its hits that are entries of their location. */
  final void read(int group, List<Hit> hits) {
    load(file, group);
    for (Hit hit : hits) {
      get(hit.row(), hit.location()).ifPresent(found::add);
    }
  }

  /**
   * What was read, later committed first: a segment holds one entry per file version, unless the
   * day rule was changed in between.
   */
  final List<T> newestFirst() {
    found.sort(newestFirst);
    return found;
  }

  @Override
  public final void close() {
    file.close();
  }

  abstract void load(SegmentFile file, int group);

  /** The entry of a row, if it is one of the location. */
  abstract Optional<T> get(int row, String location);
}
