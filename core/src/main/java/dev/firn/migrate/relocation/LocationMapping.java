package dev.firn.migrate.relocation;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import java.util.regex.Pattern;

/**
 * What a location becomes when a folder has another place.
 *
 * <p>Whole names are compared: {@code /a/b} is no prefix of {@code /a/bc}. A local folder covers
 * its three spellings ({@code /x}, {@code file:/x}, {@code file:///x}); other schemes are compared
 * letter by letter, so {@code s3a://} is not {@code s3://}.
 *
 * @param from the folder as the metadata spells it, absolute or relative; empty for all relative
 *     locations
 * @param to the folder where those files are now, in canonical spelling
 */
public record LocationMapping(String from, String to) {
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:/.*");

  /**
   * Checks and normalises.
   *
   * @throws FirnException if the new place is not absolute
   */
  public LocationMapping {
    if (!isAbsolute(to)) {
      throw new FirnException(
          ErrorCode.USAGE,
          "can't move locations to '"
              + to
              + "': expected an absolute path (/…) or a URI (file:///…, s3://…)");
    }
    from = normal(from);
    to = Locations.canonical(to);
  }

  /** Whether a location names a place by itself, and not one below some folder. */
  public static boolean isAbsolute(String location) {
    return location.startsWith("/") || SCHEME.matcher(location).matches();
  }

  /** Whether the location changes. */
  public boolean covers(String location) {
    if (from.isEmpty()) {
      return !isAbsolute(location);
    }
    String name = normal(location);
    return name.equals(from) || name.startsWith(folder(from));
  }

  /** The new location; the same one if it is not covered. */
  public String map(String location) {
    if (!covers(location)) {
      return location;
    }
    String name = normal(location);
    String rest = name.substring(Math.min(name.length(), folder(from).length()));
    return rest.isEmpty() ? to : folder(to) + rest;
  }

  private static String folder(String name) {
    return name.isEmpty() || name.endsWith("/") ? name : name + "/";
  }

  private static String normal(String location) {
    if (isAbsolute(location)) {
      return Locations.canonical(location);
    }
    String name = location;
    while (name.startsWith("./")) {
      name = name.substring(2);
    }
    while (name.endsWith("/")) {
      name = name.substring(0, name.length() - 1);
    }
    return name.equals(".") ? "" : name;
  }
}
