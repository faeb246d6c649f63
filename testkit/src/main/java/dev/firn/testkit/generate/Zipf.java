package dev.firn.testkit.generate;

/** Chooses from n things so that the k-th comes up in proportion to k^-s. Immutable. */
final class Zipf {
  /** Steps of the table: an action of the tail gets at least about 1 of them for 300 and 1.1. */
  private static final int STEPS = 1 << 16;

  private final char[] choice = new char[STEPS];

  Zipf(int count, double exponent) {
    double total = 0;
    for (int k = 1; k <= count; k++) {
      total += StrictMath.pow(k, -exponent);
    }
    double sum = 0;
    int from = 0;
    for (int k = 1; k <= count; k++) {
      sum += StrictMath.pow(k, -exponent);
      int to = k == count ? STEPS : (int) (sum / total * STEPS);
      for (int i = from; i < to; i++) {
        choice[i] = (char) (k - 1);
      }
      from = Math.max(from, to);
    }
  }

  /** The thing for a random number, of which the low 16 bits are used. */
  int pick(long random) {
    return choice[(int) random & (STEPS - 1)];
  }
}
