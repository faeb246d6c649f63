package dev.firn.catalog;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.catalog.CatalogTests;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NotFoundException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  protected FirnCatalog initCatalog(String name, Map<String, String> more) {
    Map<String, String> properties = new HashMap<>();
    // What the tests of table properties expect to be configured.
    properties.put("table-default.default-key1", "catalog-default-key1");
    properties.put("table-default.default-key2", "catalog-default-key2");
    properties.put("table-default.override-key3", "catalog-default-key3");
    properties.put("table-override.override-key3", "catalog-override-key3");
    properties.put("table-override.override-key4", "catalog-override-key4");
    properties.putAll(more);
    return new FirnCatalog(
            name, warehouse.toString(), new LocalFileIo(false), open(name), UUID::randomUUID)
        .withProperties(properties);
  }

  @Override
  protected String baseTableLocation(TableIdentifier table) {
    // Locations are spelled in one way, whatever the caller writes.
    return Locations.canonical(super.baseTableLocation(table));
  }

  @Override
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  public void createTableTransaction(int formatVersion) {
    // Without 1, which Firn refuses.
    super.createTableTransaction(formatVersion);
  }

  @Override
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  public void replaceTableTransaction(int formatVersion) {
    // Without 1, which Firn refuses.
    super.replaceTableTransaction(formatVersion);
  }

  @Override
  @Test
  public void testLoadTableWithMissingMetadataFile(@TempDir Path ignored) throws IOException {
    // Theirs asks for the words of their own file IO; ours has others.
    catalog.createNamespace(TBL.namespace());
    BaseTable table = (BaseTable) catalog.createTable(TBL, SCHEMA);
    String location = table.operations().current().metadataFileLocation();
    Files.delete(Locations.localPath(location));
    assertThatThrownBy(() -> catalog.loadTable(TBL))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining(Locations.localPath(location).toString());
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
