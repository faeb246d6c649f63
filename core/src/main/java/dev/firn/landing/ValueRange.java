package dev.firn.landing;

import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.landing.PartitionTransform.Kind;
import java.math.BigInteger;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * The values that a transform can take: beyond them its result does not fit its type (an hour past
 * 32 bits, a number truncated below the lowest one). Iceberg's own transforms wrap around there.
 *
 * @param lowest lowest value that has a partition
 * @param highest highest
 */
record ValueRange(long lowest, long highest) {
  private static final ValueRange EVERYTHING = new ValueRange(Long.MIN_VALUE, Long.MAX_VALUE);

  static ValueRange of(Type type, PartitionTransform transform) {
    if (transform.kind() == Kind.HOUR && type.typeId() == Type.TypeID.TIMESTAMP) {
      long hourMicros = LongFieldCodes.unitsPerDay(type) / 24;
      return new ValueRange(
          Integer.MIN_VALUE * hourMicros, Integer.MAX_VALUE * hourMicros + (hourMicros - 1));
    }
    if (transform.kind() == Kind.TRUNCATE) {
      return switch (type.typeId()) {
        case INTEGER -> truncate(Integer.MIN_VALUE, transform.parameter());
        case LONG -> truncate(Long.MIN_VALUE, transform.parameter());
        case DECIMAL -> truncate(lowestUnscaled(type).longValue(), transform.parameter());
        default -> EVERYTHING;
      };
    }
    return EVERYTHING;
  }

  /** The lowest unscaled value of a decimal type: as many nines as it has digits. */
  static BigInteger lowestUnscaled(Type decimal) {
    return BigInteger.ONE.subtract(BigInteger.TEN.pow(((Types.DecimalType) decimal).precision()));
  }

  /** Division of a negative number rounds to zero, so this is the lowest multiple that fits. */
  private static ValueRange truncate(long lowestResult, long width) {
    return new ValueRange(lowestResult / width * width, Long.MAX_VALUE);
  }

  boolean isEverything() {
    return equals(EVERYTHING);
  }

  /** The first row from {@code fromRow} on whose value lies outside; -1 if there is none. */
  int findOutside(IntColumn column, int fromRow) {
    int[] values = column.values();
    for (int row = fromRow; row < column.size(); row++) {
      if ((values[row] < lowest || values[row] > highest) && !column.isNull(row)) {
        return row;
      }
    }
    return -1;
  }

  /** The first row from {@code fromRow} on whose value lies outside; -1 if there is none. */
  int findOutside(LongColumn column, int fromRow) {
    long[] values = column.values();
    for (int row = fromRow; row < column.size(); row++) {
      if ((values[row] < lowest || values[row] > highest) && !column.isNull(row)) {
        return row;
      }
    }
    return -1;
  }
}
