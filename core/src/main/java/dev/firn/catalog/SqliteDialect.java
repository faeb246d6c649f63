package dev.firn.catalog;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/**
 * SQLite in a file: write-ahead log, so that readers and the one writer do not wait for each other;
 * full syncing, so that an acknowledged commit survives a crash of the machine.
 */
final class SqliteDialect implements SqlDialect {
  /** SQLite's own waiting; {@link Database} waits on where SQLite gives up early. */
  private static final int BUSY_TIMEOUT_MILLIS = 20_000;

  private static final int SQLITE_BUSY = 5;
  private static final int SQLITE_LOCKED = 6;

  private final String url;
  private final TurnFile turns;
  private final UnaryOperator<Connection> wrapper;

  /**
   * Opens or makes the database at an absolute path.
   *
   * @param wrapper what stands between the catalog and each connection, for tests
   */
  SqliteDialect(Path file, UnaryOperator<Connection> wrapper) {
    Path path = file.toAbsolutePath().normalize();
    if (path.toString().indexOf('?') >= 0) {
      throw new IllegalArgumentException(
          "can't open the catalog " + path + ": SQLite's driver can't take a '?' in the path");
    }
    this.url = "jdbc:sqlite:" + path;
    this.turns = new TurnFile(path.resolveSibling(path.getFileName() + ".firn-turns"));
    this.wrapper = wrapper;
  }

  @Override
  public ConnectionSource connections() {
    return new IdleConnections(this::connect);
  }

  private Connection connect() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    // Straight to the driver: DriverManager would look through every jar for others.
    Connection connection = new JDBC().connect(url, config.toProperties());
    if (connection == null) {
      throw new SQLException("the SQLite driver does not take " + url);
    }
    return wrapper.apply(connection);
  }

  @Override
  public void begin(Connection connection, Isolation isolation) throws SQLException {
    // Takes the write lock at once: a transaction that reads first and writes later can't wait for
    // the lock, SQLite fails it immediately (SQLITE_BUSY_SNAPSHOT).
    execute(connection, "BEGIN IMMEDIATE");
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    execute(connection, "COMMIT");
  }

  @Override
  public void rollback(Connection connection) throws SQLException {
    execute(connection, "ROLLBACK");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public boolean schemaIsReady(Connection connection) throws SQLException {
    return exists(
        connection,
        "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?",
        SqliteHistory.LAST_TRIGGER);
  }

  @Override
  public boolean columnExists(Connection connection, String table, String column)
      throws SQLException {
    return exists(connection, "SELECT 1 FROM pragma_table_info(?) WHERE name = ?", table, column);
  }

  private static boolean exists(Connection connection, String sql, String... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  /** A transaction has the database to itself. */
  @Override
  public void lockSchema(Connection connection) {}

  /** A transaction has the database to itself. */
  @Override
  public void lockEntries(Connection connection) {}

  @Override
  public List<String> historyStatements() {
    return SqliteHistory.STATEMENTS;
  }

  @Override
  public boolean isBusy(SQLException failure) {
    int code = failure.getErrorCode() & 0xFF;
    return code == SQLITE_BUSY || code == SQLITE_LOCKED;
  }

  @Override
  public boolean oneWriter() {
    return true;
  }

  @Override
  public boolean knowsClients() {
    return false;
  }

  @Override
  public PointerStore.Turn lockTurn(long key, Duration longest) {
    return turns.lock(key, longest);
  }

  @Override
  public void close() {
    turns.close();
  }

  @Override
  public String displayName() {
    return url;
  }
}
