package dev.firn.parquet;

import java.io.IOException;

/**
 * Walks over a structure in Thrift's compact protocol before it is parsed.
 *
 * <p>The generated parsers allocate a list by its stated size; in a broken file that is any number.
 * Here every size has to fit into the bytes that are left, so parsing allocates in proportion to
 * the file.
 */
public final class ThriftGuard {
  private static final int MAX_DEPTH = 32;

  private final byte[] bytes;
  private final int end;
  private int at;

  private ThriftGuard(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /**
   * Checks the structure that begins at {@code from}.
   *
   * @return where it ends, at most {@code end}
   * @throws IOException if it does not end by then or a size in it is too large
   */
  public static int endOf(byte[] bytes, int from, int end) throws IOException {
    ThriftGuard guard = new ThriftGuard(bytes, from, end);
    guard.struct(0);
    return guard.at;
  }

  private void struct(int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw new IOException("structures nested more than " + MAX_DEPTH + " deep");
    }
    while (true) {
      int header = next();
      int type = header & 0x0F;
      if (type == 0) {
        return;
      }
      if ((header & 0xF0) == 0) {
        varint();
      }
      // A boolean field's value is in its type.
      if (type > 2) {
        value(type, depth);
      }
    }
  }

  private void value(int type, int depth) throws IOException {
    switch (type) {
      case 1:
      case 2:
      case 3:
        skip(1);
        break;
      case 4:
      case 5:
      case 6:
        varint();
        break;
      case 7:
        skip(8);
        break;
      case 8:
        skip(varint());
        break;
      case 9:
      case 10:
        list(depth + 1);
        break;
      case 11:
        map(depth + 1);
        break;
      case 12:
        struct(depth + 1);
        break;
      case 13:
        skip(16);
        break;
      default:
        throw new IOException("unknown field type " + type + " at byte " + at);
    }
  }

  private void list(int depth) throws IOException {
    int header = next();
    int type = header & 0x0F;
    long size = (header >>> 4) == 15 ? varint() : header >>> 4;
    elements(size, depth);
    for (long i = 0; i < size; i++) {
      value(type, depth);
    }
  }

  private void map(int depth) throws IOException {
    long size = varint();
    elements(size, depth);
    if (size > 0) {
      int types = next();
      for (long i = 0; i < size; i++) {
        value(types >>> 4, depth);
        value(types & 0x0F, depth);
      }
    }
  }

  private void elements(long size, int depth) throws IOException {
    if (size < 0 || size > end - at || depth > MAX_DEPTH) {
      throw new IOException("a list of " + size + " elements at byte " + at);
    }
  }

  private int next() throws IOException {
    if (at >= end) {
      throw new IOException("it does not end within its " + end + " bytes");
    }
    return bytes[at++] & 0xFF;
  }

  private void skip(long count) throws IOException {
    if (count < 0 || count > end - at) {
      throw new IOException("a value of " + count + " bytes at byte " + at);
    }
    at += (int) count;
  }

  private long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = next();
      value |= (next & 0x7FL) << shift;
      if ((next & 0x80) == 0) {
        return value;
      }
    }
    throw new IOException("a number of more than ten bytes before byte " + at);
  }
}
