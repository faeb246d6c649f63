package dev.firn.catalog;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Turns to commit: first a fair queue per table among the threads of this process, then one lock
 * per table between the processes, which the head of the queue waits for. A thread that has the
 * turn of a table may ask for it again.
 */
final class Turns {
  /**
   * Longer than a commit on slow storage; after that a writer that hangs is passed by, and the
   * compare-and-set decides alone.
   */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private static final PointerStore.Turn NONE = () -> {};

  private final SqlDialect dialect;
  private final String catalogName;
  private final ConcurrentMap<TableIdentifier, ReentrantLock> queues = new ConcurrentHashMap<>();

  Turns(SqlDialect dialect, String catalogName) {
    this.dialect = dialect;
    this.catalogName = catalogName;
  }

  PointerStore.Turn take(TableIdentifier table) {
    ReentrantLock queue = queues.computeIfAbsent(table, name -> new ReentrantLock(true));
    try {
      if (!queue.tryLock(LONGEST.toMillis(), TimeUnit.MILLISECONDS)) {
        return NONE;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return NONE;
    }
    if (queue.getHoldCount() > 1) {
      return queue::unlock;
    }
    boolean locked = false;
    try {
      PointerStore.Turn between = dialect.lockTurn(key(table), LONGEST);
      locked = true;
      return () -> {
        try {
          between.close();
        } finally {
          queue.unlock();
        }
      };
    } finally {
      if (!locked) {
        queue.unlock();
      }
    }
  }

  private long key(TableIdentifier table) {
    byte[] name = (catalogName + '\n' + table).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).getMostSignificantBits();
  }
}
