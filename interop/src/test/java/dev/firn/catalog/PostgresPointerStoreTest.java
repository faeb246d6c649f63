package dev.firn.catalog;

import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresPointerStoreTest extends PointerStoreContract {
  @RegisterExtension static final PostgresDatabases DATABASES = new PostgresDatabases();

  @Override
  PointerStore open() {
    return JdbcPointerStore.open(DATABASES.address(), "firn");
  }
}
