package dev.firn.decode.typed;

import dev.firn.batch.LongColumn;
import dev.firn.decode.RejectReason;
import dev.firn.decode.TimestampText;

/** Times of day and timestamps in one unit, as those of another. */
final class TimeSink extends ValueSink {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** How a value is turned into the column's. */
  enum Meaning {
    /** µs of a day. */
    TIME_OF_DAY,
    /** Units since 1970-01-01T00:00, in UTC or of no zone, as the column's. */
    SAME_CLOCK,
    /** Units since 1970-01-01T00:00 on the declared zone's clock, for a column in UTC. */
    LOCAL_CLOCK
  }

  private final LongColumn column;
  private final Meaning meaning;
  private final TimestampText clock;
  private final int unitDigits;
  private final long factor;
  private final long divisor;

  TimeSink(
      LongColumn column,
      Place place,
      Meaning meaning,
      int sourceDigits,
      int unitDigits,
      TimestampText clock) {
    super(column, place);
    this.column = column;
    this.meaning = meaning;
    this.clock = clock;
    this.unitDigits = unitDigits;
    this.factor = power(unitDigits - sourceDigits);
    this.divisor = power(sourceDigits - unitDigits);
  }

  private static long power(int digits) {
    long power = 1;
    for (int i = 0; i < digits; i++) {
      power *= 10;
    }
    return power;
  }

  @Override
  public void putLong(long value) {
    // Finer digits than the column's are below its clock, as in texts.
    long floored = divisor == 1 ? value : Math.floorDiv(value, divisor);
    long high = Math.multiplyHigh(floored, factor);
    long units = floored * factor;
    boolean fits = (high == 0 && units >= 0) || (high == -1 && units < 0);
    if (!fits || !append(units)) {
      refuse(RejectReason.OUT_OF_RANGE, value);
    }
  }

  private boolean append(long units) {
    switch (meaning) {
      case TIME_OF_DAY:
        if (units < 0 || units >= MICROS_PER_DAY) {
          return false;
        }
        column.append(units);
        return true;
      case SAME_CLOCK:
        if (!TimestampText.isInRange(units, unitDigits)) {
          return false;
        }
        column.append(units);
        return true;
      default:
        if (!TimestampText.isInRange(units, unitDigits) || !clock.local(units, unitDigits)) {
          return false;
        }
        column.append(clock.value());
        return true;
    }
  }
}
