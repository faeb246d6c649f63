package dev.firn.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Values in Iceberg's own representation, from small domains with the edges in them. */
final class RandomValues {
  static final List<Type> TYPES =
      List.of(
          Types.IntegerType.get(),
          Types.LongType.get(),
          Types.FloatType.get(),
          Types.DoubleType.get(),
          Types.BooleanType.get(),
          Types.DateType.get(),
          Types.TimeType.get(),
          Types.TimestampType.withoutZone(),
          Types.TimestampType.withZone(),
          Types.StringType.get(),
          Types.StringType.get(),
          Types.BinaryType.get(),
          Types.FixedType.ofLength(3),
          Types.UUIDType.get(),
          Types.DecimalType.of(9, 2),
          Types.DecimalType.of(25, 3));

  private static final long HOUR_MICROS = 3_600_000_000L;
  private static final String[] PIECES = {
    "a", "b", "ab", "z", "", "é", "\uD83D\uDE00", "\uFFFD", "\uD7FF", "世", "0"
  };

  private final Random random;

  RandomValues(Random random) {
    this.random = random;
  }

  Object of(Type type) {
    return switch (type.typeId()) {
      case INTEGER -> integer();
      case LONG -> random.nextInt(8) == 0 ? edge() : (Object) (long) (random.nextInt(60) - 30);
      case FLOAT -> (float) floating();
      case DOUBLE -> floating();
      case BOOLEAN -> random.nextBoolean();
      case DATE -> random.nextInt(120) - 60;
      case TIME -> random.nextInt(24) * HOUR_MICROS + random.nextInt(3);
      case TIMESTAMP -> timestamp();
      case TIMESTAMP_NANO -> timestamp() * 1_000 + random.nextInt(3);
      case STRING -> string();
      case BINARY -> ByteBuffer.wrap(bytes(random.nextInt(4)));
      case FIXED -> ByteBuffer.wrap(bytes(((Types.FixedType) type).length()));
      case UUID -> new UUID(half(), half());
      case DECIMAL ->
          new BigDecimal(
              BigInteger.valueOf(random.nextInt(4000) - 2000), ((Types.DecimalType) type).scale());
      default -> throw new IllegalArgumentException("no values of " + type);
    };
  }

  private int integer() {
    return switch (random.nextInt(24)) {
      case 0 -> Integer.MIN_VALUE + random.nextInt(4);
      case 1 -> Integer.MAX_VALUE - random.nextInt(4);
      default -> random.nextInt(60) - 30;
    };
  }

  private Object edge() {
    return random.nextBoolean()
        ? Long.MIN_VALUE + random.nextInt(4)
        : Long.MAX_VALUE - random.nextInt(4);
  }

  private double floating() {
    return switch (random.nextInt(9)) {
      case 0 -> Double.NaN;
      case 1 -> -0.0;
      case 2 -> 0.0;
      case 3 -> random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      default -> (random.nextInt(21) - 10) / 2.0;
    };
  }

  private long timestamp() {
    long hours = random.nextInt(24 * 80) - 24L * 40;
    return switch (random.nextInt(4)) {
      case 0 -> hours * HOUR_MICROS;
      case 1 -> hours / 24 * 24 * HOUR_MICROS - random.nextInt(2);
      case 2 -> (random.nextInt(60) - 30) * 366 * 24 * HOUR_MICROS;
      default -> hours * HOUR_MICROS + random.nextInt(1_000_000);
    };
  }

  private String string() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextInt(4) - 2);
    }
    return bytes;
  }

  private long half() {
    return (random.nextBoolean() ? 0 : 0xFFFFFFFFFFFFFFF0L) + random.nextInt(3);
  }
}
