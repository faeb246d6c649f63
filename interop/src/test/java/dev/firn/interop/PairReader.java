package dev.firn.interop;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Reads A, then B, then A again, until it is told to stop; what is new in A is in B too. */
final class PairReader extends Thread {
  /** Reads the numbers of A, B and A, in that order, each from the newest state. */
  interface Numbers {
    long[] read() throws IOException;
  }

  private static final Duration PAUSE = Duration.ofMillis(30);

  private final Numbers numbers;
  private final AtomicBoolean stop = new AtomicBoolean();
  private int reads;
  private int changes;
  private long last;
  private @Nullable Throwable failure;

  PairReader(String name, Numbers numbers) {
    super(name);
    this.numbers = numbers;
  }

  @Override
  public void run() {
    try {
      while (!stop.get()) {
        long[] seen = numbers.read();
        if (seen[0] > seen[1] || seen[1] > seen[2] || seen[0] < last) {
          throw new AssertionError(
              "%s read A = %d, B = %d, A = %d after A = %d"
                  .formatted(getName(), seen[0], seen[1], seen[2], last));
        }
        // Leaves the machine to the writer, whose commits are what there is to see.
        LockSupport.parkNanos(PAUSE.toNanos());
        reads++;
        changes += seen[0] > last ? 1 : 0;
        last = seen[0];
      }
    } catch (Exception | AssertionError e) {
      failure = e;
    }
  }

  /** Ends it and fails if it has seen what must not be. */
  void end() throws InterruptedException {
    stop.set(true);
    join();
    if (failure != null) {
      throw new AssertionError(getName() + " failed after " + this, failure);
    }
  }

  /** How often A was new. */
  int changes() {
    return changes;
  }

  @Override
  public String toString() {
    return getName() + ": " + reads + " reads of both tables, " + changes + " of them new";
  }
}
