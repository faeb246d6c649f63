package dev.firn.pipeline;

import dev.firn.landing.LandingResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where workers hand over what has landed, and are told to.
 *
 * <p>A flush is an epoch: {@link #requestFlush} begins one, each worker answers it once with what
 * it has landed so far. A worker that is in the middle of a large file answers late; its result
 * then belongs to a later commit.
 */
final class Exchange {
  private final int workerCount;
  private long epoch;
  private int answers;
  private int ended;
  private boolean stopping;
  private boolean closed;
  private @Nullable Throwable failure;
  private final List<LandingResult> results = new ArrayList<>();

  Exchange(int workerCount) {
    this.workerCount = workerCount;
  }

  /** Begins a flush. */
  synchronized void requestFlush() {
    epoch++;
    answers = 0;
  }

  /** The flush that workers are to answer. */
  synchronized long wantedEpoch() {
    return epoch;
  }

  /** A worker's answer to the flush of an epoch. */
  synchronized void deliver(long answeredEpoch, LandingResult result) {
    if (answeredEpoch == epoch) {
      answers++;
    }
    if (!result.entries().isEmpty()) {
      results.add(result);
    }
    notifyAll();
  }

  /** Takes a result that no flush has asked for. */
  synchronized void handOver(LandingResult result) {
    if (!result.entries().isEmpty()) {
      results.add(result);
    }
  }

  /**
   * Waits until every worker has answered the flush, or {@code waitMillis} are over, and takes what
   * has been handed over.
   */
  synchronized LandingResult take(long waitMillis) throws InterruptedException {
    long deadline = System.nanoTime() + waitMillis * 1_000_000;
    while (answers < workerCount && failure == null) {
      long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        break;
      }
      wait(leftMillis);
    }
    LandingResult all = LandingResult.EMPTY;
    for (LandingResult result : results) {
      all = all.plus(result);
    }
    results.clear();
    return all;
  }

  /** Waits a moment, or until something has failed. */
  synchronized void pause(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    while (failure == null) {
      long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        return;
      }
      wait(leftMillis);
    }
  }

  /** Tells the workers to end after the file in hand. */
  synchronized void stop() {
    stopping = true;
  }

  synchronized boolean isStopping() {
    return stopping || failure != null;
  }

  /** A stage has failed in a way that can't be tried again: the first failure ends the pipeline. */
  synchronized void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    } else if (failure != cause) {
      failure.addSuppressed(cause);
    }
    notifyAll();
  }

  synchronized @Nullable Throwable failure() {
    return failure;
  }

  synchronized void workerEnded() {
    ended++;
    notifyAll();
  }

  /**
   * Waits until all workers have ended after {@link #stop}, with their last answers handed over, or
   * one has failed. After that nothing more is taken: a worker that is late abandons what it has.
   *
   * @return false if some had not ended in time
   */
  synchronized boolean awaitWorkers(long waitMillis) throws InterruptedException {
    long deadline = System.nanoTime() + waitMillis * 1_000_000;
    while (ended < workerCount && failure == null) {
      long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        break;
      }
      wait(leftMillis);
    }
    closed = true;
    return ended == workerCount;
  }

  /** Whether a worker is to abandon what it has in hand: nobody would commit it. */
  synchronized boolean isClosed() {
    return closed || failure != null;
  }
}
