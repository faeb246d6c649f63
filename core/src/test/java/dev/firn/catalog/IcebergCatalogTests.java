package dev.firn.catalog;

import dev.firn.io.LocalFileIo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.catalog.CatalogTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg's own tests of catalogs; what they ask and Firn refuses is listed here, with why. */
abstract class IcebergCatalogTests extends CatalogTests<FirnCatalog> {
  @TempDir Path warehouse;
  private FirnCatalog catalog;

  /** Opens the empty database of a test; a second call opens the same one again. */
  abstract PointerStore open(String catalogName);

  @BeforeEach
  void openCatalog() {
    catalog = initCatalog("firn", Map.of());
  }

  @AfterEach
  void closeCatalog() throws IOException {
    catalog.close();
  }

  @Override
  protected FirnCatalog catalog() {
    return catalog;
  }

  @Override
  protected FirnCatalog initCatalog(String name, Map<String, String> properties) {
    return new FirnCatalog(
            name, warehouse.toString(), new LocalFileIo(false), open(name), UUID::randomUUID)
        .withProperties(properties);
  }

  @Override
  protected boolean requiresNamespaceCreate() {
    return true;
  }

  @Override
  protected boolean supportsNestedNamespaces() {
    return true;
  }

  @Override
  protected boolean supportsNamesWithDot() {
    // A dot separates the levels of a namespace in the rows that all clients share.
    return false;
  }
}
