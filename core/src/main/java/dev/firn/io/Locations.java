package dev.firn.io;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The one spelling of a location, and arithmetic on it.
 *
 * <p>A local location may be written {@code /x}, {@code file:/x} or {@code file:///x}; the
 * canonical form is {@code file:///x}. What follows is taken literally: nothing is decoded or
 * encoded, so {@code %}, {@code +}, {@code #} and spaces in names mean themselves. (That is how
 * Iceberg's own metadata writes them. {@link java.net.URI} spells them differently: do not go
 * through it.) Locations with another scheme are left as they are.
 */
public final class Locations {
  private static final String FILE = "file:";
  private static final String CANONICAL_FILE = "file://";

  private Locations() {}

  /**
   * The canonical spelling: {@code file:///…} with single slashes for a local location, any other
   * location unchanged; without a slash at the end in both cases.
   *
   * @throws FirnException if the location is empty, relative, or names a host
   */
  public static String canonical(String location) {
    if (isLocal(location)) {
      return CANONICAL_FILE + localPart(location);
    }
    return withoutTrailingSlashes(location, location.indexOf("://") + 3);
  }

  /** The canonical location of a path; relative paths are taken from the working directory. */
  public static String of(Path path) {
    return canonical(path.toAbsolutePath().normalize().toString());
  }

  /** Whether the location is on a local disk. */
  public static boolean isLocal(String location) {
    return scheme(location).equals("file");
  }

  /**
   * The path of a local location.
   *
   * @throws FirnException if the location is not local
   */
  public static Path localPath(String location) {
    if (!isLocal(location)) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "can't open "
              + location
              + ": storage for the scheme '"
              + scheme(location)
              + "' is not part of this installation, only local files are (file:///…, /…);"
              + " use a local location or add the module for that storage");
    }
    return Path.of(localPart(location));
  }

  /**
   * The folder that holds this location, in canonical form.
   *
   * @throws FirnException if there is none: the location is a root
   */
  public static String parent(String location) {
    String canonical = canonical(location);
    int slash = canonical.lastIndexOf('/');
    int root = canonical.indexOf("://") + 2;
    boolean last = slash + 1 == canonical.length();
    if (isLocal(canonical) && slash == root + 1 && !last) {
      return CANONICAL_FILE + "/";
    }
    if (slash <= root || last) {
      throw new FirnException(
          ErrorCode.USAGE, "can't name the parent of " + location + ": it is a root");
    }
    return canonical.substring(0, slash);
  }

  /** The last name of a location, empty for a root. */
  public static String fileName(String location) {
    String canonical = canonical(location);
    return canonical.substring(canonical.lastIndexOf('/') + 1);
  }

  /**
   * The location of a child, in canonical form.
   *
   * @param location a folder
   * @param child a name, or names joined by slashes; taken literally, may not begin with a slash
   */
  public static String resolve(String location, String child) {
    if (child.isEmpty() || child.startsWith("/")) {
      throw new FirnException(
          ErrorCode.USAGE,
          "can't resolve '" + child + "' below " + location + ": expected a relative name");
    }
    String folder = canonical(location);
    return canonical(folder.endsWith("/") ? folder + child : folder + "/" + child);
  }

  private static String scheme(String location) {
    if (location.startsWith("/")) {
      return "file";
    }
    int colon = location.indexOf(':');
    int slash = location.indexOf('/');
    if (colon <= 0 || slash != colon + 1) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "can't take '"
              + location
              + "' as a location: expected an absolute path (/…) or a URI (file:///…, s3://…)");
    }
    return location.substring(0, colon).toLowerCase(Locale.ROOT);
  }

  /** The path of a local location: one slash in front, single slashes inside, none at the end. */
  private static String localPart(String location) {
    String path = location.startsWith("/") ? location : location.substring(FILE.length());
    if (path.startsWith("//") && !path.startsWith("///") && !location.startsWith("/")) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "can't take '"
              + location
              + "' as a local location: it names a host; write file:/// and the absolute path");
    }
    StringBuilder single = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c != '/' || single.length() == 0 || single.charAt(single.length() - 1) != '/') {
        single.append(c);
      }
    }
    return withoutTrailingSlashes(single.toString(), 1);
  }

  private static String withoutTrailingSlashes(String text, int keep) {
    int end = text.length();
    while (end > keep && text.charAt(end - 1) == '/') {
      end--;
    }
    return text.substring(0, end);
  }
}
