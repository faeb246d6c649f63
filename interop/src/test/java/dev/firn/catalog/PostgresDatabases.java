package dev.firn.catalog;

import dev.firn.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A PostgreSQL server for a test class, with a new database for each test. */
final class PostgresDatabases implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
  private final AtomicInteger number = new AtomicInteger();
  private @Nullable PostgresServer server;
  private @Nullable DatabaseAddress address;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    if (server == null) {
      server = PostgresServer.start();
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) throws SQLException {
    PostgresServer running = server();
    String uri = running.createDatabase("test" + number.incrementAndGet());
    address =
        DatabaseAddress.parse(
            uri, Map.of("user", running.user(), "password", running.password()), Map.of());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    server().close();
    server = null;
  }

  PostgresServer server() {
    PostgresServer running = server;
    if (running == null) {
      throw new IllegalStateException("the server is not running");
    }
    return running;
  }

  /** The database of this test. */
  DatabaseAddress address() {
    DatabaseAddress current = address;
    if (current == null) {
      throw new IllegalStateException("no test is running");
    }
    return current;
  }
}
