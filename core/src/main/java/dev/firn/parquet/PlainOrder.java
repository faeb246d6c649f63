package dev.firn.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;

/** The order that Parquet defines on plain-encoded values. */
final class PlainOrder {
  private PlainOrder() {}

  static Comparator<ByteBuffer> of(Physical physical) {
    switch (physical) {
      case BOOLEAN:
        return Comparator.comparingInt(value -> value.get(0));
      case INT:
        return Comparator.comparingInt(value -> little(value).getInt(0));
      case LONG:
        return Comparator.comparingLong(value -> little(value).getLong(0));
      case FLOAT:
        return (a, b) -> Float.compare(little(a).getFloat(0), little(b).getFloat(0));
      case DOUBLE:
        return (a, b) -> Double.compare(little(a).getDouble(0), little(b).getDouble(0));
      case BYTES:
      case FIXED:
        return (a, b) -> Arrays.compareUnsigned(a.array(), b.array());
      case FIXED_DECIMAL:
        return PlainOrder::compareDecimals;
    }
    throw new AssertionError(physical);
  }

  private static ByteBuffer little(ByteBuffer value) {
    return value.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Of one length; the first byte carries the sign. */
  private static int compareDecimals(ByteBuffer a, ByteBuffer b) {
    int first = Byte.compare(a.get(0), b.get(0));
    return first != 0 ? first : Arrays.compareUnsigned(a.array(), b.array());
  }
}
