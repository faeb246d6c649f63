package dev.firn.catalog;

import dev.firn.catalog.SqlDialect.Isolation;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A few connections to one database, and short transactions on them.
 *
 * <p>What finds the database busy certainly changed nothing, so it is done again until it works or
 * {@link #MAX_WAIT} is over. Every other failure is reported: before the commit it is certain that
 * nothing was changed (the transaction is undone, by hand or by the end of its connection), in the
 * commit it is not. Safe for threads.
 */
final class Database implements AutoCloseable {
  /** Longer than any transaction of any client should hold the lock. */
  static final Duration MAX_WAIT = Duration.ofSeconds(60);

  /** Writers queue anyway; this many readers keep a server busy without piling up files. */
  private static final int MAX_CONNECTIONS = 8;

  private static final long FIRST_PAUSE_MILLIS = 1;
  private static final long MAX_PAUSE_MILLIS = 50;

  /** What to do on a connection. */
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  private final SqlDialect dialect;
  private final Semaphore permits = new Semaphore(MAX_CONNECTIONS, true);
  private final ReentrantLock writer = new ReentrantLock(true);
  private final ConnectionSource connections;

  Database(SqlDialect dialect) {
    this.dialect = dialect;
    this.connections = dialect.connections();
  }

  SqlDialect dialect() {
    return dialect;
  }

  /** Reads outside of a transaction: each statement sees the newest state. */
  <T> T read(String what, Work<T> work) {
    return onConnection(new Attempt<>(what, work, null));
  }

  /** Runs the work in a transaction and commits it, unless it throws. */
  <T> T write(String what, Work<T> work) {
    return write(new Attempt<>(what, work, Isolation.SERIAL));
  }

  /** The same for work whose one statement looks at a row and changes it. */
  <T> T swap(String what, Work<T> work) {
    return write(new Attempt<>(what, work, Isolation.ONE_ROW));
  }

  private <T> T write(Attempt<T> attempt) {
    if (!dialect.oneWriter()) {
      return onConnection(attempt);
    }
    // Writers of one process take turns here, in order: the database would let them poll.
    acquire(attempt, () -> writer.tryLock(attempt.remainingNanos(), TimeUnit.NANOSECONDS));
    try {
      return onConnection(attempt);
    } finally {
      writer.unlock();
    }
  }

  private <T> T onConnection(Attempt<T> attempt) {
    acquire(attempt, () -> permits.tryAcquire(attempt.remainingNanos(), TimeUnit.NANOSECONDS));
    try {
      return untilNotBusy(attempt);
    } finally {
      permits.release();
    }
  }

  private <T> T untilNotBusy(Attempt<T> attempt) {
    long pauseMillis = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        return once(attempt);
      } catch (SQLException e) {
        if (!dialect.isBusy(e) || attempt.remainingNanos() <= 0) {
          throw failure(attempt, false, e);
        }
        pause(attempt, pauseMillis);
        pauseMillis = Math.min(MAX_PAUSE_MILLIS, 2 * pauseMillis);
      }
    }
  }

  /** One try; an SQLException out of here means that nothing was changed. */
  private <T> T once(Attempt<T> attempt) throws SQLException {
    Connection connection = connections.take();
    boolean healthy = false;
    try {
      T result =
          attempt.isolation == null
              ? attempt.answer(connection)
              : inTransaction(connection, attempt, attempt.isolation);
      healthy = true;
      return result;
    } catch (DomainException e) {
      healthy = true;
      throw e.unwrap();
    } catch (SQLException e) {
      healthy = attempt.isolation != null && isUndone(connection, e);
      throw e;
    } finally {
      connections.giveBack(connection, healthy);
    }
  }

  /** A server that has undone a transaction itself still waits for its end. */
  private boolean isUndone(Connection connection, SQLException failure) {
    if (dialect.oneWriter() || !dialect.isBusy(failure)) {
      return false;
    }
    try {
      dialect.rollback(connection);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private <T> T inTransaction(Connection connection, Attempt<T> attempt, Isolation isolation)
      throws SQLException {
    dialect.begin(connection, isolation);
    T result;
    try {
      result = attempt.answer(connection);
    } catch (DomainException e) {
      dialect.rollback(connection);
      throw e;
    }
    commit(connection, attempt);
    return result;
  }

  private void commit(Connection connection, Attempt<?> attempt) throws SQLException {
    long pauseMillis = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        dialect.commit(connection);
        return;
      } catch (SQLException e) {
        boolean busy = dialect.isBusy(e);
        if (busy && !dialect.oneWriter()) {
          // The whole transaction is undone; it is done again from its beginning.
          throw e;
        }
        if (!busy || attempt.remainingNanos() <= 0) {
          throw failure(attempt, true, e);
        }
        pause(attempt, pauseMillis);
        pauseMillis = Math.min(MAX_PAUSE_MILLIS, 2 * pauseMillis);
      }
    }
  }

  private interface Waiting {
    boolean get() throws InterruptedException;
  }

  private void acquire(Attempt<?> attempt, Waiting waiting) {
    try {
      if (!waiting.get()) {
        throw failure(attempt, false, new SQLException("no turn came within " + MAX_WAIT));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(attempt, false, e);
    }
  }

  private void pause(Attempt<?> attempt, long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      // Only after a busy failure: nothing was changed, and closing the connection undoes the rest.
      throw failure(attempt, false, e);
    }
  }

  private PointerStoreException failure(Attempt<?> attempt, boolean mayBeApplied, Exception cause) {
    return new PointerStoreException(
        mayBeApplied,
        "the catalog database "
            + dialect.displayName()
            + " failed to "
            + attempt.what
            + ": "
            + cause.getMessage()
            + (mayBeApplied ? " (it may have been done nevertheless)" : ""),
        cause);
  }

  @Override
  public void close() {
    connections.close();
    dialect.close();
  }

  /** One call: what it is about, and until when it may wait. */
  private static final class Attempt<T> {
    final String what;
    final Work<T> work;
    final @Nullable Isolation isolation;
    final long startNanos = System.nanoTime();

    Attempt(String what, Work<T> work, @Nullable Isolation isolation) {
      this.what = what;
      this.work = work;
      this.isolation = isolation;
    }

    T answer(Connection connection) throws SQLException {
      try {
        return work.run(connection);
      } catch (RuntimeException e) {
        throw new DomainException(e);
      }
    }

    long remainingNanos() {
      return MAX_WAIT.toNanos() - (System.nanoTime() - startNanos);
    }
  }

  /** Carries an answer of the work (no such namespace, …) past the handling of failures. */
  private static final class DomainException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final RuntimeException answer;

    DomainException(RuntimeException answer) {
      super(answer);
      this.answer = answer;
    }

    RuntimeException unwrap() {
      return answer;
    }
  }
}
