package dev.firn.plan.manifest;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Byte strings, one per row, some absent; each distinct one is kept once. Immutable; the array of
 * {@link #pool} must not be written to.
 */
public final class BytesColumn {
  private final LongColumn codes;
  private final int[] ends;
  private final byte[] pool;

  BytesColumn(LongColumn codes, int[] ends, byte[] pool) {
    this.codes = codes;
    this.ends = ends;
    this.pool = pool;
  }

  /** A column without any value. */
  public static BytesColumn absent(int size) {
    return new BytesColumn(LongColumn.absent(size), new int[0], new byte[0]);
  }

  /** Whether the row has a value. */
  public boolean isPresent(int row) {
    return codes.isPresent(row);
  }

  /** Whether no row has a value. */
  public boolean isAbsent() {
    return codes.isAbsent();
  }

  /** The bytes of all values, one behind the other. */
  public byte[] pool() {
    return pool;
  }

  /** The number of a row's value; rows with equal values have equal numbers. */
  public int code(int row) {
    return (int) codes.get(row);
  }

  /** Where the bytes of a value begin in {@link #pool}. */
  public int start(int code) {
    return code == 0 ? 0 : ends[code - 1];
  }

  /** Where the bytes of a value end in {@link #pool}. */
  public int end(int code) {
    return ends[code];
  }

  /** A copy of a row's value. */
  public ByteBuffer copy(int row) {
    int code = code(row);
    return ByteBuffer.wrap(Arrays.copyOfRange(pool, start(code), end(code)));
  }

  /** How many distinct values there are. */
  public int distinct() {
    return ends.length;
  }

  /** About how much memory it takes. */
  public long sizeBytes() {
    return 80 + codes.sizeBytes() + 4L * ends.length + pool.length;
  }
}
