package dev.firn.migrate.open;

import dev.firn.catalog.DatabaseAddress;
import dev.firn.catalog.FirnCatalog;
import dev.firn.catalog.JdbcPointerStore;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import dev.firn.migrate.CatalogId;
import dev.firn.migrate.folder.FolderWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;

/** Opens catalogs. */
public final class Catalogs {
  private static final String REST_CLIENT = "org.apache.iceberg.rest.RESTCatalog";
  private static final String HIVE_CLIENT = "org.apache.iceberg.hive.HiveCatalog";
  private static final String EXPECTED =
      "expected sqlite:PATH, postgresql://HOST/DATABASE, rest:http://…, thrift://HOST:PORT, or a"
          + " folder (file:///… or a path)";

  private Catalogs() {}

  /**
   * Opens a catalog; a SQLite database is made if it does not exist.
   *
   * @param io storage of the tables, for everything but Iceberg's own clients, which bring theirs
   *     (by default that of local files too; property {@code io-impl} names another)
   * @throws FirnException {@link ErrorCode#USAGE} if the URI names no kind of catalog, {@link
   *     ErrorCode#CONFIG} if the client for it is missing, {@link ErrorCode#CATALOG} if it can't be
   *     reached
   */
  public static OpenedCatalog open(CatalogAddress address, LocalFileIo io) {
    String uri = address.uri();
    String scheme = uri.substring(0, Math.max(0, uri.indexOf(':'))).toLowerCase(Locale.ROOT);
    if (DatabaseAddress.accepts(uri)) {
      return database(
          address, DatabaseAddress.parse(uri, address.properties(), System.getenv()), io);
    }
    return switch (scheme) {
      case "rest" -> foreign(address, REST_CLIENT, uri.substring("rest:".length()));
      case "thrift" -> foreign(address, HIVE_CLIENT, uri);
      case "file" -> folder(uri, io);
      case "" -> path(address, io);
      default ->
          throw new FirnException(
              ErrorCode.USAGE,
              "can't open the catalog '" + withoutSecrets(uri) + "': " + EXPECTED + hint(scheme));
    };
  }

  private static String hint(String scheme) {
    return scheme.startsWith("http") ? "; a REST catalog is written rest:" + scheme + "://…" : "";
  }

  private static OpenedCatalog path(CatalogAddress address, LocalFileIo io) {
    Path path = Path.of(address.uri());
    if (Files.isDirectory(path)) {
      return folder(Locations.of(path), io);
    }
    if (Files.isRegularFile(path)) {
      return database(address, DatabaseAddress.sqlite(path), io);
    }
    throw new FirnException(
        ErrorCode.NOT_FOUND,
        "can't open the catalog '"
            + address.uri()
            + "': there is no such file or folder; "
            + EXPECTED);
  }

  private static OpenedCatalog folder(String location, LocalFileIo io) {
    FolderWarehouse warehouse = new FolderWarehouse(io, location);
    return new OpenedCatalog.Folder(warehouse.location(), warehouse, io);
  }

  private static OpenedCatalog database(
      CatalogAddress address, DatabaseAddress database, LocalFileIo io) {
    DatabaseAddress place = database.file().map(Catalogs::real).orElse(database);
    String warehouse = warehouse(address, place);
    FirnCatalog catalog =
        new FirnCatalog(
            address.name(),
            warehouse,
            io,
            JdbcPointerStore.open(place, address.name()),
            UUID::randomUUID);
    String plain = place.file().map(file -> "sqlite:" + file).orElseGet(place::toString);
    String id = withoutSecrets(plain.startsWith("jdbc:") ? plain.substring(5) : plain);
    return new OpenedCatalog.Firn(CatalogId.of(id, address.name()), catalog, io);
  }

  /** One name for one file, whatever links lead to it. */
  private static DatabaseAddress real(Path file) {
    try {
      if (Files.exists(file)) {
        return DatabaseAddress.sqlite(file.toRealPath());
      }
      Path folder = file.resolveSibling(".").normalize();
      Files.createDirectories(folder);
      return DatabaseAddress.sqlite(folder.toRealPath().resolve(file.getFileName()));
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "can't open the catalog database " + file + ": its folder can't be used (" + e + ")",
          e);
    }
  }

  private static String warehouse(CatalogAddress address, DatabaseAddress place) {
    Optional<String> beside = place.file().map(file -> file.resolveSibling("warehouse").toString());
    String warehouse =
        address
            .warehouse()
            .or(() -> beside)
            .orElseThrow(
                () ->
                    new FirnException(
                        ErrorCode.USAGE,
                        "can't open the catalog "
                            + withoutSecrets(place.toString())
                            + ": it needs a warehouse, the folder for new tables; add --warehouse"));
    boolean location = warehouse.startsWith("file:") || warehouse.contains("://");
    return location ? warehouse : Locations.of(Path.of(warehouse));
  }

  /** Without user, password and parameters. */
  static String withoutSecrets(String uri) {
    int query = uri.indexOf('?');
    String plain = query < 0 ? uri : uri.substring(0, query);
    int authority = plain.indexOf("://") + 3;
    int slash = plain.indexOf('/', authority);
    int at = plain.lastIndexOf('@', slash < 0 ? plain.length() : slash);
    return at < authority ? plain : plain.substring(0, authority) + plain.substring(at + 1);
  }

  private static OpenedCatalog foreign(CatalogAddress address, String client, String uri) {
    require(client, address.uri());
    Map<String, String> properties = new HashMap<>(address.properties());
    properties.put(CatalogProperties.URI, uri);
    properties.putIfAbsent(CatalogProperties.FILE_IO_IMPL, LocalFileIo.class.getName());
    address
        .warehouse()
        .ifPresent(place -> properties.put(CatalogProperties.WAREHOUSE_LOCATION, place));
    String id = CatalogId.of(withoutSecrets(uri), address.name());
    try {
      return new OpenedCatalog.Foreign(
          id, CatalogUtil.loadCatalog(client, address.name(), properties, null));
    } catch (RuntimeException | LinkageError e) {
      throw new FirnException(
          e instanceof LinkageError ? ErrorCode.CONFIG : ErrorCode.CATALOG,
          "can't open the catalog "
              + withoutSecrets(address.uri())
              + ": "
              + e
              + (e instanceof LinkageError ? "; " + MissingClient.advice(client) : ""),
          e);
    }
  }

  private static void require(String client, String uri) {
    try {
      Class.forName(client, false, Catalogs.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "can't open the catalog "
              + withoutSecrets(uri)
              + ": the class "
              + client
              + " is not on the class path; "
              + MissingClient.advice(client),
          e);
    }
  }
}
