package dev.firn.transform.eval;

import dev.firn.batch.Column;

/** One value for all rows. */
public final class Constant extends Values {
  private final Column one;

  /**
   * A constant.
   *
   * @param one a column whose first row has the value; it may be changed between two files
   */
  public Constant(Column one) {
    this.one = one;
  }

  @Override
  public void load(Rows current) {
    set(one, current.zeros());
  }
}
