package dev.firn.io;

import java.util.Arrays;

/**
 * Decompresses Snappy blocks (raw format, without framing): a length as varint, then literals and
 * copies from what was written before.
 */
public final class SnappyBlock {
  private static final int LITERAL = 0;
  private static final int COPY_1_BYTE = 1;
  private static final int COPY_2_BYTES = 2;

  /** Literals of up to 60 bytes have their length in the tag. */
  private static final int MAX_TAG_LITERAL = 60;

  private final byte[] in;
  private final int end;
  private int p;
  private byte[] out = new byte[0];
  private int length;

  private SnappyBlock(byte[] in, int from, int end) {
    this.in = in;
    this.p = from;
    this.end = end;
  }

  /**
   * The bytes that {@code in[from, end)} stands for.
   *
   * @param maxBytes more are refused
   * @throws CorruptBlockException if it stands for none, or for more
   */
  public static byte[] decompress(byte[] in, int from, int end, int maxBytes)
      throws CorruptBlockException {
    SnappyBlock block = new SnappyBlock(in, from, end);
    long size = block.size();
    // A copy of two bytes or more makes 64 bytes at most.
    if (size > maxBytes || size > 64L * (end - from)) {
      throw corrupt("its length of " + size + " bytes can't be true");
    }
    block.out = new byte[(int) size];
    while (block.p < end) {
      block.element();
    }
    if (block.length != size) {
      throw corrupt("it ends after " + block.length + " of " + size + " bytes");
    }
    return block.out;
  }

  private long size() throws CorruptBlockException {
    long size = 0;
    for (int shift = 0; shift <= 28; shift += 7) {
      int value = next();
      size |= (long) (value & 0x7F) << shift;
      if (value < 0x80) {
        return size;
      }
    }
    throw corrupt("its length is too long");
  }

  private void element() throws CorruptBlockException {
    int tag = next();
    switch (tag & 3) {
      case LITERAL:
        int size = tag >>> 2;
        literal(size < MAX_TAG_LITERAL ? size + 1 : number(size - MAX_TAG_LITERAL + 1) + 1L);
        break;
      case COPY_1_BYTE:
        copy((tag >>> 5) << 8 | next(), (tag >>> 2 & 7) + 4);
        break;
      case COPY_2_BYTES:
        copy(number(2), (tag >>> 2) + 1);
        break;
      default:
        copy(number(4), (tag >>> 2) + 1);
    }
  }

  private void literal(long size) throws CorruptBlockException {
    if (size > end - p || size > out.length - length) {
      throw corrupt("a literal is longer than it");
    }
    System.arraycopy(in, p, out, length, (int) size);
    p += (int) size;
    length += (int) size;
  }

  private void copy(long offset, int size) throws CorruptBlockException {
    if (offset < 1 || offset > length || size > out.length - length) {
      throw corrupt("a copy reaches out of it");
    }
    int from = length - (int) offset;
    if (offset >= size) {
      System.arraycopy(out, from, out, length, size);
    } else if (offset == 1) {
      Arrays.fill(out, length, length + size, out[from]);
    } else {
      for (int i = 0; i < size; i++) {
        out[length + i] = out[from + i];
      }
    }
    length += size;
  }

  /** An unsigned number of up to four bytes, lowest first. */
  private long number(int bytes) throws CorruptBlockException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) next() << 8 * i;
    }
    return value;
  }

  private int next() throws CorruptBlockException {
    if (p >= end) {
      throw corrupt("it ends inside of an element");
    }
    return in[p++] & 0xFF;
  }

  private static CorruptBlockException corrupt(String what) {
    return new CorruptBlockException("a Snappy block is damaged: " + what);
  }
}
