package dev.firn.landing;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Random values of Iceberg's primitive types in memory form, and how they get into a column. */
final class TestValues {
  private TestValues() {}

  static void append(Column column, @Nullable Object value) {
    if (value == null) {
      column.appendNull();
    } else if (column instanceof BooleanColumn booleans) {
      booleans.append((Boolean) value);
    } else if (column instanceof IntColumn ints) {
      ints.append((Integer) value);
    } else if (column instanceof FloatColumn floats) {
      floats.append((Float) value);
    } else if (column instanceof DoubleColumn doubles) {
      doubles.append((Double) value);
    } else if (column instanceof LongColumn longs) {
      longs.append(
          value instanceof BigDecimal decimal
              ? decimal.unscaledValue().longValueExact()
              : (Long) value);
    } else {
      byte[] bytes = bytes(value);
      if (value instanceof String string) {
        ((BytesColumn) column).append(string);
      } else {
        ((BytesColumn) column).append(bytes, 0, bytes.length);
      }
    }
  }

  private static byte[] bytes(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.unscaledValue().toByteArray();
    } else if (value instanceof UUID uuid) {
      return ByteBuffer.allocate(16)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    return new byte[0];
  }

  /** A value, often an extreme one, and often one that was there before. */
  static Object random(Type type, Random random) {
    return switch (type.typeId()) {
      case BOOLEAN -> random.nextBoolean();
      case INTEGER, DATE -> (int) number(random, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case LONG, TIMESTAMP_NANO -> number(random, Long.MIN_VALUE, Long.MAX_VALUE);
      case TIMESTAMP -> number(random, -7_000_000_000_000_000_000L, 7_000_000_000_000_000_000L);
      case TIME -> Math.floorMod(random.nextLong(), 86_400_000_000L);
      case FLOAT -> (float) floating(random);
      case DOUBLE -> floating(random);
      case STRING -> string(random);
      case BINARY -> binary(random, random.nextInt(8));
      case FIXED -> binary(random, ((Types.FixedType) type).length());
      case UUID -> new UUID(random.nextInt(3) - 1L, random.nextLong());
      case DECIMAL -> decimal((Types.DecimalType) type, random);
      default -> throw new IllegalArgumentException("no values for " + type);
    };
  }

  private static long number(Random random, long min, long max) {
    return switch (random.nextInt(8)) {
      case 0 -> min + random.nextInt(3);
      case 1 -> max - random.nextInt(3);
      case 2 -> random.nextInt(7) - 3;
      case 3 ->
          Math.max(
              min,
              Math.min(max, 3_600_000_000L * (random.nextInt(200) - 100) + random.nextInt(5) - 2));
      case 4, 5 -> random.nextInt(100_000) - 50_000;
      default -> min + Math.floorMod(random.nextLong(), max / 2 - min / 2) * 2;
    };
  }

  private static double floating(Random random) {
    return switch (random.nextInt(7)) {
      case 0 -> Double.NaN;
      case 1 -> -0.0;
      case 2 -> 0.0;
      case 3 -> Double.NEGATIVE_INFINITY;
      case 4 -> random.nextInt(5) - 2;
      default -> random.nextGaussian();
    };
  }

  private static String string(Random random) {
    String[] letters = {"a", "b", "é", "世", "\uD83D\uDE00", "\uD7FF", "\uE000", "e\u0301", "\0"};
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(7); i > 0; i--) {
      text.append(letters[random.nextInt(letters.length)]);
    }
    return text.toString();
  }

  private static ByteBuffer binary(Random random, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextInt(4) * 85);
    }
    return ByteBuffer.wrap(bytes);
  }

  private static BigDecimal decimal(Types.DecimalType type, Random random) {
    BigInteger limit = BigInteger.TEN.pow(1 + random.nextInt(type.precision()));
    BigInteger unscaled = new BigInteger(limit.bitLength() + 8, random).mod(limit);
    if (random.nextInt(10) == 0) {
      unscaled = limit.subtract(BigInteger.ONE);
    }
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }
}
