package dev.firn.publish;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.publish.DayTwinProvider.TwinTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;

/**
 * The twins of a table. Safe for threads as far as they are.
 *
 * @param all in the order of their names
 */
public record DayTwins(List<DayTwin> all) implements AutoCloseable {
  /** Nothing follows the table. */
  public static final DayTwins NONE = new DayTwins(List.of());

  /** Copies the list. */
  public DayTwins {
    all = List.copyOf(all);
  }

  /**
   * Opens what a pipeline file names.
   *
   * @param settings a map from the name of a kind to its settings
   * @throws FirnException {@link ErrorCode#CONFIG} if there is no such kind on the class path
   */
  public static DayTwins open(Optional<Object> settings, TwinTable table) {
    if (settings.isEmpty()) {
      return NONE;
    }
    if (!(settings.get() instanceof Map<?, ?> wanted)) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'twins' takes a map from a kind to its settings, not " + settings.get());
    }
    Map<String, DayTwinProvider> known = new TreeMap<>();
    ServiceLoader.load(DayTwinProvider.class, DayTwins.class.getClassLoader())
        .forEach(provider -> known.put(provider.name(), provider));
    Map<String, Object> sorted = new TreeMap<>();
    wanted.forEach((name, how) -> sorted.put(String.valueOf(name), how == null ? Map.of() : how));
    List<DayTwin> twins = new ArrayList<>();
    try {
      sorted.forEach((name, how) -> twins.add(provider(known, name).open(table, how)));
    } catch (RuntimeException e) {
      twins.forEach(DayTwin::close);
      throw e;
    }
    return new DayTwins(twins);
  }

  private static DayTwinProvider provider(Map<String, DayTwinProvider> known, String name) {
    DayTwinProvider provider = known.get(name);
    if (provider == null) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'twins."
              + name
              + "' is no kind of twin in this installation: expected "
              + (known.isEmpty() ? "none at all" : "one of " + known.keySet())
              + "; add its module to the class path");
    }
    return provider;
  }

  /** Tells all of files that left for their partitions. */
  public void filesLeft(List<DataFile> files) {
    if (!files.isEmpty()) {
      all.forEach(twin -> twin.filesLeft(files));
    }
  }

  @Override
  public void close() {
    all.forEach(DayTwin::close);
  }
}
