package dev.firn.catalog.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL 12 or newer. Transactions that decide by what they read are serializable; one that
 * swaps a pointer is a single statement on one row and needs no more than its lock.
 */
public final class PostgresDialect implements SqlDialect {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresDialect.class);

  /**
   * A serialization failure, a deadlock, a lock that was not free in time: the server has undone
   * the transaction. A key that was taken meanwhile: what comes next sees it there.
   */
  private static final Set<String> BUSY = Set.of("40001", "40P01", "55P03", "23505");

  /** Any numbers, the same in every process: advisory locks share one space of 64 bits. */
  private static final long SCHEMA_LOCK = 0x6669726e_00000001L;

  private static final long ENTRIES_LOCK = 0x6669726e_00000002L;

  /** Turns hold a connection each; the other half of the pool is for the commits themselves. */
  private static final int MAX_TURNS = PostgresConnections.MAX_CONNECTIONS / 2;

  /** The server frees the turn of a process that stopped in the middle. */
  private static final String TURN_ENDS = "SET LOCAL idle_in_transaction_session_timeout = '60s'; ";

  /** A lock was not free within the time that was set. */
  private static final String LATE = "55P03";

  private static final Turn NO_TURN = () -> {};

  /**
   * Where the server is.
   *
   * @param url the JDBC URL, without user and password
   * @param client how this process is called in the history, unless the URL says it
   */
  public record Address(
      String url, Optional<String> user, Optional<String> password, String client) {
    @Override
    public String toString() {
      return url;
    }
  }

  private final Address address;
  private final PostgresConnections connections;
  private final Semaphore turns = new Semaphore(MAX_TURNS);

  /**
   * A dialect with its connections; none is opened yet.
   *
   * @param wrapper what stands between the catalog and each connection, for tests
   */
  public PostgresDialect(Address address, UnaryOperator<Connection> wrapper) {
    this.address = address;
    this.connections = new PostgresConnections(address, wrapper);
  }

  @Override
  public ConnectionSource connections() {
    return connections;
  }

  @Override
  public void begin(Connection connection, Isolation isolation) throws SQLException {
    connection.setAutoCommit(false);
    if (isolation == Isolation.SERIAL) {
      // For this transaction only: the connection goes back to the pool as it was.
      execute(connection, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    }
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    connection.commit();
    connection.setAutoCommit(true);
  }

  @Override
  public void rollback(Connection connection) throws SQLException {
    connection.rollback();
    connection.setAutoCommit(true);
  }

  @Override
  public boolean schemaIsReady(Connection connection) throws SQLException {
    return exists(
        connection,
        "SELECT 1 FROM pg_trigger WHERE tgname = ? AND tgrelid = to_regclass(?)",
        PostgresHistory.LAST_TRIGGER,
        CatalogSchema.TABLES);
  }

  @Override
  public boolean columnExists(Connection connection, String table, String column)
      throws SQLException {
    return exists(
        connection,
        "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass(?) AND attname = ?"
            + " AND NOT attisdropped",
        table,
        column);
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

  @Override
  public void lockSchema(Connection connection) throws SQLException {
    execute(connection, "SELECT pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
  }

  @Override
  public void lockEntries(Connection connection) throws SQLException {
    execute(connection, "SELECT pg_advisory_xact_lock(" + ENTRIES_LOCK + ")");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public List<String> historyStatements() {
    return PostgresHistory.STATEMENTS;
  }

  @Override
  public boolean isBusy(SQLException failure) {
    String state = failure.getSQLState();
    return state != null && BUSY.contains(state);
  }

  @Override
  public boolean oneWriter() {
    return false;
  }

  @Override
  public boolean knowsClients() {
    return true;
  }

  @Override
  public Optional<Turn> lockTurn(long key, Duration longest) {
    if (!turns.tryAcquire()) {
      return Optional.of(NO_TURN);
    }
    Connection connection = null;
    try {
      connection = connections.take();
      connection.setAutoCommit(false);
      execute(
          connection,
          TURN_ENDS
              + "SET LOCAL lock_timeout = '"
              + longest.toMillis()
              + "ms'; SELECT pg_advisory_xact_lock("
              + key
              + ")");
      Connection held = connection;
      return Optional.of(() -> release(held));
    } catch (SQLException e) {
      LOG.debug("No turn from {}", address, e);
      if (connection != null) {
        connections.giveBack(connection, false);
      }
      turns.release();
      return LATE.equals(e.getSQLState()) ? Optional.empty() : Optional.of(NO_TURN);
    }
  }

  private void release(Connection connection) {
    boolean healthy = false;
    try {
      rollback(connection);
      healthy = true;
    } catch (SQLException e) {
      LOG.debug("A turn was not given back", e);
    } finally {
      connections.giveBack(connection, healthy);
      turns.release();
    }
  }

  /** Connections hold all there is. */
  @Override
  public void close() {}

  @Override
  public String displayName() {
    return address.toString();
  }
}
