package dev.firn.testkit.random;

import java.util.SplittableRandom;

/**
 * Runs a trial with many seeds.
 *
 * <p>The seeds follow from the property's name, so every build tries the same ones. System
 * properties: {@code firn.seed=<number>} runs that seed alone, {@code firn.seed.base=<number>}
 * moves on to other seeds (for runs that look for new failures).
 */
public final class Seeds {
  /** The property that holds a failing seed. */
  public static final String SEED_PROPERTY = "firn.seed";

  /** The property that chooses other seeds. */
  public static final String BASE_PROPERTY = "firn.seed.base";

  private Seeds() {}

  /** One trial of a property; throws if the property does not hold. */
  public interface Trial {
    /**
     * Tries the property once.
     *
     * @param random the trial's only source of chance
     */
    void run(SplittableRandom random) throws Exception;
  }

  /**
   * Runs {@code count} trials, or the one whose seed the system property names.
   *
   * @throws AssertionError at the first failure; its message holds the seed and how to repeat it
   */
  public static void run(String name, int count, Trial trial) {
    Long single = Long.getLong(SEED_PROPERTY);
    if (single != null) {
      runOne(name, single, trial);
      return;
    }
    SplittableRandom seeds = new SplittableRandom(base(name));
    for (int i = 0; i < count; i++) {
      runOne(name, seeds.nextLong(), trial);
    }
  }

  private static long base(String name) {
    return name.hashCode() * 0x9E3779B97F4A7C15L + Long.getLong(BASE_PROPERTY, 0L);
  }

  private static void runOne(String name, long seed, Trial trial) {
    try {
      trial.run(new SplittableRandom(seed));
    } catch (Throwable e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new AssertionError(
          "'"
              + name
              + "' failed with seed "
              + seed
              + "; repeat it with -D"
              + SEED_PROPERTY
              + "="
              + seed
              + ": "
              + e,
          e);
    }
  }
}
