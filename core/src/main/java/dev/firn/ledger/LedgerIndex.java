package dev.firn.ledger;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.LongColumn;
import dev.firn.source.FileIdentity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.io.FileIO;

/**
 * Finds what the ledger knows of source files.
 *
 * <p>A look-up goes from the segments that can hold a file (by day and hash range, from the root)
 * to their row groups (the same, from the footer), past a filter, to the row group's hashes, and
 * only where the hash is found to the entry itself. A file's day narrows a segment only if the
 * segment's days were taken by the rule in force; otherwise all its row groups are looked at, so
 * that a changed path pattern makes look-ups slower and never wrong.
 *
 * <p>Memory: the budget, plus one decoded row group and one open file. Cost when everything was
 * looked at before: no request for files that are new. Any thread may call; calls run one after the
 * other.
 */
public final class LedgerIndex {
  /** Hashes and filters of about 3 million entries, or filters alone of 25 million. */
  public static final long DEFAULT_BUDGET_BYTES = 32L << 20;

  private final FileIO io;
  private final String dayRule;
  private final IndexCache cache;

  /** An index with the default budget. */
  public LedgerIndex(FileIO io, String dayRule) {
    this(io, dayRule, DEFAULT_BUDGET_BYTES);
  }

  /**
   * An index.
   *
   * @param io reads segments
   * @param dayRule names the rule by which the days of the keys to come are taken from paths: any
   *     text that changes whenever the day of a path could change; empty: days are not relied on
   * @param budgetBytes memory for what is kept between look-ups
   */
  public LedgerIndex(FileIO io, String dayRule, long budgetBytes) {
    this.io = io;
    this.dayRule = dayRule;
    this.cache = new IndexCache(budgetBytes);
  }

  /**
   * What the ledger knows of the files.
   *
   * @return by location, the newest of each version, newest first; locations that are not known are
   *     left out
   * @throws dev.firn.error.FirnException if storage fails; may be retried
   */
  public synchronized Map<String, List<Known>> lookup(LedgerRoot root, Collection<FileKey> keys) {
    Map<String, List<Known>> found = new HashMap<>();
    for (Known known : search(root, keys, KnownHits::new)) {
      addIfNewest(found, known);
    }
    return found;
  }

  /**
   * The entries of the files, in full: the newest of each version, newest first.
   *
   * @return by location; locations that are not known are left out
   */
  public synchronized Map<String, List<LedgerEntry>> entries(
      LedgerRoot root, Collection<FileKey> keys) {
    Map<String, List<LedgerEntry>> found = new HashMap<>();
    for (LedgerEntry entry : search(root, keys, EntryHits::new)) {
      SegmentScan.addIfNewest(
          found.computeIfAbsent(entry.file().location(), l -> new ArrayList<>()), entry);
    }
    return found;
  }

  /** All entries of a file that are still there, superseded ones too, newest first. */
  public synchronized List<LedgerEntry> history(LedgerRoot root, FileKey key) {
    return search(root, List.of(key), EntryHits::new);
  }

  /** Bytes kept in memory, about; at most the budget. */
  public synchronized long sizeBytes() {
    return cache.sizeBytes();
  }

  /** Segment by segment, newest first; within one, later committed first. */
  private <T> List<T> search(
      LedgerRoot root, Collection<FileKey> keys, HitReader.Factory<T> factory) {
    KeySet all = KeySet.of(keys);
    List<T> found = new ArrayList<>();
    List<Segment> segments = root.segments();
    for (int i = segments.size() - 1; i >= 0; i--) {
      Segment segment = segments.get(i);
      boolean byDay = !dayRule.isEmpty() && segment.dayRule().equals(Optional.of(dayRule));
      KeySet inside = all.within(segment, byDay);
      if (!inside.isEmpty()) {
        try (SegmentLookup<T> lookup = new SegmentLookup<>(io, segment, cache, factory)) {
          found.addAll(lookup.find(inside, byDay));
        }
      }
    }
    return found;
  }

  private static void addIfNewest(Map<String, List<Known>> found, Known older) {
    List<Known> newestFirst =
        found.computeIfAbsent(older.file().location(), location -> new ArrayList<>());
    for (Known newer : newestFirst) {
      if (newer.file().sameVersionAs(older.file())) {
        return;
      }
    }
    newestFirst.add(older);
  }

  /** Reads {@link Known}s. */
  private static final class KnownHits extends HitReader<Known> {
    private final KnownColumns columns = new KnownColumns();

    KnownHits(SegmentFile.Opener opener) {
      super(opener.open(SegmentSchema.KNOWN), Comparator.comparing(Known::committed).reversed());
    }

    @Override
    void load(SegmentFile file, int group) {
      columns.batch().clear();
      file.read(group, columns.batch());
    }

    @Override
    Optional<Known> get(int row, String location) {
      Known known = columns.get(row);
      return known.file().location().equals(location) ? Optional.of(known) : Optional.empty();
    }
  }

  /** Reads whole entries. */
  private static final class EntryHits extends HitReader<LedgerEntry> {
    private final EntryColumns columns = new EntryColumns();

    EntryHits(SegmentFile.Opener opener) {
      super(
          opener.open(SegmentSchema.ENTRIES),
          Comparator.comparing(LedgerEntry::committed).reversed());
    }

    @Override
    void load(SegmentFile file, int group) {
      columns.clear();
      file.read(group, columns.batch());
    }

    @Override
    Optional<LedgerEntry> get(int row, String location) {
      LedgerEntry entry = columns.get(row);
      return entry.file().location().equals(location) ? Optional.of(entry) : Optional.empty();
    }
  }

  /** A batch of {@link SegmentSchema#KNOWN}. */
  private static final class KnownColumns {
    private final Batch batch = new Batch(SegmentSchema.KNOWN);
    private final BytesColumn location = (BytesColumn) batch.column(0);
    private final BytesColumn versionId = (BytesColumn) batch.column(1);
    private final BytesColumn etag = (BytesColumn) batch.column(2);
    private final LongColumn sizeBytes = (LongColumn) batch.column(3);
    private final BytesColumn status = (BytesColumn) batch.column(4);
    private final LongColumn rowsWritten = (LongColumn) batch.column(5);
    private final LongColumn commitTime = (LongColumn) batch.column(6);

    Batch batch() {
      return batch;
    }

    Known get(int row) {
      return new Known(
          new FileIdentity(
              location.getString(row), text(versionId, row), text(etag, row), sizeBytes.get(row)),
          FileStatus.ofCode(status.getString(row)),
          rowsWritten.get(row),
          SegmentSchema.instant(commitTime.get(row)));
    }

    private static Optional<String> text(BytesColumn column, int row) {
      return column.isNull(row) ? Optional.empty() : Optional.of(column.getString(row));
    }
  }
}
