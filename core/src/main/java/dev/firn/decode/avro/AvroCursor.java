package dev.firn.decode.avro;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads Avro's binary encoding from a block; never past its end. One thread. */
final class AvroCursor {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[0];
  private int position;

  /** Items of arrays and maps that can still be in the block: each takes a byte at least. */
  private int itemsLeft;

  /** Begins a block. */
  void start(byte[] block) {
    bytes = block;
    position = 0;
    itemsLeft = block.length;
  }

  byte[] bytes() {
    return bytes;
  }

  int position() {
    return position;
  }

  int remaining() {
    return bytes.length - position;
  }

  boolean readBoolean() {
    byte value = bytes[advance(1)];
    if (value != 0 && value != 1) {
      throw new MalformedBlockException("a boolean is neither 0 nor 1");
    }
    return value == 1;
  }

  int readInt() {
    long value = readLong();
    if (value != (int) value) {
      throw new MalformedBlockException("an int has more than 32 bits");
    }
    return (int) value;
  }

  long readLong() {
    int p = position;
    int end = bytes.length;
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (p == end) {
        throw new MalformedBlockException("the block ends inside of a number");
      }
      byte next = bytes[p++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        position = p;
        return value >>> 1 ^ -(value & 1);
      }
    }
    throw new MalformedBlockException("a number has no end");
  }

  float readFloat() {
    return Float.intBitsToFloat((int) INTS.get(bytes, advance(Integer.BYTES)));
  }

  double readDouble() {
    return Double.longBitsToDouble((long) LONGS.get(bytes, advance(Long.BYTES)));
  }

  /** The length of a string or of bytes; that many can be read. */
  int readLength() {
    long length = readLong();
    if (length < 0 || length > remaining()) {
      throw new MalformedBlockException("a length of " + length + " reaches past the block");
    }
    return (int) length;
  }

  /** The index of a union's branch or of an enum's symbol. */
  int readIndex(int count) {
    long index = readLong();
    if (index < 0 || index >= count) {
      throw new MalformedBlockException("branch or symbol " + index + " of " + count);
    }
    return (int) index;
  }

  /** How many items follow in an array or map; 0 ends it. */
  int readItemCount() {
    long count = readLong();
    if (count < 0) {
      readLong(); // how many bytes they take
      count = -count;
    }
    // Without this, items of no bytes would have no end.
    if (count < 0 || count > itemsLeft) {
      throw new MalformedBlockException(count + " items reach past the block");
    }
    itemsLeft -= (int) count;
    return (int) count;
  }

  /** Takes {@code count} bytes; returns where they begin. */
  int advance(int count) {
    int from = position;
    if (count > remaining()) {
      throw new MalformedBlockException("the block ends inside of a value");
    }
    position = from + count;
    return from;
  }
}
