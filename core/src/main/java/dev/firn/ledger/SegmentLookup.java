package dev.firn.ledger;

import dev.firn.batch.Batch;
import dev.firn.batch.LongColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/** Looks for keys in one segment; opens the file only for what the cache does not have. */
final class SegmentLookup<T> implements AutoCloseable {
  private final FileIO io;
  private final Segment segment;
  private final IndexCache cache;
  private final HitReader.Factory<T> factory;
  private @Nullable SegmentFile hashFile;
  private @Nullable HitReader<T> hitReader;

  SegmentLookup(FileIO io, Segment segment, IndexCache cache, HitReader.Factory<T> factory) {
    this.io = io;
    this.segment = segment;
    this.cache = cache;
    this.factory = factory;
  }

  /** What there is of the keys' locations, later committed first. */
  List<T> find(KeySet keys, boolean byDay) {
    SegmentLayout layout = layout();
    for (int group = 0; group < layout.groupCount(); group++) {
      List<HitReader.Hit> hits = hitsIn(group, layout, keys, byDay);
      if (!hits.isEmpty()) {
        hitReader().read(group, hits);
      }
    }
    return hitReader == null ? List.of() : hitReader.newestFirst();
  }

  @Override
  public void close() {
    if (hashFile != null) {
      hashFile.close();
    }
    if (hitReader != null) {
      hitReader.close();
    }
  }

  private List<HitReader.Hit> hitsIn(int group, SegmentLayout layout, KeySet keys, boolean byDay) {
    IndexCache.GroupKey groupKey = new IndexCache.GroupKey(segment.location(), group);
    Optional<HashFilter> filter = Optional.empty();
    HashGroup hashes = null;
    boolean anyInside = false;
    List<HitReader.Hit> hits = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      long hash = keys.hashes()[i].hi();
      int day = byDay ? keys.days()[i] : SegmentLayout.ANY_DAY;
      if (!layout.mayHold(group, day, hash)) {
        continue;
      }
      if (!anyInside) {
        anyInside = true;
        filter = cache.filter(groupKey);
      }
      if (filter.isPresent() && !filter.get().mayContain(hash)) {
        continue;
      }
      if (hashes == null) {
        hashes = hashes(groupKey);
      }
      String location = keys.locations()[i];
      hashes.find(hash, row -> hits.add(new HitReader.Hit(row, location)));
    }
    return hits;
  }

  private SegmentLayout layout() {
    return cache
        .layout(segment.location())
        .orElseGet(
            () -> {
              SegmentLayout layout = hashFile().layout();
              cache.put(segment.location(), layout);
              return layout;
            });
  }

  private HashGroup hashes(IndexCache.GroupKey key) {
    return cache
        .hashes(key)
        .orElseGet(
            () -> {
              Batch batch = new Batch(SegmentSchema.HASHES);
              hashFile().read(key.group(), batch);
              long[] values = ((LongColumn) batch.column(1)).values();
              HashGroup group = new HashGroup(Arrays.copyOf(values, batch.rowCount()));
              cache.put(key, group);
              return group;
            });
  }

  private SegmentFile hashFile() {
    if (hashFile == null) {
      hashFile = SegmentFile.open(io, segment, SegmentSchema.HASHES);
    }
    return hashFile;
  }

  private HitReader<T> hitReader() {
    if (hitReader == null) {
      hitReader = factory.open(projection -> SegmentFile.open(io, segment, projection));
    }
    return hitReader;
  }
}
