package dev.firn.testkit.jdbc;

import dev.firn.testkit.jdbc.Break.Moment;
import dev.firn.testkit.jdbc.Break.Site;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a catalog and its connections, and breaks them where it was told to.
 *
 * <p>Any thread; one break at a time. A broken connection is closed at the database's side too and
 * stays closed.
 */
public final class Breaker {
  /** "Connection failure" of the SQL standard. */
  private static final String CONNECTION_FAILURE = "08006";

  /** A call on the real connection. */
  interface Call {
    @Nullable Object run() throws Throwable;
  }

  /** One connection. */
  interface Line {
    /** Nothing that the client asks of it is done any more. */
    void lost();

    /** The database undoes what was begun on it and not committed. */
    void hangUp();
  }

  private @Nullable Break armed;
  private Runnable window = () -> {};
  private int hitsLeft;
  private int deafLeft;
  private int broken;
  private final List<Thread> underWay = new ArrayList<>();
  private @Nullable Throwable failure;

  /**
   * Breaks the next call that moves a pointer.
   *
   * @param commits another writer's commits; run before the client learns of the break, or beside
   *     it where the call comes late
   */
  public synchronized void arm(Break next, Runnable commits) {
    armed = next;
    window = commits;
    hitsLeft = next.hits();
    deafLeft = 0;
    broken = 0;
  }

  /**
   * Ends it: from here on nothing breaks, and nothing of it is under way any more.
   *
   * @return how many calls were broken
   */
  public int settle() throws InterruptedException {
    List<Thread> threads;
    synchronized (this) {
      armed = null;
      deafLeft = 0;
      threads = List.copyOf(underWay);
      underWay.clear();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    synchronized (this) {
      Throwable failed = failure;
      failure = null;
      if (failed != null) {
        throw new IllegalStateException("the other writer failed", failed);
      }
      return broken;
    }
  }

  /** The connection as a catalog gets it. */
  public Connection wrap(Connection real) {
    return (Connection)
        Proxy.newProxyInstance(
            Breaker.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new BreakableConnection(this, real));
  }

  /** Fails while the database does not answer. */
  synchronized void reach(String what) throws SQLException {
    if (deafLeft > 0) {
      deafLeft--;
      throw broken("the database does not answer: " + what);
    }
  }

  static SQLException broken(String what) {
    return new SQLNonTransientConnectionException("injected: " + what, CONNECTION_FAILURE);
  }

  /** The break for a call that moves a pointer, if it is to break. */
  private synchronized @Nullable Break take(Site site, boolean landing) {
    Break now = armed;
    boolean here = now != null && (now.site() == site || (landing && site == Site.STATEMENT));
    if (now == null || !here || hitsLeft == 0) {
      return null;
    }
    hitsLeft--;
    deafLeft = now.deafCalls();
    broken++;
    return now;
  }

  /**
   * Runs a call that moves a pointer, or breaks.
   *
   * @param landing whether the move is final with this call
   */
  @Nullable Object move(Site site, boolean landing, Call call, Line line) throws Throwable {
    Break now = take(site, landing);
    if (now == null) {
      return call.run();
    }
    line.lost();
    if (now.moment() == Moment.LATE) {
      late(now, landing, call, line);
    } else {
      try {
        if (now.moment() == Moment.AFTER) {
          call.run();
        }
      } finally {
        line.hangUp();
      }
      window.run();
    }
    throw broken("the connection broke at a " + site + ", " + now.moment());
  }

  private void late(Break now, boolean landing, Call call, Line line) throws Throwable {
    if (!landing) {
      // The transaction will be undone; until the database notices, it holds its locks.
      call.run();
    }
    beside(
        () -> {
          LockSupport.parkNanos(now.lateMillis() * 1_000_000L);
          try {
            if (landing) {
              call.run();
            }
          } catch (SQLException e) {
            // As any client whose connection is gone: nobody is told.
            return null;
          } finally {
            line.hangUp();
          }
          return null;
        });
    beside(
        () -> {
          window.run();
          return null;
        });
  }

  private synchronized void beside(Call work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Throwable e) {
                failed(e);
              }
            },
            "breaker");
    underWay.add(thread);
    thread.start();
  }

  private synchronized void failed(Throwable e) {
    failure = failure == null ? e : failure;
  }
}
