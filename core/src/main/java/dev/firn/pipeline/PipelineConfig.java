package dev.firn.pipeline;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.error.Nearest;
import dev.firn.io.Locations;
import dev.firn.migrate.open.CatalogAddress;
import dev.firn.table.LandingRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a pipeline file says, checked and typed. Immutable.
 *
 * <p>A wrong file is refused with the line, the key, the value and what was expected; an unknown
 * key is refused too, with the nearest known one, since a mistyped key would otherwise silently
 * mean its default.
 */
public final class PipelineConfig {
  private static final Duration SHORTEST_COMMIT_INTERVAL = Duration.ofMillis(100);
  private static final long SMALLEST_MEMORY_BYTES = 16L << 20;
  private static final long SHORTEST_LINE_LIMIT_BYTES = 1L << 10;
  private static final long LONGEST_LINE_LIMIT_BYTES = 256L << 20;

  /** Two parts or more, with dots between them. */
  private static final Pattern TABLE_NAME = Pattern.compile("[^.]+(\\.[^.]+)+");

  private final Path file;
  private final Map<ConfigKey<?>, Object> values;
  private final Map<String, Object> structured;

  private PipelineConfig(
      Path file, Map<ConfigKey<?>, Object> values, Map<String, Object> structured) {
    this.file = file;
    this.values = Map.copyOf(values);
    this.structured = new LinkedHashMap<>(structured);
  }

  /**
   * Reads and checks a pipeline file.
   *
   * @throws FirnException with {@link ErrorCode#CONFIG} that names line, key, value and expectation
   */
  public static PipelineConfig load(Path path) {
    Set<String> structuredNames =
        ConfigKeys.STRUCTURED.stream()
            .map(ConfigKeys.StructuredKey::name)
            .collect(Collectors.toSet());
    ConfigFile file = ConfigFile.read(path, structuredNames);
    Map<String, ConfigKey<?>> known = new HashMap<>();
    ConfigKeys.all().forEach(key -> known.put(key.name(), key));
    Map<ConfigKey<?>, Object> values = new HashMap<>();
    Map<String, Object> structured = new LinkedHashMap<>();
    file.values()
        .forEach(
            (name, value) -> {
              if (structuredNames.contains(name)) {
                structured.put(name, value.value());
                return;
              }
              ConfigKey<?> key = known.get(name);
              if (key == null) {
                throw unknownKey(file, name, value.line(), known.keySet(), structuredNames);
              }
              values.put(key, parse(file, key, value));
            });
    file.empty()
        .forEach(
            (name, line) -> {
              if (!known.containsKey(name)
                  && !structuredNames.contains(name)
                  && !isSection(name, known.keySet(), structuredNames)) {
                throw unknownKey(file, name, line, known.keySet(), structuredNames);
              }
            });
    for (ConfigKey<?> key : ConfigKeys.all()) {
      if (key.required() && !values.containsKey(key)) {
        throw file.error(
            1,
            "the key '"
                + key.name()
                + "' is missing; it takes "
                + key.range()
                + ". "
                + key.sentence());
      }
      key.defaultText().ifPresent(text -> values.putIfAbsent(key, key.type().parser().apply(text)));
    }
    PipelineConfig config =
        new PipelineConfig(path.toAbsolutePath().normalize(), values, structured);
    config.checkRanges(file);
    return config;
  }

  private static Object parse(ConfigFile file, ConfigKey<?> key, ConfigFile.Value value) {
    if (!(value.value() instanceof String text)) {
      throw notAText(file, key, value.line());
    }
    try {
      return key.type().parser().apply(text);
    } catch (IllegalArgumentException e) {
      throw file.error(
          value.line(), "'" + key.name() + ": " + text + "' is not allowed: " + e.getMessage());
    }
  }

  private static FirnException notAText(ConfigFile file, ConfigKey<?> key, int line) {
    return file.error(
        line,
        "'"
            + key.name()
            + "' takes "
            + key.type().label()
            + ", not a list or map; a text that begins with { or [ needs quotes");
  }

  private static boolean isSection(String name, Set<String> known, Set<String> structured) {
    return Stream.concat(known.stream(), structured.stream())
        .anyMatch(key -> key.startsWith(name + "."));
  }

  private static FirnException unknownKey(
      ConfigFile file, String name, int line, Set<String> known, Set<String> structured) {
    for (ConfigKey<?> key : ConfigKeys.all()) {
      if (name.startsWith(key.name() + ".")) {
        return notAText(file, key, line);
      }
    }
    Set<String> all = new TreeSet<>(known);
    all.addAll(structured);
    String nearest = Nearest.of(name, all).map(n -> "; did you mean '" + n + "'?").orElse("");
    return file.error(
        line, "unknown key '" + name + "'" + nearest + " (firn config --reference lists all keys)");
  }

  private void checkRanges(ConfigFile file) {
    check(
        file,
        ConfigKeys.COMMIT_INTERVAL,
        commitInterval().compareTo(SHORTEST_COMMIT_INTERVAL) >= 0);
    check(file, ConfigKeys.MEMORY, get(ConfigKeys.MEMORY) >= SMALLEST_MEMORY_BYTES);
    for (ConfigKey<Long> limit : List.of(ConfigKeys.MAX_LINE, ConfigKeys.CSV_MAX_ROW)) {
      long line = get(limit);
      check(file, limit, line >= SHORTEST_LINE_LIMIT_BYTES && line <= LONGEST_LINE_LIMIT_BYTES);
    }
    check(
        file,
        ConfigKeys.SOURCE_SWEEP,
        get(ConfigKeys.SOURCE_SWEEP).compareTo(Duration.ofSeconds(1)) >= 0);
    check(
        file,
        ConfigKeys.LEDGER_RENEW,
        get(ConfigKeys.LEDGER_RENEW).compareTo(Duration.ofMinutes(1)) >= 0);
    check(
        file,
        ConfigKeys.LEDGER_RETENTION,
        get(ConfigKeys.LEDGER_RETENTION).compareTo(Duration.ofDays(1)) >= 0);
    Duration upkeep = get(ConfigKeys.UPKEEP_INTERVAL);
    check(file, ConfigKeys.UPKEEP_INTERVAL, upkeep.isZero() || upkeep.toMillis() >= 100);
    for (ConfigKey<Duration> age :
        List.of(ConfigKeys.UPKEEP_ORPHAN_AGE, ConfigKeys.UPKEEP_HISTORY)) {
      check(file, age, get(age).compareTo(Duration.ofDays(1)) >= 0);
    }
    check(file, ConfigKeys.DAY_CHECK, get(ConfigKeys.DAY_CHECK).toMillis() >= 100);
    check(file, ConfigKeys.DAY_KEEP_TAGS, get(ConfigKeys.DAY_KEEP_TAGS).toDays() >= 1);
    check(
        file,
        ConfigKeys.SOURCE_PATH_SLACK,
        get(ConfigKeys.SOURCE_PATH_SLACK).compareTo(Duration.ofHours(48)) <= 0);
    if (!TABLE_NAME.matcher(get(ConfigKeys.TABLE)).matches()) {
      throw file.error(
          lineOf(file, ConfigKeys.TABLE),
          "'table: "
              + get(ConfigKeys.TABLE)
              + "' is not allowed: expected namespace.name, as logs.actions");
    }
  }

  private static void check(ConfigFile file, ConfigKey<?> key, boolean inRange) {
    if (!inRange) {
      ConfigFile.Value value = file.values().get(key.name());
      throw file.error(
          lineOf(file, key),
          "'"
              + key.name()
              + ": "
              + (value == null ? "" : value.value())
              + "' is not allowed: expected "
              + key.range());
    }
  }

  private static int lineOf(ConfigFile file, ConfigKey<?> key) {
    ConfigFile.Value value = file.values().get(key.name());
    return value == null ? 1 : value.line();
  }

  /** The pipeline file, absolute. */
  public Path file() {
    return file;
  }

  /** The value of a key that has a default or is required. */
  @SuppressWarnings("unchecked")
  public <T> T get(ConfigKey<T> key) {
    Object value = values.get(key);
    if (value == null) {
      throw new IllegalStateException(key.name() + " has no value; ask with find()");
    }
    return (T) value;
  }

  /** The value of a key that may be missing. */
  @SuppressWarnings("unchecked")
  public <T> Optional<T> find(ConfigKey<T> key) {
    return Optional.ofNullable((T) values.get(key));
  }

  /** The value of a key that holds a map or a list, as written. */
  public Optional<Object> structured(String name) {
    return Optional.ofNullable(structured.get(name));
  }

  /** The table's namespace levels and name. */
  public List<String> table() {
    return List.of(get(ConfigKeys.TABLE).split("\\."));
  }

  /** What the file says of the days of rows. */
  public LandingRule landingRule() {
    return new LandingRule(find(ConfigKeys.DAY_COLUMN), find(ConfigKeys.EVENT_COLUMN));
  }

  /** How often what has landed is committed. */
  public Duration commitInterval() {
    return get(ConfigKeys.COMMIT_INTERVAL);
  }

  /** Which event times are accepted, in words that name the keys. */
  public String eventTimeLimits() {
    return "from "
        + words(get(ConfigKeys.EVENT_PAST))
        + " back to "
        + words(get(ConfigKeys.EVENT_FUTURE))
        + " ahead (event-time.past, event-time.future)";
  }

  private static String words(Duration duration) {
    return duration.toHours() % 24 == 0
        ? duration.toDays() + " days"
        : duration.toHours() + " hours";
  }

  /** A path of the file, made absolute against the file's folder. */
  public Path resolve(String path) {
    Path folder = file.getParent();
    return (folder == null ? Path.of(path) : folder.resolve(path)).toAbsolutePath().normalize();
  }

  /**
   * The location that a path or location of the file means: a path counts from the file's folder.
   *
   * @throws FirnException with {@link ErrorCode#CONFIG} if it is none
   */
  String resolveLocation(String text) {
    boolean isLocation = text.startsWith("file:") || text.contains("://");
    return Locations.canonical(isLocation ? text : resolve(text).toString());
  }

  /** Where the catalog is; a relative path counts from the pipeline file's folder. */
  public CatalogAddress catalogAddress() {
    String uri = get(ConfigKeys.CATALOG);
    String sqlite = "sqlite:";
    return new CatalogAddress(
        uri.startsWith(sqlite) ? sqlite + resolve(uri.substring(sqlite.length())) : uri,
        get(ConfigKeys.CATALOG_NAME),
        Optional.of(resolveLocation(get(ConfigKeys.WAREHOUSE))),
        Map.of());
  }

  /** The folder in which source files arrive; refused if it does not exist. */
  public Path sourceFolder() {
    Path folder = resolve(get(ConfigKeys.SOURCE_FOLDER));
    if (!Files.isDirectory(folder)) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'source.folder' of "
              + file.getFileName()
              + " is no folder: "
              + folder
              + "; create it or correct"
              + " the path");
    }
    return folder;
  }
}
