package dev.firn.parquet;

/** The smallest and the largest value of a page, chunk or file, and how many NaNs there were. */
abstract sealed class ValueRange permits NumberRange, BytesRange {
  /** Forgets everything. */
  abstract void clear();

  /** Whether there was no value that can be a bound. */
  abstract boolean isEmpty();

  /** NaNs, which are never bounds. */
  abstract long nanCount();

  /** Takes in another range of the same leaf. */
  abstract void merge(ValueRange other);

  /** The smallest value, plain-encoded without a length; only if not empty. */
  abstract byte[] min();

  /** The largest value, plain-encoded without a length; only if not empty. */
  abstract byte[] max();
}
