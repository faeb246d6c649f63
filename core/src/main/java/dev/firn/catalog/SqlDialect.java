package dev.firn.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** What differs between the databases that hold pointers. */
interface SqlDialect extends AutoCloseable {
  /** Isolation of a transaction that writes. */
  enum Isolation {
    /** Its only statement looks at and changes one row. */
    ONE_ROW,
    /** It reads first and decides what to write: as if no other transaction ran meanwhile. */
    SERIAL
  }

  /** A source of connections, for one store. */
  ConnectionSource connections();

  /** Begins a transaction that may write. */
  void begin(Connection connection, Isolation isolation) throws SQLException;

  /** Commits it; when this fails the outcome is open, unless the failure is a busy one. */
  void commit(Connection connection) throws SQLException;

  /** Undoes it. */
  void rollback(Connection connection) throws SQLException;

  /** Whether the schema is ready: tables, columns and triggers. */
  boolean schemaIsReady(Connection connection) throws SQLException;

  /** Whether a column of a table of the database exists; the table does. */
  boolean columnExists(Connection connection, String table, String column) throws SQLException;

  /** Within a transaction: waits until nobody else makes the schema. */
  void lockSchema(Connection connection) throws SQLException;

  /** Within a transaction: waits until nobody else adds an entry for an existing table. */
  void lockEntries(Connection connection) throws SQLException;

  /** The statements that make the history and its triggers; they can be run again. */
  List<String> historyStatements();

  /**
   * Whether the failed statement found a lock taken, or lost to another transaction, and certainly
   * changed nothing.
   */
  boolean isBusy(SQLException failure);

  /** Whether the database takes one writer at a time, so that writers queue here and not there. */
  boolean oneWriter();

  /** Whether the database's triggers know the client, so that its rows need no other signature. */
  boolean knowsClients();

  /**
   * A lock between processes on a table's commits, which ends with the process that holds it.
   *
   * @param key a hash of the table's full name
   * @return what gives it back; does nothing if it can't be had within the time
   */
  PointerStore.Turn lockTurn(long key, Duration longest);

  /** Ends the turns; connections are closed before it. */
  @Override
  void close();

  /** The database's name for messages; holds no password. */
  String displayName();
}
