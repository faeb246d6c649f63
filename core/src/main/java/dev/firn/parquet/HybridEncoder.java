package dev.firn.parquet;

/**
 * Parquet's RLE / bit-packing hybrid, for levels and dictionary codes.
 *
 * <p>Values are taken in groups of eight. A run of equal values that begins at a group is written
 * as a run where that is shorter, all else is bit-packed.
 */
final class HybridEncoder {
  private HybridEncoder() {}

  /** Bits that hold all values up to {@code max}. */
  static int widthOf(int max) {
    return 32 - Integer.numberOfLeadingZeros(max);
  }

  /** Writes {@code values[0, count)}, each less than {@code 1 << width}; without a length. */
  static void encode(int[] values, int count, int width, ByteSink out) {
    int minRun = minRun(width);
    int at = 0;
    int literalFrom = 0;
    while (at < count) {
      if (at + 8 <= count && isConstant(values, at)) {
        int end = runEnd(values, at, count);
        if (end - at >= minRun || width == 0) {
          literals(values, literalFrom, at, width, out);
          run(values[at], end - at, width, out);
          at = end;
          literalFrom = end;
          continue;
        }
      }
      at = Math.min(at + 8, count);
    }
    literals(values, literalFrom, count, width, out);
  }

  /** Writes one run. */
  static void run(int value, int count, int width, ByteSink out) {
    out.writeVarint(count << 1);
    for (int shift = 0; shift < width; shift += 8) {
      out.write(value >>> shift);
    }
  }

  /** A run interrupts bit-packing, which costs about four bytes of headers. */
  private static int minRun(int width) {
    return Math.max(8, width == 0 ? 8 : 40 / width);
  }

  private static boolean isConstant(int[] values, int at) {
    int first = values[at];
    int difference = 0;
    for (int i = at + 1; i < at + 8; i++) {
      difference |= values[i] ^ first;
    }
    return difference == 0;
  }

  private static int runEnd(int[] values, int at, int count) {
    int first = values[at];
    int end = at + 8;
    while (end < count && values[end] == first) {
      end++;
    }
    return end;
  }

  private static void literals(int[] values, int from, int to, int width, ByteSink out) {
    if (from == to) {
      return;
    }
    int groups = (to - from + 7) >>> 3;
    out.writeVarint((groups << 1) | 1);
    int bytes = groups * width;
    out.reserve(bytes + 8L);
    byte[] target = out.array();
    int at = out.size();
    long pending = 0;
    int bits = 0;
    for (int i = from; i < to; i++) {
      pending |= (long) values[i] << bits;
      bits += width;
      if (bits >= 32) {
        ByteSink.setInt(target, at, (int) pending);
        at += 4;
        pending >>>= 32;
        bits -= 32;
      }
    }
    int end = out.size() + bytes;
    while (at < end) {
      target[at++] = (byte) pending;
      pending >>>= 8;
    }
    out.size(end);
  }
}
