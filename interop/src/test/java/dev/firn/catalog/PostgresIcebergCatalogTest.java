package dev.firn.catalog;

import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresIcebergCatalogTest extends IcebergCatalogTests {
  @RegisterExtension static final PostgresDatabases DATABASES = new PostgresDatabases();

  @Override
  PointerStore open(String catalogName) {
    return JdbcPointerStore.open(DATABASES.address(), catalogName);
  }
}
