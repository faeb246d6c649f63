package dev.firn.plan.manifest;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Locations: what all begin with once, then the rest of each. Immutable. */
final class PathColumn {
  private final byte[] prefix;
  private final byte[] rest;
  private final int[] ends;

  private PathColumn(byte[] prefix, byte[] rest, int[] ends) {
    this.prefix = prefix;
    this.rest = rest;
    this.ends = ends;
  }

  /** The location of a row; made anew with each call. */
  String get(int row) {
    int start = row == 0 ? 0 : ends[row - 1];
    int length = ends[row] - start;
    byte[] whole = Arrays.copyOf(prefix, prefix.length + length);
    System.arraycopy(rest, start, whole, prefix.length, length);
    return new String(whole, StandardCharsets.UTF_8);
  }

  long sizeBytes() {
    return 96L + prefix.length + rest.length + 4L * ends.length;
  }

  /** Grows a column, in ascending order of rows without gaps. One thread. */
  static final class Builder {
    private byte[] pool = new byte[4096];
    private int[] ends = new int[64];
    private int size;
    private int shared;

    void add(byte[] from, int start, int end) {
      int at = size == 0 ? 0 : ends[size - 1];
      int length = end - start;
      if (at + length > pool.length) {
        pool = Arrays.copyOf(pool, Math.max(at + length, pool.length * 2));
      }
      System.arraycopy(from, start, pool, at, length);
      if (size == 0) {
        shared = length;
      } else if (!Arrays.equals(pool, 0, shared, from, start, Math.min(start + shared, end))) {
        shared = Math.max(0, Arrays.mismatch(pool, 0, shared, from, start, end));
      }
      if (size == ends.length) {
        ends = Arrays.copyOf(ends, size * 2);
      }
      ends[size++] = at + length;
    }

    PathColumn pack() {
      int total = size == 0 ? 0 : ends[size - 1];
      byte[] rest = new byte[total - shared * size];
      int[] restEnds = new int[size];
      int to = 0;
      for (int row = 0; row < size; row++) {
        int start = (row == 0 ? 0 : ends[row - 1]) + shared;
        System.arraycopy(pool, start, rest, to, ends[row] - start);
        to += ends[row] - start;
        restEnds[row] = to;
      }
      return new PathColumn(Arrays.copyOf(pool, shared), rest, restEnds);
    }
  }
}
