package dev.firn.decode.csv;

import dev.firn.batch.Column;
import dev.firn.decode.TimestampFormat;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** A column of a batch, and how the texts of its values are read. */
final class Cell {
  /** How a text is read. */
  enum Kind {
    BOOLEAN,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    DECIMAL,
    WIDE_DECIMAL,
    STRING,
    BINARY,
    FIXED,
    UUID,
    DATE,
    TIME,
    TIMESTAMP,
    EPOCH
  }

  final Kind kind;
  final String name;
  final boolean required;
  final Column column;

  /** What a value has to be, for messages. */
  final String expected;

  /** Decimals: digits in all, digits behind the point, the largest unscaled value. */
  final int precision;

  final int scale;
  final long maxUnscaled;

  /** Fixed: the length. */
  final int lengthBytes;

  /** Timestamps: whether the column has a zone, digits of its unit and of an epoch's unit. */
  final boolean zoned;

  final int unitDigits;
  final int sourceDigits;

  Cell(Types.NestedField field, Column column, TimestampFormat format) {
    Type type = field.type();
    this.kind = kind(type, format).orElseThrow();
    this.name = field.name();
    this.required = field.isRequired();
    this.column = column;
    this.expected = expected(kind, type, format);
    boolean decimal = type.typeId() == Type.TypeID.DECIMAL;
    this.precision = decimal ? ((Types.DecimalType) type).precision() : 0;
    this.scale = decimal ? ((Types.DecimalType) type).scale() : 0;
    long power = 1;
    for (int i = 0; i < Math.min(precision, 18); i++) {
      power *= 10;
    }
    this.maxUnscaled = power - 1;
    this.lengthBytes = type.typeId() == Type.TypeID.FIXED ? ((Types.FixedType) type).length() : 0;
    this.zoned =
        (type instanceof Types.TimestampType micros && micros.shouldAdjustToUTC())
            || (type instanceof Types.TimestampNanoType nanos && nanos.shouldAdjustToUTC());
    this.unitDigits = type.typeId() == Type.TypeID.TIMESTAMP_NANO ? 9 : 6;
    this.sourceDigits = format.unitDigits();
  }

  /** Whether no text at all, quoted, is a value of its own and not null. */
  boolean takesEmptyText() {
    return kind == Kind.STRING || kind == Kind.BINARY;
  }

  /** How values of a type are read; empty if they can't be. */
  static Optional<Kind> kind(Type type, TimestampFormat format) {
    switch (type.typeId()) {
      case BOOLEAN:
        return Optional.of(Kind.BOOLEAN);
      case INTEGER:
        return Optional.of(Kind.INT);
      case LONG:
        return Optional.of(Kind.LONG);
      case FLOAT:
        return Optional.of(Kind.FLOAT);
      case DOUBLE:
        return Optional.of(Kind.DOUBLE);
      case DECIMAL:
        boolean wide = ((Types.DecimalType) type).precision() > 18;
        return Optional.of(wide ? Kind.WIDE_DECIMAL : Kind.DECIMAL);
      case STRING:
        return Optional.of(Kind.STRING);
      case BINARY:
        return Optional.of(Kind.BINARY);
      case FIXED:
        return Optional.of(Kind.FIXED);
      case UUID:
        return Optional.of(Kind.UUID);
      case DATE:
        return Optional.of(Kind.DATE);
      case TIME:
        return Optional.of(Kind.TIME);
      case TIMESTAMP, TIMESTAMP_NANO:
        return Optional.of(format == TimestampFormat.ISO ? Kind.TIMESTAMP : Kind.EPOCH);
      default:
        return Optional.empty();
    }
  }

  private static String expected(Kind kind, Type type, TimestampFormat format) {
    switch (kind) {
      case BOOLEAN:
        return "true or false";
      case INT:
        return "a whole number from -2147483648 to 2147483647";
      case LONG:
        return "a whole number from -2^63 to 2^63-1";
      case DECIMAL, WIDE_DECIMAL:
        return "a number that " + type + " holds exactly";
      case FLOAT, DOUBLE:
        return "a finite " + type;
      case BINARY:
        return "base64";
      case FIXED:
        return "base64 that holds " + type;
      case DATE:
        return "a date such as 2021-05-29";
      case TIME:
        return "a time such as 12:34:56.789";
      case TIMESTAMP:
        return type.toString().startsWith("timestamptz")
            ? "a timestamp such as 2021-05-29T12:34:56.789Z"
            : "a timestamp without an offset, such as 2021-05-29T12:34:56.789";
      case EPOCH:
        return "a number (" + format.code() + ") from year 0 to 9999";
      case UUID:
        return "a UUID such as f79c3e09-677c-4bbd-a479-3f349cb785e7";
      default:
        return "a " + type;
    }
  }
}
