package dev.firn.plan.manifest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads Avro's binary encoding from a block; never past its end. One thread. */
final class BlockCursor {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGHEST_BITS = 0x8080808080808080L;

  private byte[] bytes = new byte[0];
  private int position;
  private int limit;

  void start(byte[] block, int length) {
    bytes = block;
    position = 0;
    limit = length;
  }

  byte[] bytes() {
    return bytes;
  }

  int position() {
    return position;
  }

  void seek(int to) {
    position = to;
  }

  int limit() {
    return limit;
  }

  /** A number of variable length, zigzag. */
  long readLong() {
    int p = position;
    byte[] from = bytes;
    if (limit - p >= 10) {
      int first = from[p++];
      if (first >= 0) {
        position = p;
        return (first >>> 1) ^ -((long) first & 1);
      }
      long value = first & 0x7F;
      for (int shift = 7; shift < 70; shift += 7) {
        byte next = from[p++];
        value |= (next & 0x7FL) << shift;
        if (next >= 0) {
          position = p;
          return value >>> 1 ^ -(value & 1);
        }
      }
      throw new MalformedManifestException("a number has no end");
    }
    return readLongSlowly();
  }

  private long readLongSlowly() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      byte next = bytes[advance(1)];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value >>> 1 ^ -(value & 1);
      }
    }
    throw new MalformedManifestException("a number has no end");
  }

  int readInt() {
    long value = readLong();
    if (value != (int) value) {
      throw new MalformedManifestException("an int has more than 32 bits");
    }
    return (int) value;
  }

  void skipLong() {
    skipLongs(1);
  }

  /** Goes over {@code count} numbers. */
  void skipLongs(long count) {
    byte[] from = bytes;
    int p = position;
    int end = limit;
    long left = count;
    // A number ends with the byte whose highest bit is clear; eight bytes are looked at together.
    while (left >= Long.BYTES && end - p >= Long.BYTES) {
      left -= Long.bitCount(~(long) LONGS.get(from, p) & HIGHEST_BITS);
      p += Long.BYTES;
    }
    while (left > 0 && p < end) {
      if (from[p++] >= 0) {
        left--;
      }
    }
    if (left > 0) {
      throw new MalformedManifestException("the block ends inside of a number");
    }
    position = p;
  }

  /** The length of a string or of bytes; that many can be read. */
  int readLength() {
    long length = readLong();
    if (length < 0 || length > limit - position) {
      throw new MalformedManifestException("a length of " + length + " reaches past the block");
    }
    return (int) length;
  }

  /** How many items follow in an array or map; 0 ends it. */
  int readItemCount() {
    long count = readLong();
    if (count < 0) {
      skipLong(); // how many bytes they take
      count = -count;
    }
    // Each item of a manifest takes a byte at least.
    if (count < 0 || count > limit - position) {
      throw new MalformedManifestException(count + " items reach past the block");
    }
    return (int) count;
  }

  /** Takes {@code count} bytes; returns where they begin. */
  int advance(int count) {
    int from = position;
    if (count > limit - from) {
      throw new MalformedManifestException("the block ends inside of a value");
    }
    position = from + count;
    return from;
  }
}
