package dev.firn.testkit.fault;

/** Counts calls and hits the n-th, or all for some time from the n-th on. Any thread. */
public final class NthCall {
  private final int first;
  private final int length;
  private final boolean beginsWithChange;
  private int calls;
  private String where = "";

  private NthCall(int first, int length, boolean beginsWithChange) {
    if (first < 1 || length < 1) {
      throw new IllegalArgumentException("calls from 1, got " + first + " and " + length);
    }
    this.first = first;
    this.length = length;
    this.beginsWithChange = beginsWithChange;
  }

  /** Hits one call, the n-th, from 1. */
  public static NthCall of(int n) {
    return new NthCall(n, 1, false);
  }

  /** Hits the n-th call that changes something, and every call after it until {@code length}. */
  public static NthCall outage(int n, int length) {
    return new NthCall(n, length, true);
  }

  /** Counts a call that only reads and says whether it is hit. */
  synchronized boolean hitsReading(String call) {
    return (!beginsWithChange || wasMet()) && hits(call);
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
