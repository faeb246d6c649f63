package dev.firn.transform.eval;

import java.util.List;

/** Compares two values, or one with each of a list. */
public final class Comparison extends Predicate {
  private final Values left;
  private final List<Values> rights;
  private final Operator operator;
  private final Comparer comparer;

  private Comparison(Values left, List<Values> rights, Operator operator, Lane lane) {
    this.left = left;
    this.rights = rights;
    this.operator = operator;
    this.comparer = new Comparer(lane);
  }

  /** Whether {@code left operator right}. */
  public static Predicate of(Values left, Operator operator, Values right, Lane lane) {
    return new Comparison(left, List.of(right), operator, lane);
  }

  /** Whether a value is equal to one of a list that is not empty. */
  public static Predicate isIn(Values left, List<Values> list, Lane lane) {
    return new Comparison(left, List.copyOf(list), Operator.EQUAL, lane);
  }

  @Override
  public void test(Rows rows, byte[] truths) {
    int count = rows.count();
    left.load(rows);
    byte[] each = spare(count);
    for (int k = 0; k < rights.size(); k++) {
      Values right = rights.get(k);
      right.load(rows);
      comparer.compare(left, right, operator, count, k == 0 ? truths : each);
      if (k > 0) {
        for (int i = 0; i < count; i++) {
          truths[i] = each[i] == FALSE ? truths[i] : each[i];
        }
      }
    }
  }
}
