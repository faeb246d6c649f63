package dev.firn.transform.eval;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import java.util.Arrays;

/** Compares two loaded values row by row, in one lane. */
final class Comparer {
  /** In {@link #memo}: not compared yet. */
  private static final byte NONE = 3;

  private final Lane lane;
  private long[] leftLongs = new long[0];
  private long[] rightLongs = new long[0];
  private double[] leftDoubles = new double[0];
  private double[] rightDoubles = new double[0];
  private byte[] memo = new byte[0];

  Comparer(Lane lane) {
    this.lane = lane;
  }

  /** Sets the truth of {@code left operator right} for {@code count} rows. */
  void compare(Values left, Values right, Operator operator, int count, byte[] truths) {
    switch (lane) {
      case LONG -> compareLongs(left, right, operator, count, truths);
      case DOUBLE -> compareDoubles(left, right, operator, count, truths);
      case BYTES, WIDE_DECIMAL -> {
        if (right instanceof Constant && ((BytesColumn) left.column()).isDistinct()) {
          compareEntries(left, right, operator, count, truths);
        } else {
          compareBytes(left, right, operator, count, truths);
        }
      }
    }
    unknownWhereNull(left, count, truths);
    unknownWhereNull(right, count, truths);
  }

  private static void unknownWhereNull(Values values, int count, byte[] truths) {
    Column column = values.column();
    int[] rows = values.rows();
    if (column.nullCount() > 0) {
      for (int i = 0; i < count; i++) {
        truths[i] = column.isNull(rows[i]) ? Predicate.UNKNOWN : truths[i];
      }
    }
  }

  private void compareLongs(Values left, Values right, Operator op, int count, byte[] truths) {
    if (leftLongs.length < count) {
      leftLongs = new long[count + (count >> 1)];
      rightLongs = new long[leftLongs.length];
    }
    longs(left.column(), left.rows(), count, leftLongs);
    longs(right.column(), right.rows(), count, rightLongs);
    for (int i = 0; i < count; i++) {
      truths[i] = op.truth(Long.compare(leftLongs[i], rightLongs[i]));
    }
  }

  private static void longs(Column column, int[] rows, int count, long[] out) {
    if (column instanceof LongColumn longs) {
      long[] values = longs.values();
      for (int i = 0; i < count; i++) {
        out[i] = values[rows[i]];
      }
    } else if (column instanceof IntColumn ints) {
      int[] values = ints.values();
      for (int i = 0; i < count; i++) {
        out[i] = values[rows[i]];
      }
    } else {
      boolean[] values = ((BooleanColumn) column).values();
      for (int i = 0; i < count; i++) {
        out[i] = values[rows[i]] ? 1 : 0;
      }
    }
  }

  private void compareDoubles(Values left, Values right, Operator op, int count, byte[] truths) {
    if (leftDoubles.length < count) {
      leftDoubles = new double[count + (count >> 1)];
      rightDoubles = new double[leftDoubles.length];
    }
    doubles(left.column(), left.rows(), count, leftDoubles);
    doubles(right.column(), right.rows(), count, rightDoubles);
    for (int i = 0; i < count; i++) {
      truths[i] = op.truth(order(leftDoubles[i], rightDoubles[i]));
    }
  }

  private void doubles(Column column, int[] rows, int count, double[] out) {
    if (column instanceof DoubleColumn doubles) {
      double[] values = doubles.values();
      for (int i = 0; i < count; i++) {
        out[i] = values[rows[i]];
      }
    } else if (column instanceof FloatColumn floats) {
      float[] values = floats.values();
      for (int i = 0; i < count; i++) {
        out[i] = values[rows[i]];
      }
    } else {
      if (leftLongs.length < count) {
        leftLongs = new long[count + (count >> 1)];
        rightLongs = new long[leftLongs.length];
      }
      longs(column, rows, count, leftLongs);
      for (int i = 0; i < count; i++) {
        out[i] = leftLongs[i];
      }
    }
  }

  private static int order(double a, double b) {
    if (a < b) {
      return -1;
    }
    if (a > b) {
      return 1;
    }
    return a == b ? 0 : Boolean.compare(Double.isNaN(a), Double.isNaN(b));
  }

  /** One comparison per entry of the left column. */
  private void compareEntries(Values left, Values right, Operator op, int count, byte[] truths) {
    BytesColumn column = (BytesColumn) left.column();
    BytesColumn constant = (BytesColumn) right.column();
    if (memo.length < column.entryCount()) {
      memo = new byte[column.entryCount() + (column.entryCount() >> 1)];
    }
    Arrays.fill(memo, 0, column.entryCount(), NONE);
    int[] codes = column.codes();
    int[] rows = left.rows();
    for (int i = 0; i < count; i++) {
      int entry = codes[rows[i]];
      if (memo[entry] == NONE) {
        memo[entry] = op.truth(order(column, entry, constant, constant.codes()[0]));
      }
      truths[i] = memo[entry];
    }
  }

  private void compareBytes(Values left, Values right, Operator op, int count, byte[] truths) {
    BytesColumn a = (BytesColumn) left.column();
    BytesColumn b = (BytesColumn) right.column();
    int[] leftRows = left.rows();
    int[] rightRows = right.rows();
    for (int i = 0; i < count; i++) {
      truths[i] = op.truth(order(a, a.codes()[leftRows[i]], b, b.codes()[rightRows[i]]));
    }
  }

  private int order(BytesColumn a, int entry, BytesColumn b, int other) {
    int from = a.offsets()[entry];
    int to = a.offsets()[entry + 1];
    int otherFrom = b.offsets()[other];
    int otherTo = b.offsets()[other + 1];
    if (lane == Lane.WIDE_DECIMAL) {
      int bySize = orderBySize(a.bytes(), from, to, b.bytes(), otherFrom, otherTo);
      if (bySize != 0) {
        return bySize;
      }
    }
    return Integer.signum(
        Arrays.compareUnsigned(a.bytes(), from, to, b.bytes(), otherFrom, otherTo));
  }

  /** Two's complement of the fewest bytes: the sign decides, then the length. */
  private static int orderBySize(byte[] a, int from, int to, byte[] b, int otherFrom, int otherTo) {
    boolean negative = to > from && a[from] < 0;
    boolean otherNegative = otherTo > otherFrom && b[otherFrom] < 0;
    if (negative != otherNegative) {
      return negative ? -1 : 1;
    }
    int byLength = Integer.compare(to - from, otherTo - otherFrom);
    return negative ? -byLength : byLength;
  }
}
