package dev.firn.plan.manifest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.types.Types;

/**
 * Manifests by their locations, decoded, within a budget of memory; what was not used for longest
 * goes first. For any number of threads and tables.
 *
 * <p>A manifest never changes, so nothing in here is ever out of date. Asked for the statistics of
 * a column that was not decoded, a manifest is read again, with that column beside those it had.
 */
public final class ManifestCache {
  private final long budgetBytes;
  private final LinkedHashMap<String, Weighed> kept = new LinkedHashMap<>(64, 0.75f, true);
  private final Map<Wanted, FutureTask<ManifestColumns>> underWay = new ConcurrentHashMap<>();
  private long sizeBytes;
  private long reads;

  private record Wanted(String location, Types.StructType type, StatsRequest request) {}

  /**
   * An empty cache.
   *
   * @param budgetBytes the most that it keeps; 0 keeps nothing
   */
  public ManifestCache(long budgetBytes) {
    this.budgetBytes = budgetBytes;
  }

  /**
   * A manifest that is there already.
   *
   * @param partitionType the type of its spec's tuples today
   */
  public Optional<ManifestColumns> find(
      String location, Types.StructType partitionType, StatsRequest request) {
    synchronized (kept) {
      return kept.get(location) instanceof ManifestColumns found
              && serves(found, partitionType, request)
          ? Optional.of(found)
          : Optional.empty();
    }
  }

  private static boolean serves(
      ManifestColumns found, Types.StructType partitionType, StatsRequest request) {
    return found.request().covers(request) && found.partitions().type().equals(partitionType);
  }

  /**
   * A manifest, decoded by the first thread that wants it: run the task, by any thread, as often as
   * one likes, and then get what it has. Costs one read of the whole manifest.
   */
  public FutureTask<ManifestColumns> load(
      FileIO io, ManifestFile manifest, Types.StructType partitionType, StatsRequest request) {
    Wanted wanted = new Wanted(manifest.path(), partitionType, request);
    return underWay.computeIfAbsent(
        wanted, key -> new FutureTask<>(() -> decode(key, io, manifest)));
  }

  private ManifestColumns decode(Wanted wanted, FileIO io, ManifestFile manifest) {
    try {
      StatsRequest request = wanted.request();
      synchronized (kept) {
        if (kept.get(wanted.location()) instanceof ManifestColumns before) {
          if (serves(before, wanted.type(), request)) {
            return before;
          }
          request = before.request().with(request);
        }
        reads++;
      }
      ManifestColumns columns = ManifestDecoder.decode(io, manifest, wanted.type(), request);
      keep(wanted.location(), columns);
      return columns;
    } finally {
      underWay.remove(wanted);
    }
  }

  /** The live delete files of a manifest. */
  public List<DeleteFile> deleteFiles(
      FileIO io, ManifestFile manifest, Map<Integer, PartitionSpec> specs) {
    Types.StructType type = SpecLookup.require(specs, manifest.partitionSpecId()).partitionType();
    synchronized (kept) {
      if (kept.get(manifest.path()) instanceof DeleteEntries found && found.type().equals(type)) {
        return found.files();
      }
      reads++;
    }
    DeleteEntries entries = DeleteEntries.read(io, manifest, specs);
    keep(manifest.path(), entries);
    return entries.files();
  }

  private void keep(String location, Weighed columns) {
    long size = columns.sizeBytes();
    if (size > budgetBytes) {
      return;
    }
    synchronized (kept) {
      Weighed before = kept.put(location, columns);
      sizeBytes += size - (before == null ? 0 : before.sizeBytes());
      var eldest = kept.values().iterator();
      while (sizeBytes > budgetBytes && eldest.hasNext()) {
        sizeBytes -= eldest.next().sizeBytes();
        eldest.remove();
      }
    }
  }

  /** About how much memory the manifests take. */
  public long sizeBytes() {
    synchronized (kept) {
      return sizeBytes;
    }
  }

  /** How many manifests are kept. */
  public int manifests() {
    synchronized (kept) {
      return kept.size();
    }
  }

  /** How many manifests were read from storage so far. */
  public long reads() {
    synchronized (kept) {
      return reads;
    }
  }
}
