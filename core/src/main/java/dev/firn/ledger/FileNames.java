package dev.firn.ledger;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the ledger's files: {@code root-<sequence, 12 digits>-<table UUID>-<UUID>.json} and
 * {@code segment-<UUID>.parquet}, UUIDs as 32 hex digits.
 */
final class FileNames {
  private static final Pattern ROOT =
      Pattern.compile("root-([0-9]{12,19})-([0-9a-f]{32})-[0-9a-f]{32}\\.json");
  private static final Pattern SEGMENT = Pattern.compile("segment-[0-9a-f]{32}\\.parquet");

  private FileNames() {}

  /** What the name of a root says. */
  record RootName(long sequence, String tableHex) {}

  static String root(NextRoot next, UUID random) {
    return String.format(
        Locale.ROOT, "root-%012d-%s-%s.json", next.sequence(), hex(next.tableUuid()), hex(random));
  }

  static String segment(UUID random) {
    return "segment-" + hex(random) + ".parquet";
  }

  static String hex(UUID id) {
    return id.toString().replace("-", "");
  }

  static Optional<RootName> parseRoot(String name) {
    Matcher matcher = ROOT.matcher(name);
    return matcher.matches()
        ? Optional.of(new RootName(Long.parseLong(matcher.group(1)), matcher.group(2)))
        : Optional.empty();
  }

  static boolean isSegment(String name) {
    return SEGMENT.matcher(name).matches();
  }
}
