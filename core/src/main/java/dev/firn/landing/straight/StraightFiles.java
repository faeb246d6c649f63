package dev.firn.landing.straight;

import dev.firn.batch.Batch;
import dev.firn.landing.Clustering;
import dev.firn.landing.Landing;
import dev.firn.landing.LandingResult;
import dev.firn.landing.LandingTarget;
import org.jspecify.annotations.Nullable;

/**
 * The open files of a backlog, shared by all workers of a process.
 *
 * <p>Any thread; each worker through {@link #of its own side}. After a failure everything is given
 * up, and the files are deleted: source files whose rows were in them are read again by the next
 * run.
 */
public final class StraightFiles implements AutoCloseable {
  private final StraightOptions options;
  private final int workers;
  private Generation current;
  private @Nullable Generation next;
  private boolean abandoned;

  /**
   * No files yet.
   *
   * @param workers how many there are; all of them have to flush before anything is handed over
   */
  public StraightFiles(StraightOptions options, int workers) {
    this.options = options;
    this.workers = workers;
    this.current = new Generation(options, workers);
  }

  /**
   * A worker's side.
   *
   * @param worker from 0
   * @param target the table as the worker's batches have it
   */
  public Landing.Straight of(int worker, LandingTarget target) {
    return new Landing.Straight() {
      @Override
      public boolean write(Batch batch, Clustering order, boolean full) {
        Generation generation = generationOf(worker);
        return (full || generation.isOpen()) && generation.write(target, batch, order);
      }

      @Override
      public LandingResult flush(LandingResult own) {
        return StraightFiles.this.flush(worker, own);
      }

      @Override
      public void abandon() {
        close();
      }
    };
  }

  /** Whether rows have been taken that are not handed over. */
  public synchronized boolean isOpen() {
    return current.isOpen() || next != null;
  }

  private synchronized Generation generationOf(int worker) {
    requireNotAbandoned();
    if (!current.wasLeftBy(worker)) {
      return current;
    }
    Generation after = next;
    if (after == null) {
      after = new Generation(options, workers);
      next = after;
    }
    return after;
  }

  private LandingResult flush(int worker, LandingResult own) {
    Generation complete;
    synchronized (this) {
      Generation generation = generationOf(worker);
      if (!generation.isOpen() && !generation.hasEntriesOf(worker)) {
        return own;
      }
      generation.add(worker, own);
      if (generation != current || !current.leave(worker)) {
        return LandingResult.EMPTY;
      }
      complete = current;
      current = next == null ? new Generation(options, workers) : next;
      next = null;
    }
    return complete.finish();
  }

  private void requireNotAbandoned() {
    if (abandoned) {
      throw new IllegalStateException("the files that workers share have been given up");
    }
  }

  /** Gives up what was not handed over and deletes its files. Never fails. */
  @Override
  public synchronized void close() {
    abandoned = true;
    current.abandon();
    if (next != null) {
      next.abandon();
    }
  }
}
