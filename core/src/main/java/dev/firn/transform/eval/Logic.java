package dev.firn.transform.eval;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.Column;

/** Conditions made of conditions. */
public final class Logic {
  private Logic() {}

  /** Both hold; false if one is false. */
  public static Predicate and(Predicate left, Predicate right) {
    return new Pair(left, right, Predicate.FALSE, Predicate.TRUE);
  }

  /** One of them holds. */
  public static Predicate or(Predicate left, Predicate right) {
    return new Pair(left, right, Predicate.TRUE, Predicate.FALSE);
  }

  /** It does not hold. */
  public static Predicate not(Predicate inner) {
    return new Negation(inner);
  }

  /** A boolean value is true. */
  public static Predicate isTrue(Values booleans) {
    return new Truth(booleans);
  }

  /** A value is null, or is not. */
  public static Predicate isNull(Values values, boolean negated) {
    return new NullCheck(values, negated ? Predicate.FALSE : Predicate.TRUE);
  }

  /** One truth decides alone, the other needs both sides. */
  private static final class Pair extends Predicate {
    private final Predicate left;
    private final Predicate right;
    private final byte alone;
    private final byte both;

    Pair(Predicate left, Predicate right, byte alone, byte both) {
      this.left = left;
      this.right = right;
      this.alone = alone;
      this.both = both;
    }

    @Override
    public void test(Rows rows, byte[] truths) {
      byte[] others = spare(rows.count());
      left.test(rows, truths);
      right.test(rows, others);
      for (int i = 0; i < rows.count(); i++) {
        byte a = truths[i];
        byte b = others[i];
        truths[i] = a == alone || b == alone ? alone : a == both && b == both ? both : UNKNOWN;
      }
    }
  }

  private static final class Negation extends Predicate {
    private final Predicate inner;

    Negation(Predicate inner) {
      this.inner = inner;
    }

    @Override
    public void test(Rows rows, byte[] truths) {
      inner.test(rows, truths);
      for (int i = 0; i < rows.count(); i++) {
        truths[i] = truths[i] == UNKNOWN ? UNKNOWN : (byte) (1 - truths[i]);
      }
    }
  }

  private static final class Truth extends Predicate {
    private final Values booleans;

    Truth(Values booleans) {
      this.booleans = booleans;
    }

    @Override
    public void test(Rows rows, byte[] truths) {
      booleans.load(rows);
      BooleanColumn column = (BooleanColumn) booleans.column();
      int[] index = booleans.rows();
      for (int i = 0; i < rows.count(); i++) {
        int row = index[i];
        truths[i] = column.isNull(row) ? UNKNOWN : column.get(row) ? TRUE : FALSE;
      }
    }
  }

  private static final class NullCheck extends Predicate {
    private final Values values;
    private final byte ifNull;

    NullCheck(Values values, byte ifNull) {
      this.values = values;
      this.ifNull = ifNull;
    }

    @Override
    public void test(Rows rows, byte[] truths) {
      values.load(rows);
      Column column = values.column();
      int[] index = values.rows();
      for (int i = 0; i < rows.count(); i++) {
        truths[i] = column.isNull(index[i]) ? ifNull : (byte) (1 - ifNull);
      }
    }
  }
}
