package dev.firn.transform.eval;

/** A condition: one of three truths per row, as in SQL. */
public abstract class Predicate {
  /** It does not hold. */
  public static final byte FALSE = 0;

  /** It holds. */
  public static final byte TRUE = 1;

  /** A value that it needs is null. */
  public static final byte UNKNOWN = 2;

  private byte[] spare = new byte[0];

  Predicate() {}

  /**
   * Tests all rows.
   *
   * @param truths gets the truth of each row; as long as there are rows at least
   */
  public abstract void test(Rows rows, byte[] truths);

  /** An array of this predicate's own, as long as there are rows at least. */
  final byte[] spare(int count) {
    if (spare.length < count) {
      spare = new byte[count + (count >> 1)];
    }
    return spare;
  }
}
