package dev.firn.transform;

/** What becomes of the rows of one file in the steps. */
final class Tally {
  /** Rows that exploding made, less those that it made them of. */
  long added;

  long dropped;
  long rejected;
  long minEventMicros = Long.MAX_VALUE;
  long maxEventMicros = Long.MIN_VALUE;
}
