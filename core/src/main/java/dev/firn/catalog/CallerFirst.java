package dev.firn.catalog;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs tasks in the thread that submits them until that has taken a while, and then in a pool.
 *
 * <p>Iceberg gives even the reading of one manifest to its pool and looks every 10 ms whether that
 * is done: most of the time of a small append. What is much work is still done in parallel.
 */
final class CallerFirst extends AbstractExecutorService {
  /** What the caller does itself; more than a small commit needs, little beside a large one. */
  static final Duration LONGEST = Duration.ofMillis(50);

  private final ExecutorService pool;
  private final long longestNanos;
  private final AtomicLong spentNanos = new AtomicLong();

  /**
   * For one update.
   *
   * @param pool shared with others
   * @param longest after so long in tasks no further one is run by the caller
   */
  CallerFirst(ExecutorService pool, Duration longest) {
    this.pool = pool;
    this.longestNanos = longest.toNanos();
  }

  @Override
  public void execute(Runnable task) {
    if (spentNanos.get() > longestNanos) {
      pool.execute(task);
      return;
    }
    long startNanos = System.nanoTime();
    try {
      task.run();
    } finally {
      spentNanos.addAndGet(System.nanoTime() - startNanos);
    }
  }

  /** Does nothing: the pool is not this object's. */
  @Override
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return false;
  }
}
