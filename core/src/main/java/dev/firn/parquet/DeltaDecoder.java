package dev.firn.parquet;

/** Reads DELTA_BINARY_PACKED. */
final class DeltaDecoder {
  private static final int MAX_BLOCK = 1 << 16;

  private final byte[] bytes;
  private final int end;
  private final boolean ints;
  private int at;

  private DeltaDecoder(byte[] bytes, int from, int end, boolean ints) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
    this.ints = ints;
  }

  /** Reads {@code count} values of 32 ({@code ints}) or 64 bits from {@code bytes[from, end)}. */
  static void decode(byte[] bytes, int from, int end, boolean ints, long[] target, int count) {
    new DeltaDecoder(bytes, from, end, ints).read(target, count);
  }

  private void read(long[] target, int count) {
    long block = varlong();
    long miniblocks = varlong();
    long stored = varlong();
    long value = zigzag();
    if (block <= 0
        || block > MAX_BLOCK
        || miniblocks <= 0
        || miniblocks > block
        || block % miniblocks != 0
        || (block / miniblocks) % 8 != 0
        || stored != count) {
      throw new MalformedPageException(
          "a delta header of block "
              + block
              + ", miniblocks "
              + miniblocks
              + ", count "
              + stored
              + " where "
              + count
              + " values were expected");
    }
    if (count == 0) {
      return;
    }
    target[0] = value;
    int done = 1;
    while (done < count) {
      done = block(target, done, count, (int) miniblocks, (int) (block / miniblocks));
    }
  }

  private int block(long[] target, int from, int count, int miniblocks, int miniblock) {
    long min = zigzag();
    int widths = at;
    skip(miniblocks);
    int done = from;
    for (int m = 0; m < miniblocks && done < count; m++) {
      int width = bytes[widths + m] & 0xFF;
      int start = at;
      if (width > 64) {
        throw new MalformedPageException("a bit width of " + width);
      }
      skip(miniblock * width / 8);
      done =
          miniblock(target, done, Math.min(count, done + miniblock), new Packed(start, width, min));
    }
    return done;
  }

  private record Packed(int start, int width, long min) {}

  private int miniblock(long[] target, int from, int to, Packed packed) {
    long previous = target[from - 1];
    int width = packed.width();
    long bit = packed.start() * 8L;
    for (int i = from; i < to; i++) {
      long delta = packed.min() + unpack(bit, width);
      previous = ints ? (int) (previous + delta) : previous + delta;
      target[i] = previous;
      bit += width;
    }
    return to;
  }

  private long unpack(long bit, int width) {
    int from = (int) (bit >>> 3);
    int shift = (int) (bit & 7);
    if (width + shift <= 64 && from + 8 <= bytes.length) {
      long mask = width == 64 ? -1L : (1L << width) - 1;
      return (ByteSink.getLong(bytes, from) >>> shift) & mask;
    }
    long value = 0;
    for (int i = 0; i < width; i++) {
      long one = (bytes[(int) ((bit + i) >>> 3)] >>> ((bit + i) & 7)) & 1L;
      value |= one << i;
    }
    return value;
  }

  private void skip(int count) {
    if (count > end - at) {
      throw new MalformedPageException("delta values past the end of the page");
    }
    at += count;
  }

  private long zigzag() {
    long value = varlong();
    return (value >>> 1) ^ -(value & 1);
  }

  private long varlong() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at >= end) {
        throw new MalformedPageException("a number past the end of the page");
      }
      int next = bytes[at++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedPageException("a number of more than ten bytes");
  }
}
