package dev.firn.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Keeps connections that nobody needs at the moment; for a database in this process. */
final class IdleConnections implements ConnectionSource {
  /** Opens a connection. */
  interface Opener {
    Connection open() throws SQLException;
  }

  private final Opener opener;
  private final Deque<Connection> idle = new ArrayDeque<>();
  private boolean closed;

  IdleConnections(Opener opener) {
    this.opener = opener;
  }

  @Override
  public Connection take() throws SQLException {
    synchronized (idle) {
      if (closed) {
        throw new SQLException("the catalog is closed");
      }
      Connection connection = idle.poll();
      if (connection != null) {
        return connection;
      }
    }
    return opener.open();
  }

  @Override
  public void giveBack(Connection connection, boolean healthy) {
    synchronized (idle) {
      if (healthy && !closed) {
        idle.push(connection);
        return;
      }
    }
    closeQuietly(connection);
  }

  /** Closing a connection also undoes what it had begun. */
  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException ignored) {
      // The outcome of the transaction is reported already; a connection holds nothing else.
    }
  }

  @Override
  public void close() {
    synchronized (idle) {
      closed = true;
      idle.forEach(IdleConnections::closeQuietly);
      idle.clear();
    }
  }
}
