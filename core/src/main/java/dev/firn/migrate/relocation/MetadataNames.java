package dev.firn.migrate.relocation;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of metadata files: {@code 00012-<UUID>.metadata.json}, {@code v12.metadata.json}. */
final class MetadataNames {
  private static final Pattern NUMBERED = Pattern.compile("v?([0-9]{1,9})[-.].*");

  private MetadataNames() {}

  /** The name that follows on another one. */
  static String next(String name, UUID id, boolean gzip) {
    Matcher number = NUMBERED.matcher(name);
    int next = number.matches() ? Integer.parseInt(number.group(1)) + 1 : 0;
    return String.format(
        Locale.ROOT, "%05d-%s%s", next, id, gzip ? ".gz.metadata.json" : ".metadata.json");
  }
}
