package dev.firn.parquet;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing byte array with the little-endian writes that Parquet needs. */
final class ByteSink extends OutputStream {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MAX_BYTES = Integer.MAX_VALUE - 16;

  private byte[] bytes;
  private int size;

  ByteSink(int capacity) {
    bytes = new byte[capacity];
  }

  byte[] array() {
    return bytes;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  /** Takes back or, after bytes were put into {@link #array} directly, adds to the size. */
  void size(int newSize) {
    size = newSize;
  }

  /** Makes room for {@code more} bytes after the present ones. */
  void reserve(long more) {
    long needed = size + more;
    if (needed > bytes.length) {
      if (needed > MAX_BYTES) {
        throw new IllegalStateException(
            "a page or row group can't hold more than 2^31 bytes, "
                + needed
                + " were asked for; make batches smaller");
      }
      long next = Math.max(needed, bytes.length + (long) (bytes.length >> 1) + 64);
      bytes = Arrays.copyOf(bytes, (int) Math.min(next, MAX_BYTES));
    }
  }

  @Override
  public void write(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  @Override
  public void write(byte[] source, int from, int length) {
    reserve(length);
    System.arraycopy(source, from, bytes, size, length);
    size += length;
  }

  void writeInt(int value) {
    reserve(4);
    INT.set(bytes, size, value);
    size += 4;
  }

  void writeLong(long value) {
    reserve(8);
    LONG.set(bytes, size, value);
    size += 8;
  }

  /** Overwrites four bytes. */
  void setInt(int at, int value) {
    INT.set(bytes, at, value);
  }

  void writeVarint(int value) {
    writeVarlong(value & 0xFFFFFFFFL);
  }

  void writeVarlong(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  void writeZigzag(long value) {
    writeVarlong((value << 1) ^ (value >> 63));
  }

  /** Copies all bytes to a stream. */
  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }

  static void setInt(byte[] target, int at, int value) {
    INT.set(target, at, value);
  }

  static void setLong(byte[] target, int at, long value) {
    LONG.set(target, at, value);
  }

  static int getInt(byte[] source, int at) {
    return (int) INT.get(source, at);
  }

  static long getLong(byte[] source, int at) {
    return (long) LONG.get(source, at);
  }
}
