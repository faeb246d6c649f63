package dev.firn.catalog;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteIcebergCatalogTest extends IcebergCatalogTests {
  @TempDir Path folder;

  @Override
  PointerStore open(String catalogName) {
    return JdbcPointerStore.sqlite(folder.resolve("catalog.db"), catalogName);
  }
}
