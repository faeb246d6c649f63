package dev.firn.decode.typed;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.decode.BinaryText;
import dev.firn.decode.TimestampFormat;
import dev.firn.decode.TimestampText;
import dev.firn.decode.format.TimestampRules;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Which types of a file go into which columns. Only what loses nothing whatever the value, so that
 * a file that does not fit is refused at its first byte and not at its millionth row:
 *
 * <ul>
 *   <li>the same type;
 *   <li>int into long, double; float into double; int, long and decimals into decimals that have
 *       room for all their digits;
 *   <li>string into binary; binary into string, where each value has to be UTF-8; fixed into
 *       binary; a fixed of 16 bytes, or a text, that the file calls a UUID into uuid, such a text
 *       into string;
 *   <li>times and timestamps in any unit; digits below the column's are cut, as in texts. A local
 *       timestamp goes into a column with a zone as a time of the declared zone; a timestamp in UTC
 *       does not go into a column without one;
 *   <li>int and long into a timestamp column for which an epoch format is declared.
 * </ul>
 *
 * <p>Makes sinks for the columns of one batch. One thread.
 */
public final class ValueSinks {
  private static final int MICROS = 6;
  private static final int NANOS = 9;
  private static final int INT_DIGITS = 10;
  private static final int LONG_DIGITS = 19;

  private final TimestampRules timestamps;
  private final TimestampText clock;
  private final RowFault fault;

  /** Sinks that report to {@code fault}. */
  public ValueSinks(TimestampRules timestamps, RowFault fault) {
    this.timestamps = timestamps;
    this.clock = new TimestampText(timestamps.zone());
    this.fault = fault;
  }

  /**
   * A sink for a column, or empty if values of the file's type don't go into it.
   *
   * @param path the column's full name
   * @param type the column's type, a single value's
   */
  public Optional<ValueSink> of(
      SourceType source, String path, Type type, boolean required, Column column) {
    ValueSink.Place place = new ValueSink.Place(path, required, "a value that fits " + type, fault);
    Type from = source.type();
    Type.TypeID fromId = from.typeId();
    boolean same = fromId == type.typeId();
    switch (type.typeId()) {
      case BOOLEAN:
        return when(same, () -> new NumberSinks.Booleans((BooleanColumn) column, place));
      case INTEGER:
        return when(same, () -> new NumberSinks.Ints((IntColumn) column, place));
      case DATE:
        return when(same, () -> new NumberSinks.Dates((IntColumn) column, place));
      case LONG:
        return when(isWhole(fromId), () -> new NumberSinks.Longs((LongColumn) column, place));
      case FLOAT:
        return when(same, () -> new NumberSinks.Floats((FloatColumn) column, place));
      case DOUBLE:
        return when(
            same || fromId == Type.TypeID.FLOAT || fromId == Type.TypeID.INTEGER,
            () -> new NumberSinks.Doubles((DoubleColumn) column, place));
      case DECIMAL:
        return decimal(from, (Types.DecimalType) type, place, column);
      case TIME:
        return when(
            same,
            () ->
                new TimeSink(
                    (LongColumn) column,
                    place,
                    TimeSink.Meaning.TIME_OF_DAY,
                    source.unitDigits(),
                    MICROS,
                    clock));
      case TIMESTAMP, TIMESTAMP_NANO:
        return timestamp(source, type, place, (LongColumn) column);
      default:
        int length = type instanceof Types.FixedType fixed ? fixed.length() : BinaryText.UUID_BYTES;
        return bytesCheck(source, type)
            .map(check -> new BytesSink((BytesColumn) column, place, check, length));
    }
  }

  /** Whether a timestamp type has a zone. */
  public static boolean isZoned(Type type) {
    return (type instanceof Types.TimestampType micros && micros.shouldAdjustToUTC())
        || (type instanceof Types.TimestampNanoType nanos && nanos.shouldAdjustToUTC());
  }

  private static Optional<ValueSink> when(
      boolean fits, java.util.function.Supplier<ValueSink> sink) {
    return fits ? Optional.of(sink.get()) : Optional.empty();
  }

  private static boolean isWhole(Type.TypeID type) {
    return type == Type.TypeID.INTEGER || type == Type.TypeID.LONG;
  }

  private static Optional<ValueSink> decimal(
      Type from, Types.DecimalType type, ValueSink.Place place, Column column) {
    int whole;
    int scale = 0;
    if (from instanceof Types.DecimalType decimal) {
      scale = decimal.scale();
      whole = decimal.precision() - scale;
    } else if (isWhole(from.typeId())) {
      whole = from.typeId() == Type.TypeID.INTEGER ? INT_DIGITS : LONG_DIGITS;
    } else {
      return Optional.empty();
    }
    boolean fits = scale <= type.scale() && whole <= type.precision() - type.scale();
    int sourceScale = scale;
    return when(fits, () -> new DecimalSink(column, place, type, sourceScale));
  }

  private Optional<ValueSink> timestamp(
      SourceType source, Type type, ValueSink.Place place, LongColumn column) {
    int unitDigits = type.typeId() == Type.TypeID.TIMESTAMP_NANO ? NANOS : MICROS;
    Type.TypeID from = source.type().typeId();
    TimestampFormat format = timestamps.of(place.path());
    TimeSink.Meaning meaning = TimeSink.Meaning.SAME_CLOCK;
    int sourceDigits = source.unitDigits();
    if (isWhole(from) && format != TimestampFormat.ISO) {
      sourceDigits = format.unitDigits();
    } else if (from != Type.TypeID.TIMESTAMP && from != Type.TypeID.TIMESTAMP_NANO) {
      return Optional.empty();
    } else if (isZoned(source.type()) != isZoned(type)) {
      if (isZoned(source.type())) {
        return Optional.empty();
      }
      meaning = TimeSink.Meaning.LOCAL_CLOCK;
    }
    return Optional.of(new TimeSink(column, place, meaning, sourceDigits, unitDigits, clock));
  }

  private static Optional<BytesSink.Check> bytesCheck(SourceType source, Type type) {
    Type.TypeID from = source.type().typeId();
    boolean text = from == Type.TypeID.STRING || source.isText();
    switch (type.typeId()) {
      case STRING:
        return text || from == Type.TypeID.BINARY
            ? Optional.of(BytesSink.Check.UTF_8)
            : Optional.empty();
      case BINARY:
        return text || from == Type.TypeID.BINARY || from == Type.TypeID.FIXED
            ? Optional.of(BytesSink.Check.NONE)
            : Optional.empty();
      case FIXED:
        return source.type().equals(type) ? Optional.of(BytesSink.Check.LENGTH) : Optional.empty();
      case UUID:
        if (from != Type.TypeID.UUID) {
          return Optional.empty();
        }
        return Optional.of(source.isText() ? BytesSink.Check.UUID_TEXT : BytesSink.Check.LENGTH);
      default:
        return Optional.empty();
    }
  }
}
