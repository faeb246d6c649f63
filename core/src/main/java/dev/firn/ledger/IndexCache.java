package dev.firn.ledger;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * What look-ups keep in memory, within a budget of bytes: hashes of row groups, their filters, and
 * layouts of segments. Over the budget hashes go first, least recently used first, then filters,
 * then layouts.
 */
final class IndexCache {
  /** A row group. */
  record GroupKey(String segment, int group) {}

  private final long budgetBytes;
  private final Tier<GroupKey, HashGroup> hashes = new Tier<>(HashGroup::sizeBytes);
  private final Tier<GroupKey, HashFilter> filters = new Tier<>(HashFilter::sizeBytes);
  private final Tier<String, SegmentLayout> layouts = new Tier<>(SegmentLayout::sizeBytes);

  IndexCache(long budgetBytes) {
    this.budgetBytes = budgetBytes;
  }

  Optional<SegmentLayout> layout(String segment) {
    return Optional.ofNullable(layouts.entries.get(segment));
  }

  Optional<HashFilter> filter(GroupKey group) {
    return Optional.ofNullable(filters.entries.get(group));
  }

  Optional<HashGroup> hashes(GroupKey group) {
    return Optional.ofNullable(hashes.entries.get(group));
  }

  void put(String segment, SegmentLayout layout) {
    layouts.put(segment, layout);
    evict();
  }

  void put(GroupKey group, HashGroup loaded) {
    hashes.put(group, loaded);
    filters.put(group, loaded.filter());
    evict();
  }

  long sizeBytes() {
    return hashes.sizeBytes + filters.sizeBytes + layouts.sizeBytes;
  }

  private void evict() {
    while (sizeBytes() > budgetBytes
        && (hashes.removeEldest() || filters.removeEldest() || layouts.removeEldest())) {
      // The condition does the work.
    }
  }

  /** Values of one kind, least recently used first. */
  private static final class Tier<K, V> {
    /** The map's entry, the key and the reference to it, about. */
    private static final long ENTRY_BYTES = 120;

    private final LinkedHashMap<K, V> entries = new LinkedHashMap<>(64, 0.75f, true);
    private final ToLongFunction<V> sizeOf;
    private long sizeBytes;

    Tier(ToLongFunction<V> sizeOf) {
      this.sizeOf = sizeOf;
    }

    void put(K key, V value) {
      V before = entries.put(key, value);
      sizeBytes += sizeOf.applyAsLong(value) + ENTRY_BYTES;
      if (before != null) {
        sizeBytes -= sizeOf.applyAsLong(before) + ENTRY_BYTES;
      }
    }

    boolean removeEldest() {
      Iterator<Map.Entry<K, V>> eldest = entries.entrySet().iterator();
      if (!eldest.hasNext()) {
        return false;
      }
      sizeBytes -= sizeOf.applyAsLong(eldest.next().getValue()) + ENTRY_BYTES;
      eldest.remove();
      return true;
    }
  }
}
