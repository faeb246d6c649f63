package dev.firn.transform.eval;

import dev.firn.batch.Column;
import org.jspecify.annotations.Nullable;

/** The values of an expression for the rows at hand: a column, and by row which of its rows. */
public abstract class Values {
  private static final int[] NO_ROWS = new int[0];

  private @Nullable Column column;
  private int[] rows = NO_ROWS;

  Values() {}

  /** Computes the values of the rows as they are now. */
  public abstract void load(Rows current);

  /** The column that holds the values; until the next {@link #load} of anything it is made of. */
  public final Column column() {
    if (column == null) {
      throw new IllegalStateException("values are asked for before they were loaded");
    }
    return column;
  }

  /** By row, the row of {@link #column}; valid until rows are kept or exploded. */
  public final int[] rows() {
    return rows;
  }

  final void set(Column newColumn, int[] newRows) {
    this.column = newColumn;
    this.rows = newRows;
  }
}
