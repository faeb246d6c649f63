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
 * per table between the processes, which the head of the queue waits for. A thread that has the
 * turn of a table may ask for it again.
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

  private static final PointerStore.Turn NONE = () -> {};

  private final SqlDialect dialect;
  private final String catalogName;
  private final Function<TableIdentifier, Optional<String>> pointers;
  private final Duration step;
  private final ConcurrentMap<TableIdentifier, ReentrantLock> queues = new ConcurrentHashMap<>();

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
    ReentrantLock queue = queues.computeIfAbsent(table, name -> new ReentrantLock(true));
    long startNanos = System.nanoTime();
    Optional<String> before = Optional.empty();
    while (true) {
      Optional<PointerStore.Turn> turn = within(step, table, queue);
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

  private Optional<PointerStore.Turn> within(
      Duration longest, TableIdentifier table, ReentrantLock queue) {
    try {
      if (!queue.tryLock(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(NONE);
    }
    if (queue.getHoldCount() > 1) {
      return Optional.of(queue::unlock);
    }
    dev.firn.catalog.database.@Nullable Turn between = null;
    try {
      between = dialect.lockTurn(key(table), longest).orElse(null);
    } finally {
      if (between == null) {
        queue.unlock();
      }
    }
    return between == null ? Optional.empty() : Optional.of(both(between, queue));
  }

  private static PointerStore.Turn both(
      dev.firn.catalog.database.Turn between, ReentrantLock queue) {
    return () -> {
      try {
        between.close();
      } finally {
        queue.unlock();
      }
    };
  }

  private long key(TableIdentifier table) {
    byte[] name = (catalogName + '\n' + table).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).getMostSignificantBits();
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
}
