package dev.firn.landing.straight;

import dev.firn.batch.Batch;
import dev.firn.landing.Clustering;
import dev.firn.landing.LandedFile;
import dev.firn.landing.LandingResult;
import dev.firn.landing.LandingTarget;
import dev.firn.landing.PartitionTuple;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Files that are committed together, and the source files whose rows they hold.
 *
 * <p>Writing is by any number of threads; who has left is kept under the lock of {@link
 * StraightFiles}.
 */
final class Generation {
  /** Files that share a lock and buffers: workers seldom want one of the same at a time. */
  private static final int STRIPES = 8;

  private final StraightOptions options;
  private final boolean[] left;
  private final boolean[] hasEntries;
  private final Stripe[] stripes = new Stripe[STRIPES];
  private LandingResult gathered = LandingResult.EMPTY;

  Generation(StraightOptions options, int workers) {
    this.options = options;
    this.left = new boolean[workers];
    this.hasEntries = new boolean[workers];
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe(options, options.memoryBytes() / STRIPES);
    }
  }

  boolean wasLeftBy(int worker) {
    return left[worker];
  }

  boolean hasEntriesOf(int worker) {
    return hasEntries[worker];
  }

  /** Adds what a worker hands over. */
  void add(int worker, LandingResult own) {
    gathered = gathered.plus(own);
    hasEntries[worker] |= !own.entries().isEmpty();
  }

  /** Notes that a worker writes no more; whether all have left. */
  boolean leave(int worker) {
    left[worker] = true;
    for (boolean one : left) {
      if (!one) {
        return false;
      }
    }
    return true;
  }

  /** Whether it has files. */
  boolean isOpen() {
    for (Stripe stripe : stripes) {
      if (stripe.fileCount() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Takes the rows of a batch, unless that would open too many files. */
  boolean write(LandingTarget target, Batch batch, Clustering order) {
    List<PartitionTuple> tuples = new ArrayList<>(order.partitionCount());
    int more = 0;
    int open = 0;
    for (int i = 0; i < order.partitionCount(); i++) {
      PartitionTuple tuple = order.partitions().tuple(order.order()[order.partitionStarts()[i]]);
      tuples.add(tuple);
      more += stripe(tuple).has(target, tuple) ? 0 : 1;
    }
    for (Stripe stripe : stripes) {
      open += stripe.fileCount();
    }
    if (open + more > options.filesMost(target.schema())) {
      return false;
    }
    for (int i = 0; i < tuples.size(); i++) {
      PartitionTuple tuple = tuples.get(i);
      int[] starts = order.partitionStarts();
      stripe(tuple).write(target, tuple, batch, new Rows(order.order(), starts[i], starts[i + 1]));
    }
    for (Stripe stripe : stripes) {
      stripe.relieve();
    }
    return true;
  }

  private Stripe stripe(PartitionTuple tuple) {
    int hash = tuple.hashCode() * 0x9E3779B1;
    return stripes[(hash >>> 16) % STRIPES];
  }

  /**
   * Ends the files, as many at a time as there are workers, since those have nothing else to do.
   *
   * @return the files with all entries that were added; nothing if it was abandoned
   */
  LandingResult finish() {
    AtomicInteger at = new AtomicInteger();
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Runnable work =
        () -> {
          try {
            for (int i = at.getAndIncrement(); i < STRIPES; i = at.getAndIncrement()) {
              stripes[i].finish();
            }
          } catch (Throwable e) {
            failure.compareAndSet(null, e);
          }
        };
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < left.length; i++) {
      Thread thread = new Thread(work, "firn-finish-" + i);
      thread.setDaemon(true);
      thread.start();
      others.add(thread);
    }
    work.run();
    for (Thread other : others) {
      join(other);
    }
    Throwable first = failure.get();
    if (first != null) {
      abandon();
      throw first instanceof RuntimeException e ? e : new IllegalStateException(first);
    }
    List<LandedFile> files = new ArrayList<>();
    for (Stripe stripe : stripes) {
      files.addAll(stripe.takeDone());
    }
    return gathered.plus(new LandingResult(files, List.of()));
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Deletes all files, those that workers gave besides too. Never fails. */
  void abandon() {
    for (Stripe stripe : stripes) {
      stripe.abandon(gathered.locations());
    }
    gathered = LandingResult.EMPTY;
  }
}
