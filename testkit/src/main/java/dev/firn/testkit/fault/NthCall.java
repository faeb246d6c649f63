package dev.firn.testkit.fault;

/** Counts calls and hits the n-th, or a few in a row from the n-th on. Any thread. */
public final class NthCall {
  private final int first;
  private final int length;
  private int calls;
  private String where = "";

  /**
   * A fault.
   *
   * @param first the first call that is hit, from 1
   * @param length how many calls in a row are hit, from 1
   */
  public NthCall(int first, int length) {
    if (first < 1 || length < 1) {
      throw new IllegalArgumentException("calls from 1, got " + first + " and " + length);
    }
    this.first = first;
    this.length = length;
  }

  /** A fault that hits no call. */
  public static NthCall never() {
    return new NthCall(Integer.MAX_VALUE, 1);
  }

  /** Counts a call and says whether it is hit. */
  synchronized boolean hits(String call) {
    calls++;
    boolean hit = calls >= first && calls - first < length;
    if (hit && where.isEmpty()) {
      where = "call " + calls + ": " + call;
    }
    return hit;
  }

  /** Whether any call was hit. */
  public synchronized boolean wasMet() {
    return !where.isEmpty();
  }

  /** The first call that was hit, for a message. */
  @Override
  public synchronized String toString() {
    return where.isEmpty() ? "no call of " + calls : where;
  }
}
