package dev.firn.catalog;

import dev.firn.catalog.database.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Turns to commit: first a fair queue per table among the threads of this process, then one lock
 * per table between the processes, which the head of the queue waits for, and hands on to a few
 * others of the queue: the next one of this process has nothing to load. A thread that has the turn
 * of a table may ask for it again.
 *
 * <p>A queue that moves is waited in, however long it is; a writer that hangs is passed by, and the
 * compare-and-set decides alone.
 */
final class Turns {
  /** Longer than a commit on slow storage; nobody is passed by before twice that time. */
  static final Duration STEP = Duration.ofSeconds(10);

  /** Then something is wrong with the queue itself. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** More than it takes to get a turn that is free. */
  private static final Duration WAITED = Duration.ofMillis(3);

  /** So many commits of one process follow each other while other processes may wait. */
  private static final int MOST_IN_A_ROW = 8;

  /** And no further one begins so much later: others wait for this as for one slow commit. */
  private static final Duration LONGEST_IN_A_ROW = Duration.ofMillis(200);

  private static final PointerStore.Turn NONE = () -> {};

  private final SqlDialect dialect;
  private final String catalogName;
  private final Function<TableIdentifier, Optional<String>> pointers;
  private final Duration step;
  private final ConcurrentMap<TableIdentifier, Queue> queues = new ConcurrentHashMap<>();

  /**
   * @param pointers where a table's pointer is now
   * @param step after so long it is looked whether a pointer moves
   */
  Turns(
      SqlDialect dialect,
      String catalogName,
      Function<TableIdentifier, Optional<String>> pointers,
      Duration step) {
    this.dialect = dialect;
    this.catalogName = catalogName;
    this.pointers = pointers;
    this.step = step;
  }

  PointerStore.Turn take(TableIdentifier table) {
    Queue queue = queues.computeIfAbsent(table, name -> new Queue(key(name)));
    long startNanos = System.nanoTime();
    Optional<String> before = Optional.empty();
    while (true) {
      Optional<PointerStore.Turn> turn = queue.take(step);
      if (turn.isPresent()) {
        boolean waited = System.nanoTime() - startNanos > WAITED.toNanos();
        return waited ? new Late(turn.get()) : turn.get();
      }
      Optional<String> now = pointer(table);
      boolean moves = now.isPresent() && !now.equals(before);
      if (!moves || System.nanoTime() - startNanos > LONGEST.toNanos()) {
        return NONE;
      }
      before = now;
    }
  }

  /** Empty if the database does not tell: whoever knows that has other things to wait for. */
  private Optional<String> pointer(TableIdentifier table) {
    try {
      return pointers.apply(table);
    } catch (PointerStoreException e) {
      return Optional.empty();
    }
  }

  private long key(TableIdentifier table) {
    byte[] name = (catalogName + '\n' + table).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).getMostSignificantBits();
  }

  /** A turn of a thread that has it already. */
  private record Again(ReentrantLock threads) implements PointerStore.Turn {
    @Override
    public void close() {
      threads.unlock();
    }

    @Override
    public boolean again() {
      return true;
    }
  }

  /** A turn that others had before. */
  private record Late(PointerStore.Turn turn) implements PointerStore.Turn {
    @Override
    public void close() {
      turn.close();
    }

    @Override
    public boolean waited() {
      return true;
    }
  }

  /** The threads of this process that want to commit to one table. */
  private final class Queue {
    private final ReentrantLock threads = new ReentrantLock(true);
    private final long key;

    /** The lock between processes, while it is handed on here; guarded by the other lock. */
    private dev.firn.catalog.database.@Nullable Turn between;

    private int inARow;
    private long sinceNanos;

    Queue(long key) {
      this.key = key;
    }

    /** Empty if it did not come in time. */
    Optional<PointerStore.Turn> take(Duration longest) {
      if (threads.isHeldByCurrentThread()) {
        threads.lock();
        return Optional.of(new Again(threads));
      }
      try {
        if (!threads.tryLock(longest.toMillis(), TimeUnit.MILLISECONDS)) {
          leave();
          return Optional.empty();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        leave();
        return Optional.of(NONE);
      }
      boolean taken = false;
      try {
        if (between == null) {
          between = dialect.lockTurn(key, longest).orElse(null);
          inARow = 0;
          sinceNanos = System.nanoTime();
        }
        taken = between != null;
      } finally {
        if (!taken) {
          threads.unlock();
        }
      }
      return taken ? Optional.of(this::handOn) : Optional.empty();
    }

    private void handOn() {
      try {
        inARow++;
        boolean enough =
            inARow >= MOST_IN_A_ROW || System.nanoTime() - sinceNanos > LONGEST_IN_A_ROW.toNanos();
        if (enough || !threads.hasQueuedThreads()) {
          giveBack();
        }
      } finally {
        threads.unlock();
      }
    }

    /** Whoever leaves the queue may have been the one to whom the lock was handed on. */
    private void leave() {
      if (threads.tryLock()) {
        try {
          giveBack();
        } finally {
          threads.unlock();
        }
      }
    }

    private void giveBack() {
      dev.firn.catalog.database.Turn held = between;
      between = null;
      if (held != null) {
        held.close();
      }
    }
  }
}
