package dev.firn.catalog;

import java.sql.Connection;
import java.sql.SQLException;

/** Connections to one database. Safe for threads. */
interface ConnectionSource extends AutoCloseable {
  /** A connection in auto-commit mode, to be given back. */
  Connection take() throws SQLException;

  /**
   * Takes a connection back.
   *
   * @param healthy false to throw it away, and with it what it had begun
   */
  void giveBack(Connection connection, boolean healthy);

  /** Closes all; nothing can be taken any more. */
  @Override
  void close();
}
