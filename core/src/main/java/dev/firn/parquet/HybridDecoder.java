package dev.firn.parquet;

/** Reads what {@link HybridEncoder} writes, and what other writers do in that encoding. */
final class HybridDecoder {
  private final byte[] bytes;
  private final int end;
  private int at;

  private HybridDecoder(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /** Reads {@code count} values of {@code width} bits, 0 to 32, from {@code bytes[from, end)}. */
  static void decode(byte[] bytes, int from, int end, int width, int[] target, int count) {
    new HybridDecoder(bytes, from, end).read(width, target, count);
  }

  private void read(int width, int[] target, int count) {
    int done = 0;
    while (done < count) {
      int header = varint();
      int size = header >>> 1;
      if (size == 0) {
        throw new MalformedPageException("a run of no values");
      }
      done +=
          (header & 1) == 0
              ? run(size, width, target, done, count)
              : literals(size, width, target, done, count);
    }
  }

  private int run(int size, int width, int[] target, int done, int count) {
    int value = 0;
    for (int shift = 0; shift < width; shift += 8) {
      value |= next() << shift;
    }
    int taken = Math.min(size, count - done);
    for (int i = 0; i < taken; i++) {
      target[done + i] = value;
    }
    return taken;
  }

  private int literals(int groups, int width, int[] target, int done, int count) {
    long stored = (long) groups * width;
    int taken = (int) Math.min(groups * 8L, count - done);
    // The last group of a page may lack the bytes of values that are not there.
    if ((taken * (long) width + 7) / 8 > end - at) {
      throw new MalformedPageException("bit-packed values past the end of the page");
    }
    int source = at;
    long mask = width == 32 ? 0xFFFFFFFFL : (1L << width) - 1;
    long pending = 0;
    int bits = 0;
    for (int i = 0; i < taken; i++) {
      while (bits < width) {
        pending |= (bytes[source++] & 0xFFL) << bits;
        bits += 8;
      }
      target[done + i] = (int) (pending & mask);
      pending >>>= width;
      bits -= width;
    }
    at += (int) Math.min(stored, end - at);
    return taken;
  }

  private int varint() {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = next();
      value |= (next & 0x7F) << shift;
      if ((next & 0x80) == 0) {
        return value;
      }
    }
    throw new MalformedPageException("a run length of more than five bytes");
  }

  private int next() {
    if (at >= end) {
      throw new MalformedPageException("a run past the end of the page");
    }
    return bytes[at++] & 0xFF;
  }
}
