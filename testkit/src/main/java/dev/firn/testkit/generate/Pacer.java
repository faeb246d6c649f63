package dev.firn.testkit.generate;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Decides how fast generated time goes by. */
public interface Pacer {
  /**
   * Waits until generated time has come so far; returns at once if it has already.
   *
   * @param time from the begin of the generated day on
   */
  void waitUntil(Duration time) throws InterruptedException;

  /** No waiting at all. */
  static Pacer atOnce() {
    return time -> {};
  }

  /**
   * Generated time runs {@code speedup} times as fast as real time; it begins with the first call,
   * at the time that this call asks for.
   */
  static Pacer accelerated(double speedup) {
    if (!(speedup > 0)) {
      throw new IllegalArgumentException("a speedup is more than 0, got " + speedup);
    }
    return new Pacer() {
      private boolean begun;
      private long beginNanos;
      private Duration first = Duration.ZERO;

      @Override
      public void waitUntil(Duration time) throws InterruptedException {
        if (!begun) {
          begun = true;
          beginNanos = System.nanoTime();
          first = time;
        }
        double due = time.minus(first).toNanos() / speedup;
        long left = (long) due - (System.nanoTime() - beginNanos);
        if (left > 0) {
          TimeUnit.NANOSECONDS.sleep(left);
        }
      }
    };
  }
}
