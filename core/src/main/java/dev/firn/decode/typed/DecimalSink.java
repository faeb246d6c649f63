package dev.firn.decode.typed;

import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.LongColumn;
import dev.firn.decode.RejectReason;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.iceberg.types.Types;

/** Decimals and whole numbers as decimals of at least as many digits on both sides of the point. */
final class DecimalSink extends ValueSink {
  private static final int LONG_DIGITS = 18;

  /** 38 digits have no more. */
  private static final int MAX_BYTES = 16;

  private final Column column;
  private final long factor;
  private final BigInteger wideFactor;
  private final long limit;
  private final BigInteger wideLimit;

  /**
   * For a column.
   *
   * @param sourceScale digits behind the point in the file, at most as many as in the column
   */
  DecimalSink(Column column, Place place, Types.DecimalType type, int sourceScale) {
    super(column, place);
    this.column = column;
    this.wideFactor = BigInteger.TEN.pow(type.scale() - sourceScale);
    this.wideLimit = BigInteger.TEN.pow(type.precision());
    boolean narrow = type.precision() <= LONG_DIGITS;
    this.factor = narrow ? wideFactor.longValueExact() : 1;
    this.limit = narrow ? wideLimit.longValueExact() : 0;
  }

  @Override
  public void putLong(long unscaled) {
    if (!(column instanceof LongColumn narrow)) {
      putWide(BigInteger.valueOf(unscaled));
      return;
    }
    long bound = limit / factor;
    if (unscaled >= bound || unscaled <= -bound) {
      refuse(RejectReason.OUT_OF_RANGE, unscaled);
    } else {
      narrow.append(unscaled * factor);
    }
  }

  @Override
  public void putBytes(byte[] source, int from, int length) {
    if (length == 0) {
      refuse(RejectReason.TYPE_MISMATCH, source, from, length);
      return;
    }
    int first = from;
    int end = from + length;
    // Bytes that only repeat the sign.
    while (first < end - 1 && source[first] == source[first + 1] >> 7) {
      first++;
    }
    if (end - first <= Long.BYTES) {
      long value = source[first];
      for (int i = first + 1; i < end; i++) {
        value = value << 8 | (source[i] & 0xFF);
      }
      putLong(value);
    } else if (column instanceof LongColumn || end - first > MAX_BYTES) {
      refuse(RejectReason.OUT_OF_RANGE, source, from, length);
    } else {
      putWide(new BigInteger(Arrays.copyOfRange(source, first, end)));
    }
  }

  private void putWide(BigInteger unscaled) {
    BigInteger value = unscaled.multiply(wideFactor);
    if (value.abs().compareTo(wideLimit) >= 0) {
      byte[] shown = unscaled.toByteArray();
      refuse(RejectReason.OUT_OF_RANGE, shown, 0, shown.length);
      return;
    }
    byte[] bytes = value.toByteArray();
    ((BytesColumn) column).append(bytes, 0, bytes.length);
  }
}
