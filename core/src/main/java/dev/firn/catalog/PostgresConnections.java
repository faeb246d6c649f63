package dev.firn.catalog;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** A pool of connections to a PostgreSQL server, opened when the first one is asked for. */
final class PostgresConnections implements ConnectionSource {
  /** What a store works with at once, and as many again that hold turns. */
  static final int MAX_CONNECTIONS = 16;

  private static final int CONNECT_TIMEOUT_SECONDS = 10;

  /** A server that is silent for so long is taken for gone; no statement takes that long. */
  private static final int SOCKET_TIMEOUT_SECONDS = 60;

  /** Waits for row locks end before the socket's do, so that they are busy and not unknown. */
  private static final String LOCK_TIMEOUT = "SET lock_timeout = '20s'";

  private static final long IDLE_MILLIS = 60_000;

  private final DatabaseAddress address;
  private final UnaryOperator<Connection> wrapper;
  private @Nullable HikariDataSource pool;
  private boolean closed;

  PostgresConnections(DatabaseAddress address, UnaryOperator<Connection> wrapper) {
    this.address = address;
    this.wrapper = wrapper;
  }

  @Override
  public Connection take() throws SQLException {
    return pool().getConnection();
  }

  private synchronized HikariDataSource pool() throws SQLException {
    if (closed) {
      throw new SQLException("the catalog is closed");
    }
    HikariDataSource open = pool;
    if (open == null) {
      try {
        open = new HikariDataSource(config());
      } catch (PoolInitializationException e) {
        throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e);
      }
      pool = open;
    }
    return open;
  }

  private HikariConfig config() {
    Source source = new Source(wrapper);
    source.setURL(address.url());
    address.user().ifPresent(source::setUser);
    address.password().ifPresent(source::setPassword);
    source.setConnectTimeout(CONNECT_TIMEOUT_SECONDS);
    source.setSocketTimeout(SOCKET_TIMEOUT_SECONDS);
    source.setTcpKeepAlive(true);
    // The driver has a name of its own where the URI gives none.
    if (!address.url().contains("ApplicationName=")) {
      source.setApplicationName(JdbcPointerStore.signature());
    }
    HikariConfig config = new HikariConfig();
    config.setPoolName("firn-catalog");
    config.setDataSource(source);
    config.setMaximumPoolSize(MAX_CONNECTIONS);
    config.setMinimumIdle(0);
    config.setIdleTimeout(IDLE_MILLIS);
    config.setConnectionTimeout(CONNECT_TIMEOUT_SECONDS * 1000L);
    config.setConnectionInitSql(LOCK_TIMEOUT);
    return config;
  }

  @Override
  public void giveBack(Connection connection, boolean healthy) {
    HikariDataSource open;
    synchronized (this) {
      open = pool;
    }
    try {
      if (!healthy && open != null) {
        open.evictConnection(connection);
      }
      connection.close();
    } catch (SQLException ignored) {
      // The outcome of the transaction is reported already; a connection holds nothing else.
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (pool != null) {
      pool.close();
    }
  }

  /** PostgreSQL's connections, with something between them and the catalog. */
  private static final class Source extends PGSimpleDataSource {
    private static final long serialVersionUID = 1L;
    private final transient UnaryOperator<Connection> wrapper;

    Source(UnaryOperator<Connection> wrapper) {
      this.wrapper = wrapper;
    }

    @Override
    public Connection getConnection(@Nullable String user, @Nullable String password)
        throws SQLException {
      return wrapper.apply(super.getConnection(user, password));
    }
  }
}
