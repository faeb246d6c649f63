package dev.firn.testkit.generate;

/**
 * The splitmix64 generator (Steele, Lea, Flood 2014). Written out here so that a seed means the
 * same bytes on every JDK. One thread.
 */
final class SplitMix {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  SplitMix(long seed) {
    this.state = seed;
  }

  /** A generator for the n-th part of something that has a seed. */
  static SplitMix of(long seed, long part) {
    return new SplitMix(mix(mix(seed) ^ (part * GAMMA)));
  }

  long next() {
    state += GAMMA;
    return mix(state);
  }

  /**
   * A number from 0 to {@code bound} - 1; the bias of at most bound / 2^32 does not matter here.
   */
  int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  /** A number from 0 to 1. */
  double fraction() {
    return (next() >>> 11) * 0x1.0p-53;
  }

  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
