package dev.firn.upkeep;

import dev.firn.commit.PinnedOperations;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.Deletion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.util.PropertyUtil;

/**
 * Merges small manifests, so that files of neighbouring days lie in one: a plan of few days then
 * reads few manifests.
 *
 * <p>Built on fresh metadata and tried once, as often as others are first. No file of rows is read
 * or written. One thread.
 */
public final class ManifestMerge {
  private static final int ATTEMPTS_MOST = 10;

  /** Fewer than so many more than needed are not worth a snapshot. */
  private static final int FEWEST_SAVED = 16;

  private final TableFiles table;

  /** Merging for a table. */
  public ManifestMerge(TableFiles table) {
    this.table = table;
  }

  /**
   * What was done.
   *
   * @param before data manifests that were replaced
   * @param after those in their place
   */
  public record Report(int before, int after) {
    static final Report NOTHING = new Report(0, 0);
  }

  /**
   * Merges.
   *
   * @param always also where little is to be gained
   * @throws FirnException {@link ErrorCode#CONFLICT} if other writers were first all the time,
   *     {@link ErrorCode#COMMIT_STATE_UNKNOWN} if the outcome can't be found out, {@link
   *     ErrorCode#STORAGE} if a manifest can't be read or written; nothing was changed then
   */
  public Report run(boolean always) {
    for (int attempt = 1; ; attempt++) {
      TableMetadata base = table.operations().refresh();
      Map<Integer, List<ManifestFile>> chosen = choose(base, always);
      if (chosen.isEmpty()) {
        return Report.NOTHING;
      }
      PinnedOperations pinned = new PinnedOperations(table.operations(), base);
      try {
        buildOrTakeBack(pinned, base, chosen);
        table.operations().commit(base, pinned.current());
        int replaced = chosen.values().stream().mapToInt(List::size).sum();
        int kept = dataManifests(base).size() - replaced;
        return new Report(replaced, dataManifests(pinned.current()).size() - kept);
      } catch (CommitStateUnknownException e) {
        throw new FirnException(
            ErrorCode.COMMIT_STATE_UNKNOWN,
            "merging manifests of "
                + table.name()
                + " may or may not have landed: "
                + e.getMessage()
                + "; no row is touched either way",
            e);
      } catch (CommitFailedException | ValidationException e) {
        Deletion.tryAll(table.operations().io(), pinned.newFiles());
        if (attempt == ATTEMPTS_MOST) {
          throw new FirnException(
              ErrorCode.CONFLICT,
              "can't merge manifests of "
                  + table.name()
                  + ": other writers were first "
                  + ATTEMPTS_MOST
                  + " times ("
                  + e.getMessage()
                  + "); nothing was changed, try again",
              e);
        }
      }
    }
  }

  private List<ManifestFile> dataManifests(TableMetadata metadata) {
    return metadata.currentSnapshot().dataManifests(table.operations().io());
  }

  private Map<Integer, List<ManifestFile>> choose(TableMetadata base, boolean always) {
    Map<Integer, List<ManifestFile>> bySpec = new TreeMap<>();
    if (base.currentSnapshot() == null) {
      return bySpec;
    }
    for (ManifestFile manifest : dataManifests(base)) {
      bySpec.computeIfAbsent(manifest.partitionSpecId(), id -> new ArrayList<>()).add(manifest);
    }
    bySpec
        .values()
        .removeIf(
            manifests -> {
              int saved = manifests.size() - wanted(base, manifests);
              return saved < (always ? 1 : Math.max(FEWEST_SAVED, manifests.size() / 2));
            });
    return bySpec;
  }

  private static int wanted(TableMetadata base, List<ManifestFile> manifests) {
    long target =
        PropertyUtil.propertyAsLong(
            base.properties(),
            TableProperties.MANIFEST_TARGET_SIZE_BYTES,
            TableProperties.MANIFEST_TARGET_SIZE_BYTES_DEFAULT);
    long bytes = manifests.stream().mapToLong(ManifestFile::length).sum();
    return Math.toIntExact(Math.max(1, (bytes + target - 1) / target));
  }

  private void buildOrTakeBack(
      PinnedOperations pinned, TableMetadata base, Map<Integer, List<ManifestFile>> chosen) {
    try {
      build(pinned, base, chosen);
    } catch (NotFoundException | UncheckedIOException e) {
      Deletion.tryAll(table.operations().io(), pinned.newFiles());
      throw new FirnException(
          ErrorCode.STORAGE,
          "can't merge manifests of "
              + table.name()
              + ": "
              + e.getMessage()
              + "; nothing was changed, try again",
          e);
    }
  }

  private void build(
      PinnedOperations pinned, TableMetadata base, Map<Integer, List<ManifestFile>> chosen) {
    Set<String> paths = new HashSet<>();
    Map<Integer, Bins> bins = new HashMap<>();
    chosen.forEach(
        (specId, manifests) -> {
          manifests.forEach(manifest -> paths.add(manifest.path()));
          bins.put(specId, bins(base, manifests));
        });
    new BaseTable(pinned, table.name())
        .rewriteManifests()
        .scanManifestsWith(Direct.EXECUTOR)
        .rewriteIf(manifest -> paths.contains(manifest.path()))
        .clusterBy(file -> bins.getOrDefault(file.specId(), Bins.NONE).of(file))
        .commit();
  }

  /** Days in as many stretches as there are to be manifests, with about as many files in each. */
  private Bins bins(TableMetadata base, List<ManifestFile> manifests) {
    PartitionSpec spec = base.specsById().get(manifests.get(0).partitionSpecId());
    int field = spec == null ? -1 : timeField(spec);
    int count = wanted(base, manifests);
    if (field < 0 || count == 1) {
      return Bins.NONE;
    }
    TreeMap<Integer, Integer> filesByDay = new TreeMap<>();
    for (ManifestFile manifest : manifests) {
      try (ManifestReader<DataFile> files =
          ManifestFiles.read(manifest, table.operations().io(), base.specsById())) {
        files.forEach(file -> filesByDay.merge(Bins.day(file, field), 1, Integer::sum));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    long all = filesByDay.values().stream().mapToLong(Integer::longValue).sum();
    TreeMap<Integer, Integer> binByDay = new TreeMap<>();
    long before = 0;
    for (Map.Entry<Integer, Integer> day : filesByDay.entrySet()) {
      binByDay.put(day.getKey(), (int) (before * count / Math.max(1, all)));
      before += day.getValue();
    }
    return new Bins(field, binByDay);
  }

  private static int timeField(PartitionSpec spec) {
    for (int i = 0; i < spec.fields().size(); i++) {
      String transform = spec.fields().get(i).transform().toString();
      if (transform.equals("day") || transform.equals("hour") || transform.equals("month")) {
        return i;
      }
    }
    for (int i = 0; i < spec.fields().size(); i++) {
      if (spec.javaClasses()[i] == Integer.class && spec.fields().get(i).transform().isIdentity()) {
        return i;
      }
    }
    return -1;
  }

  /** Which manifest a file's day belongs in. */
  private record Bins(int field, TreeMap<Integer, Integer> binByDay) {
    private static final Bins NONE = new Bins(-1, new TreeMap<>());

    private static int day(DataFile file, int field) {
      return file.partition().get(field, Object.class) instanceof Integer day
          ? day
          : Integer.MIN_VALUE;
    }

    Integer of(DataFile file) {
      return field < 0 ? 0 : binByDay.getOrDefault(day(file, field), 0);
    }
  }
}
