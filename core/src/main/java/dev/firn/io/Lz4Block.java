package dev.firn.io;

import java.util.Arrays;

/**
 * Decompresses LZ4 blocks (block format, without a frame): sequences of literals and a copy from
 * what was written before; the last one has literals only.
 */
public final class Lz4Block {
  private static final int MIN_MATCH = 4;

  /** A length of this goes on in the next bytes. */
  private static final int LONG_LENGTH = 15;

  private final byte[] in;
  private final int end;
  private final byte[] out;
  private int p;
  private int length;

  private Lz4Block(byte[] in, int from, int end, int sizeBytes) {
    this.in = in;
    this.p = from;
    this.end = end;
    this.out = new byte[sizeBytes];
  }

  /**
   * The bytes that {@code in[from, end)} stands for.
   *
   * @param sizeBytes how many there have to be
   * @throws CorruptBlockException if there are more or fewer, or none at all
   */
  public static byte[] decompress(byte[] in, int from, int end, int sizeBytes)
      throws CorruptBlockException {
    Lz4Block block = new Lz4Block(in, from, end, sizeBytes);
    while (block.p < end) {
      block.sequence();
    }
    if (block.length != sizeBytes) {
      throw corrupt("it ends after " + block.length + " of " + sizeBytes + " bytes");
    }
    return block.out;
  }

  private void sequence() throws CorruptBlockException {
    int token = next();
    int literals = length(token >>> 4);
    if (literals > end - p || literals > out.length - length) {
      throw corrupt("literals are longer than it");
    }
    System.arraycopy(in, p, out, length, literals);
    p += literals;
    length += literals;
    if (p < end) {
      int offset = next() | next() << 8;
      copy(offset, length(token & LONG_LENGTH) + MIN_MATCH);
    }
  }

  private int length(int inToken) throws CorruptBlockException {
    int value = inToken;
    if (inToken == LONG_LENGTH) {
      int more;
      do {
        more = next();
        value += more;
        if (value > out.length) {
          throw corrupt("a length is longer than it");
        }
      } while (more == 255);
    }
    return value;
  }

  private void copy(int offset, int size) throws CorruptBlockException {
    if (offset < 1 || offset > length || size > out.length - length) {
      throw corrupt("a copy reaches out of it");
    }
    int from = length - offset;
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

  private int next() throws CorruptBlockException {
    if (p >= end) {
      throw corrupt("it ends inside of a sequence");
    }
    return in[p++] & 0xFF;
  }

  private static CorruptBlockException corrupt(String what) {
    return new CorruptBlockException("an LZ4 block is damaged: " + what);
  }
}
