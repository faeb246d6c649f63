package dev.firn.transform;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.decode.BinaryText;
import dev.firn.decode.IsoTimes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Constants as text, for a column of a type. */
final class Literals {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private Literals() {}

  /** A column whose one row has the value; empty if the text is no value of the type. */
  static Optional<Column> column(Type type, String text) {
    Column column = Column.of(type);
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    boolean fits =
        switch (type.typeId()) {
          case BOOLEAN -> truth((BooleanColumn) column, text);
          case INTEGER, LONG, DECIMAL -> whole(type, column, text);
          case FLOAT, DOUBLE -> floating(column, text);
          case STRING -> bytes((BytesColumn) column, utf8, utf8.length);
          case UUID -> uuid((BytesColumn) column, utf8);
          case DATE, TIME, TIMESTAMP, TIMESTAMP_NANO -> time(type, column, utf8);
          default -> false;
        };
    return fits ? Optional.of(column) : Optional.empty();
  }

  /** What constants of a type look like, for messages. */
  static String expected(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> "true or false";
      case INTEGER -> "a whole number from -2147483648 to 2147483647";
      case LONG -> "a whole number from -2^63 to 2^63-1";
      case DECIMAL -> "a number that " + type + " holds exactly";
      case FLOAT, DOUBLE -> "a finite number";
      case STRING -> "a text, as 'error'";
      case UUID -> "a UUID, as 'f79c3e09-677c-4bbd-a479-3f349cb785e7'";
      case DATE -> "a date, as '2021-05-29'";
      case TIME -> "a time, as '12:34:56.789'";
      case TIMESTAMP, TIMESTAMP_NANO ->
          isZoned(type)
              ? "a timestamp with its offset, as '2021-05-29T12:34:56Z'"
              : "a timestamp without an offset, as '2021-05-29T12:34:56'";
      default -> "no constant at all, since there are none of this type";
    };
  }

  /** Whether constants of a type stand in quotes. */
  static boolean isText(Type type) {
    return switch (type.typeId()) {
      case STRING, UUID, DATE, TIME, TIMESTAMP, TIMESTAMP_NANO -> true;
      default -> false;
    };
  }

  private static boolean truth(BooleanColumn column, String text) {
    column.append(text.equals("true"));
    return text.equals("true") || text.equals("false");
  }

  private static boolean whole(Type type, Column column, String text) {
    BigInteger value;
    int digits = Integer.MAX_VALUE;
    int bits = column instanceof IntColumn ? 31 : 63;
    try {
      BigDecimal number = new BigDecimal(text);
      // A huge exponent would need as many digits below.
      if (Math.abs((long) number.scale()) > 1000) {
        return false;
      }
      if (type instanceof Types.DecimalType decimal) {
        value = number.setScale(decimal.scale()).unscaledValue();
        digits = decimal.precision();
        bits = Integer.MAX_VALUE;
      } else {
        value = number.toBigIntegerExact();
      }
    } catch (NumberFormatException | ArithmeticException e) {
      return false;
    }
    if (value.bitLength() > bits || value.abs().toString().length() > digits) {
      return false;
    }
    if (column instanceof IntColumn ints) {
      ints.append(value.intValueExact());
    } else if (column instanceof LongColumn longs) {
      longs.append(value.longValueExact());
    } else {
      byte[] big = value.toByteArray();
      ((BytesColumn) column).append(big, 0, big.length);
    }
    return true;
  }

  private static boolean floating(Column column, String text) {
    try {
      if (column instanceof FloatColumn floats) {
        float value = Float.parseFloat(text);
        floats.append(value);
        return Float.isFinite(value);
      }
      double value = Double.parseDouble(text);
      ((DoubleColumn) column).append(value);
      return Double.isFinite(value);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean bytes(BytesColumn column, byte[] value, int length) {
    column.append(value, 0, length);
    return true;
  }

  private static boolean uuid(BytesColumn column, byte[] utf8) {
    BinaryText text = new BinaryText();
    return text.uuid(utf8, 0, utf8.length) && bytes(column, text.bytes(), BinaryText.UUID_BYTES);
  }

  private static boolean time(Type type, Column column, byte[] utf8) {
    IsoTimes iso = new IsoTimes();
    switch (type.typeId()) {
      case DATE:
        boolean date = iso.date(utf8, 0, utf8.length);
        ((IntColumn) column).append(date ? iso.epochDay() : 0);
        return date;
      case TIME:
        boolean time = iso.time(utf8, 0, utf8.length);
        ((LongColumn) column).append(time ? iso.microsOfDay() : 0);
        return time;
      default:
        return iso.timestamp(utf8, 0, utf8.length)
            && iso.zoned() == isZoned(type)
            && timestamp(type, (LongColumn) column, iso);
    }
  }

  private static boolean timestamp(Type type, LongColumn column, IsoTimes iso) {
    boolean nanos = type.typeId() == Type.TypeID.TIMESTAMP_NANO;
    long seconds = iso.localSeconds() - iso.offsetSeconds();
    long perSecond = nanos ? NANOS_PER_SECOND : MICROS_PER_SECOND;
    long fraction = nanos ? iso.nanos() : iso.nanos() / 1000;
    long limit = (Long.MAX_VALUE - fraction) / perSecond;
    if (Math.abs(seconds) >= limit) {
      return false;
    }
    column.append(seconds * perSecond + fraction);
    return true;
  }

  /** Whether values of a timestamp type are instants. */
  static boolean isZoned(Type type) {
    return (type instanceof Types.TimestampType micros && micros.shouldAdjustToUTC())
        || (type instanceof Types.TimestampNanoType nanos && nanos.shouldAdjustToUTC());
  }
}
