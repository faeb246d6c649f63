package dev.firn.catalog;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Where a catalog's database is, and how to sign in there.
 *
 * <p>SQLite: {@code sqlite:/abs.db}, pyiceberg's {@code sqlite:////abs.db}, Java's {@code
 * jdbc:sqlite:/abs.db}. PostgreSQL: {@code jdbc:postgresql://host/db?…}, {@code
 * postgresql://user:password@host/db}, also with a driver as pyiceberg writes it ({@code
 * postgresql+psycopg2:}). User and password are taken, in this order, from the properties {@code
 * user} and {@code password} (also {@code jdbc.user}, {@code jdbc.password}), from the URI, and
 * from the environment variables {@code FIRN_CATALOG_USER} and {@code FIRN_CATALOG_PASSWORD}.
 *
 * <p>{@link #toString} holds no password.
 */
public final class DatabaseAddress {
  /** The user for the database, where the URI and the properties name none. */
  public static final String USER_VARIABLE = "FIRN_CATALOG_USER";

  /** The user's password. */
  public static final String PASSWORD_VARIABLE = "FIRN_CATALOG_PASSWORD";

  private static final String USER = "user";
  private static final String PASSWORD = "password";

  private final Optional<Path> file;
  private final String url;
  private final Map<String, String> signIn;

  private DatabaseAddress(Optional<Path> file, String url, Map<String, String> signIn) {
    this.file = file;
    this.url = url;
    this.signIn = Map.copyOf(signIn);
  }

  /** Whether a URI is one of those that {@link #parse} takes. */
  public static boolean accepts(String uri) {
    String scheme = scheme(uri);
    return scheme.equals("sqlite") || scheme.equals("postgresql") || scheme.equals("postgres");
  }

  /**
   * Reads a URI.
   *
   * @param properties may hold the user and the password; others are ignored
   * @param environment the process's environment variables
   * @throws FirnException {@link ErrorCode#CONFIG} if the URI is none of a database that is known
   */
  public static DatabaseAddress parse(
      String uri, Map<String, String> properties, Map<String, String> environment) {
    String rest = withoutScheme(uri);
    switch (scheme(uri)) {
      case "sqlite":
        return sqlite(uri, rest);
      case "postgresql":
      case "postgres":
        return postgres(uri, rest, properties, environment);
      default:
        throw new FirnException(
            ErrorCode.CONFIG,
            "can't open a catalog of the scheme '"
                + scheme(uri)
                + "'; expected sqlite:/path/catalog.db or jdbc:postgresql://host/database");
    }
  }

  /** The address of a SQLite file. */
  public static DatabaseAddress sqlite(Path file) {
    Path path = file.toAbsolutePath().normalize();
    return new DatabaseAddress(Optional.of(path), "jdbc:sqlite:" + path, Map.of());
  }

  private static String withoutJdbc(String uri) {
    return uri.startsWith("jdbc:") ? uri.substring("jdbc:".length()) : uri;
  }

  private static String scheme(String uri) {
    String plain = withoutJdbc(uri);
    int colon = plain.indexOf(':');
    String scheme = colon < 0 ? plain : plain.substring(0, colon);
    int driver = scheme.indexOf('+');
    return (driver < 0 ? scheme : scheme.substring(0, driver)).toLowerCase(Locale.ROOT);
  }

  private static String withoutScheme(String uri) {
    String plain = withoutJdbc(uri);
    return plain.substring(plain.indexOf(':') + 1);
  }

  private static DatabaseAddress sqlite(String uri, String rest) {
    // SQLAlchemy: two slashes begin an (empty) host, one more the path. Java: the path itself.
    String path = rest.startsWith("///") ? rest.substring(3) : rest;
    if (path.isEmpty() || path.startsWith("//") || path.startsWith(":")) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "can't open " + uri + ": it names no file; expected sqlite:/path/catalog.db");
    }
    return sqlite(Path.of(path));
  }

  private static DatabaseAddress postgres(
      String uri, String rest, Map<String, String> properties, Map<String, String> environment) {
    Map<String, String> signIn = new LinkedHashMap<>();
    put(signIn, USER, environment.get(USER_VARIABLE));
    put(signIn, PASSWORD, environment.get(PASSWORD_VARIABLE));
    if (!rest.startsWith("//")) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "can't open a PostgreSQL catalog without a host; expected"
              + " jdbc:postgresql://host:5432/database");
    }
    int question = rest.indexOf('?');
    String place = question < 0 ? rest : rest.substring(0, question);
    int at = place.lastIndexOf('@');
    if (at >= 0) {
      String[] parts = place.substring(2, at).split(":", 2);
      put(signIn, USER, decoded(parts[0]));
      put(signIn, PASSWORD, parts.length < 2 ? null : decoded(parts[1]));
      place = "//" + place.substring(at + 1);
    }
    String others = question < 0 ? "" : takeSignIn(rest.substring(question + 1), signIn);
    for (String key : new String[] {USER, PASSWORD}) {
      put(signIn, key, properties.get("jdbc." + key));
      put(signIn, key, properties.get(key));
    }
    return new DatabaseAddress(Optional.empty(), "jdbc:postgresql:" + place + others, signIn);
  }

  /** The parameters of the URI but those to sign in with. */
  private static String takeSignIn(String query, Map<String, String> signIn) {
    StringJoiner others = new StringJoiner("&", "?", "");
    others.setEmptyValue("");
    for (String parameter : query.split("&")) {
      String[] parts = parameter.split("=", 2);
      if (parts.length == 2 && (parts[0].equals(USER) || parts[0].equals(PASSWORD))) {
        put(signIn, parts[0], decoded(parts[1]));
      } else {
        others.add(parameter);
      }
    }
    return others.toString();
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static void put(Map<String, String> signIn, String key, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      signIn.put(key, value);
    }
  }

  /** The SQLite file; empty for a database server. */
  public Optional<Path> file() {
    return file;
  }

  String url() {
    return url;
  }

  Optional<String> user() {
    return Optional.ofNullable(signIn.get(USER));
  }

  Optional<String> password() {
    return Optional.ofNullable(signIn.get(PASSWORD));
  }

  @Override
  public String toString() {
    return url;
  }
}
