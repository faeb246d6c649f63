package dev.firn.plan;

import dev.firn.plan.manifest.BoundColumn;
import dev.firn.plan.manifest.ColumnStats;
import dev.firn.plan.manifest.LongColumn;
import dev.firn.plan.manifest.ManifestColumns;
import java.util.Arrays;
import java.util.Collection;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.types.Type;

/**
 * Comparisons of columns whose values are numbers of 64 bits ({@link BoundColumn#isNumeric}): a
 * range or a sorted set of them against lower and upper bounds. Immutable.
 */
final class NumberBounds implements BoundsTest {
  /** Iceberg looks at no more values of a set. */
  static final int MAX_SET = 200;

  private final int fieldId;
  private final Operation op;
  private final long[] values;

  private NumberBounds(int fieldId, Operation op, long[] values) {
    this.fieldId = fieldId;
    this.op = op;
    this.values = values;
  }

  /** The test of a comparison, IN or NOT IN. */
  static BoundsTest of(BoundPredicate<?> predicate) {
    Type type = predicate.ref().type();
    long[] values;
    if (predicate.isLiteralPredicate()) {
      Object literal = predicate.asLiteralPredicate().literal().value();
      values = new long[] {BoundColumn.ordered(type, literal)};
    } else {
      Collection<?> set = predicate.asSetPredicate().literalSet();
      values = new long[set.size()];
      int at = 0;
      for (Object value : set) {
        values[at++] = BoundColumn.ordered(type, value);
      }
      Arrays.sort(values);
    }
    return new NumberBounds(predicate.ref().fieldId(), predicate.op(), values);
  }

  @Override
  public void retain(ManifestColumns manifest, FileSet set) {
    ColumnStats stats = BoundsTest.stats(manifest, fieldId);
    Counts counts = Counts.of(stats);
    LongColumn lower = stats.lower().numbers();
    LongColumn upper = stats.upper().numbers();
    switch (op) {
      case NOT_EQ, NOT_IN -> retainUnequal(counts, lower, upper, set);
      case IN -> retainIn(counts, lower, upper, set);
      default -> retainRange(counts, lower, upper, set);
    }
  }

  private void retainRange(Counts counts, LongColumn lower, LongColumn upper, FileSet set) {
    long value = values[0];
    boolean below = op == Operation.LT || op == Operation.LT_EQ || op == Operation.EQ;
    boolean above = op == Operation.GT || op == Operation.GT_EQ || op == Operation.EQ;
    boolean strict = op == Operation.LT || op == Operation.GT;
    for (int row = set.next(0); row >= 0; row = set.next(row + 1)) {
      boolean keep = !counts.hasOnlyNulls(row) && !counts.hasOnlyNans(row);
      if (keep && below && lower.isPresent(row)) {
        long least = lower.get(row);
        keep = strict ? least < value : least <= value;
      }
      if (keep && above && upper.isPresent(row)) {
        long most = upper.get(row);
        keep = strict ? most > value : most >= value;
      }
      if (!keep) {
        set.remove(row);
      }
    }
  }

  private void retainIn(Counts counts, LongColumn lower, LongColumn upper, FileSet set) {
    boolean look = values.length <= MAX_SET;
    for (int row = set.next(0); row >= 0; row = set.next(row + 1)) {
      boolean keep = !counts.hasOnlyNulls(row) && !counts.hasOnlyNans(row);
      if (keep && look && lower.isPresent(row)) {
        int at = Arrays.binarySearch(values, lower.get(row));
        int first = at < 0 ? -at - 1 : at;
        keep = first < values.length && (!upper.isPresent(row) || values[first] <= upper.get(row));
      }
      if (!keep) {
        set.remove(row);
      }
    }
  }

  private void retainUnequal(Counts counts, LongColumn lower, LongColumn upper, FileSet set) {
    for (int row = set.next(0); row >= 0; row = set.next(row + 1)) {
      if (!counts.mayHaveNull(row)
          && !counts.hasNans(row)
          && lower.isPresent(row)
          && upper.isPresent(row)
          && lower.get(row) == upper.get(row)
          && Arrays.binarySearch(values, lower.get(row)) >= 0) {
        set.remove(row);
      }
    }
  }
}
