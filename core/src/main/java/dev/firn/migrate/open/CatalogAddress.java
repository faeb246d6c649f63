package dev.firn.migrate.open;

import java.util.Map;
import java.util.Optional;

/**
 * Which catalog.
 *
 * @param uri {@code sqlite:PATH}, {@code jdbc:sqlite:PATH}, {@code postgresql://…}, {@code
 *     jdbc:postgresql://…}, {@code rest:http…}, {@code thrift://…}, or a folder ({@code file:///…}
 *     or a path) for tables without a catalog; the path of a file is a SQLite database
 * @param name the catalog's name in the database, or for a client of Iceberg's its alias
 * @param warehouse where new tables are made; for SQLite by default a folder {@code warehouse}
 *     beside the database
 * @param properties for the client: user, password, token, io-impl, …
 */
public record CatalogAddress(
    String uri, String name, Optional<String> warehouse, Map<String, String> properties) {
  /** What the catalog is called if nobody says otherwise. */
  public static final String DEFAULT_NAME = "firn";

  /** Copies the map. */
  public CatalogAddress {
    properties = Map.copyOf(properties);
  }

  /** A catalog of the default name, without properties. */
  public static CatalogAddress of(String uri) {
    return new CatalogAddress(uri, DEFAULT_NAME, Optional.empty(), Map.of());
  }
}
