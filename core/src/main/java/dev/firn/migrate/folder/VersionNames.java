package dev.firn.migrate.folder;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of metadata files in the folder of a table without a catalog. */
final class VersionNames {
  static final String HINT = "version-hint.text";
  static final String PLAIN = ".metadata.json";
  static final String GZIP = ".gz.metadata.json";

  /** In the order in which Iceberg's readers look; the last is written no more. */
  private static final List<String> ENDINGS = List.of(PLAIN, GZIP, ".metadata.json.gz");

  private static final Pattern VERSION =
      Pattern.compile(
          "v([0-9]{1,9})(\\.metadata\\.json|\\.gz\\.metadata\\.json|\\.metadata\\.json\\.gz)");

  private VersionNames() {}

  static List<String> of(int version) {
    return ENDINGS.stream().map(ending -> "v" + version + ending).toList();
  }

  /** The names that a writer may commit a version to, the likely one first. */
  static List<String> toTake(int version, boolean gzip) {
    String plain = "v" + version + PLAIN;
    String compressed = "v" + version + GZIP;
    return gzip ? List.of(compressed, plain) : List.of(plain, compressed);
  }

  static boolean isGzip(String name) {
    return name.endsWith(GZIP) || name.endsWith(".gz");
  }

  static OptionalInt version(String name) {
    Matcher matcher = VERSION.matcher(name);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }
}
