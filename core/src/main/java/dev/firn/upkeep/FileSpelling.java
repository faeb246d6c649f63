package dev.firn.upkeep;

import java.util.Locale;

/**
 * A location taken apart. Nothing is decoded: {@code %}, {@code +} and {@code #} mean themselves.
 *
 * @param scheme one word for the schemes that mean the same storage: {@code file} (or none), {@code
 *     s3} (s3a, s3n)
 * @param authority bucket, or host and port; empty if there is none
 * @param path from its first slash on, with single slashes
 */
record FileSpelling(String scheme, String authority, String path) {
  static FileSpelling of(String location) {
    int colon = location.indexOf(':');
    int slash = location.indexOf('/');
    boolean hasScheme = colon > 0 && (slash < 0 || colon < slash);
    String scheme = hasScheme ? location.substring(0, colon).toLowerCase(Locale.ROOT) : "file";
    String rest = hasScheme ? location.substring(colon + 1) : location;
    String authority = "";
    if (hasScheme && rest.startsWith("//")) {
      int end = rest.indexOf('/', 2);
      authority = end < 0 ? rest.substring(2) : rest.substring(2, end);
      rest = end < 0 ? "/" : rest.substring(end);
    }
    return new FileSpelling(same(scheme), authority, rest.replaceAll("/{2,}", "/"));
  }

  private static String same(String scheme) {
    return scheme.equals("s3a") || scheme.equals("s3n") ? "s3" : scheme;
  }
}
