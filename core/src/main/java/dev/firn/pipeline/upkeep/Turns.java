package dev.firn.pipeline.upkeep;

import dev.firn.compaction.Compactor;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Lets a compaction and the workers take turns while both have something to do. */
public final class Turns implements Compactor.Yield {
  /** The longest turn that is left to the workers at once. */
  private static final long LONGEST_PAUSE_NANOS = 20_000_000;

  private final BooleanSupplier workersAreBusy;
  private volatile boolean ended;
  private long turnBegan = System.nanoTime();

  /** Turns with workers that are busy while this says so. */
  public Turns(BooleanSupplier workersAreBusy) {
    this.workersAreBusy = workersAreBusy;
  }

  /** A compaction begins; by its thread. */
  public void begin() {
    turnBegan = System.nanoTime();
  }

  /** As long a turn for the workers as the compaction has had. */
  @Override
  public void pause() {
    if (ended) {
      throw new CancellationException("the run ends");
    }
    long had = System.nanoTime() - turnBegan;
    if (workersAreBusy.getAsBoolean()) {
      LockSupport.parkNanos(Math.min(had, LONGEST_PAUSE_NANOS));
    }
    turnBegan = System.nanoTime();
  }

  /** From now on compactions are abandoned; any thread. */
  public void end() {
    ended = true;
  }
}
