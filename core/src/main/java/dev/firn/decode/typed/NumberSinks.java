package dev.firn.decode.typed;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.decode.RejectReason;

/** Sinks of numbers and booleans. */
final class NumberSinks {
  private NumberSinks() {}

  static final class Booleans extends ValueSink {
    private final BooleanColumn column;

    Booleans(BooleanColumn column, Place place) {
      super(column, place);
      this.column = column;
    }

    @Override
    public void putBoolean(boolean value) {
      column.append(value);
    }
  }

  /** Days since 1970-01-01 in the years 0 to 9999. */
  static final class Dates extends ValueSink {
    private static final int MIN_DAY = -719_528;
    private static final int MAX_DAY = 2_932_896;

    private final IntColumn column;

    Dates(IntColumn column, Place place) {
      super(column, place);
      this.column = column;
    }

    @Override
    public void putLong(long value) {
      if (value >= MIN_DAY && value <= MAX_DAY) {
        column.append((int) value);
      } else {
        refuse(RejectReason.OUT_OF_RANGE, value);
      }
    }
  }

  static final class Ints extends ValueSink {
    private final IntColumn column;

    Ints(IntColumn column, Place place) {
      super(column, place);
      this.column = column;
    }

    @Override
    public void putLong(long value) {
      if (value == (int) value) {
        column.append((int) value);
      } else {
        refuse(RejectReason.OUT_OF_RANGE, value);
      }
    }
  }

  /** Longs as they are. */
  static final class Longs extends ValueSink {
    private final LongColumn column;

    Longs(LongColumn column, Place place) {
      super(column, place);
      this.column = column;
    }

    @Override
    public void putLong(long value) {
      column.append(value);
    }
  }

  static final class Floats extends ValueSink {
    private final FloatColumn column;

    Floats(FloatColumn column, Place place) {
      super(column, place);
      this.column = column;
    }

    @Override
    public void putFloat(float value) {
      column.append(value);
    }
  }

  /** Doubles, floats and ints: whatever a double holds exactly. */
  static final class Doubles extends ValueSink {
    private final DoubleColumn column;

    Doubles(DoubleColumn column, Place place) {
      super(column, place);
      this.column = column;
    }

    @Override
    public void putDouble(double value) {
      column.append(value);
    }

    @Override
    public void putFloat(float value) {
      column.append(value);
    }

    @Override
    public void putLong(long value) {
      column.append(value);
    }
  }
}
