package dev.firn.parquet;

/**
 * DELTA_BINARY_PACKED: differences from value to value, in blocks of 128, each block less its
 * smallest difference and bit-packed in four miniblocks.
 */
final class DeltaEncoder {
  static final int BLOCK = 128;
  static final int MINIBLOCKS = 4;
  static final int MINIBLOCK = BLOCK / MINIBLOCKS;

  private final long[] deltas = new long[BLOCK];
  private final byte[] widths = new byte[MINIBLOCKS];

  /**
   * Writes {@code values[0, count)}.
   *
   * @param ints whether the values are 32 bits wide: then differences wrap at 32 bits, as readers
   *     that compute in int expect
   */
  void encode(long[] values, int count, boolean ints, ByteSink out) {
    out.writeVarint(BLOCK);
    out.writeVarint(MINIBLOCKS);
    out.writeVarint(count);
    out.writeZigzag(count == 0 ? 0 : values[0]);
    for (int from = 1; from < count; from += BLOCK) {
      block(values, from, Math.min(BLOCK, count - from), ints, out);
    }
  }

  private void block(long[] values, int from, int count, boolean ints, ByteSink out) {
    long min = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      long delta = values[from + i] - values[from + i - 1];
      delta = ints ? (int) delta : delta;
      deltas[i] = delta;
      min = Math.min(min, delta);
    }
    out.writeZigzag(min);
    long mask = ints ? 0xFFFFFFFFL : -1L;
    for (int m = 0; m < MINIBLOCKS; m++) {
      long all = 0;
      int end = Math.min(count, (m + 1) * MINIBLOCK);
      for (int i = m * MINIBLOCK; i < end; i++) {
        deltas[i] = (deltas[i] - min) & mask;
        all |= deltas[i];
      }
      widths[m] = (byte) (64 - Long.numberOfLeadingZeros(all));
    }
    for (int i = count; i < BLOCK; i++) {
      deltas[i] = 0;
    }
    out.write(widths, 0, MINIBLOCKS);
    for (int m = 0; m * MINIBLOCK < count; m++) {
      pack(m * MINIBLOCK, widths[m], out);
    }
  }

  private void pack(int from, int width, ByteSink out) {
    int bytes = width * MINIBLOCK / 8;
    out.reserve(bytes + 8L);
    byte[] target = out.array();
    int at = out.size();
    long pending = 0;
    int bits = 0;
    for (int i = from; i < from + MINIBLOCK; i++) {
      long value = deltas[i];
      pending |= value << bits;
      if (bits + width >= 64) {
        ByteSink.setLong(target, at, pending);
        at += 8;
        int used = 64 - bits;
        pending = used == 64 ? 0 : value >>> used;
        bits = bits + width - 64;
      } else {
        bits += width;
      }
    }
    if (bits > 0) {
      ByteSink.setLong(target, at, pending);
    }
    out.size(out.size() + bytes);
  }
}
