package dev.firn.testkit.jdbc;

import dev.firn.catalog.Attempts;
import dev.firn.catalog.DatabaseAddress;
import dev.firn.catalog.FirnCatalog;
import dev.firn.catalog.JdbcPointerStore;
import dev.firn.io.LocalFileIo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * A database with catalogs on its rows, Firn's and Iceberg's own.
 *
 * @param url as JDBC has it
 * @param signIn {@code user} and {@code password}, or nothing
 * @param warehouse a local folder
 */
public record TrialDatabase(String url, Map<String, String> signIn, Path warehouse) {
  /** The catalog's name in the rows. */
  private static final String NAME = "trial";

  /** Some hundred milliseconds, so that a silent database becomes an unknown outcome soon. */
  private static final Attempts ATTEMPTS =
      new Attempts(6, Duration.ofMillis(3), Duration.ofSeconds(20));

  /** Copies the properties. */
  public TrialDatabase {
    signIn = Map.copyOf(signIn);
  }

  /** For messages: {@code sqlite} or {@code postgresql}. */
  public String kind() {
    return url.split(":", 3)[1];
  }

  /** Firn's catalog; its connections can be broken. */
  public FirnCatalog firn(Breaker breaker) {
    JdbcPointerStore store =
        JdbcPointerStore.open(DatabaseAddress.parse(url, signIn, Map.of()), NAME, breaker::wrap);
    return new FirnCatalog(
            NAME, warehouse.toUri().toString(), new LocalFileIo(false), store, UUID::randomUUID)
        .with(ATTEMPTS);
  }

  /** Firn's catalog as in use. */
  public FirnCatalog firn(FileIO io) {
    JdbcPointerStore store =
        JdbcPointerStore.open(DatabaseAddress.parse(url, signIn, Map.of()), NAME);
    return new FirnCatalog(NAME, warehouse.toUri().toString(), io, store, UUID::randomUUID);
  }

  /** Iceberg's own catalog, with the strict handling of namespaces. */
  public JdbcCatalog stock(FileIO io) {
    return stock(io, url);
  }

  /**
   * The same under another URL.
   *
   * @param otherUrl leads to the same database
   */
  public JdbcCatalog stock(FileIO io, String otherUrl) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("uri", otherUrl);
    properties.put("warehouse", warehouse.toUri().toString());
    properties.put("jdbc.schema-version", "V1");
    properties.put("jdbc.strict-mode", "true");
    signIn.forEach((key, value) -> properties.put("jdbc." + key, value));
    JdbcCatalog catalog = new JdbcCatalog(ignored -> io, null, true);
    catalog.initialize(NAME, properties);
    return catalog;
  }
}
