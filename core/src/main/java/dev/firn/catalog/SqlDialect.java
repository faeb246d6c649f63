package dev.firn.catalog;

import java.sql.Connection;
import java.sql.SQLException;

/** What differs between the databases that hold pointers. */
interface SqlDialect {
  /** Opens a connection in auto-commit mode; waits a bounded time for locks. */
  Connection connect() throws SQLException;

  /** Begins a transaction that may write. */
  void begin(Connection connection) throws SQLException;

  /** Commits it; when this fails the outcome is open, unless the failure is a busy one. */
  void commit(Connection connection) throws SQLException;

  /** Undoes it. */
  void rollback(Connection connection) throws SQLException;

  /** Whether a table of the database exists. */
  boolean tableExists(Connection connection, String name) throws SQLException;

  /**
   * Whether the failed statement found a lock taken, or lost to another transaction, and certainly
   * changed nothing.
   */
  boolean isBusy(SQLException failure);

  /** Whether the database takes one writer at a time, so that writers queue here and not there. */
  boolean oneWriter();

  /** The database's name for messages; holds no password. */
  String displayName();
}
