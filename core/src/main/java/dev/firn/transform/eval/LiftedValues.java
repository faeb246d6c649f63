package dev.firn.transform.eval;

import dev.firn.batch.Column;
import org.apache.iceberg.types.Type;

/**
 * A column of an exploded element, or a field below it, where that column has a value; else that of
 * the row around it.
 */
public final class LiftedValues extends Values {
  private final Values guard;
  private final Values inner;
  private final Values outer;
  private final Column merged;
  private final ColumnCopy copy;

  /**
   * Of two values of one type.
   *
   * @param guard the element's column, which decides
   */
  public LiftedValues(Values guard, Values inner, Values outer, Type type) {
    this.guard = guard;
    this.inner = inner;
    this.outer = outer;
    this.merged = Column.of(type);
    this.copy = ColumnCopy.of(type);
  }

  @Override
  public void load(Rows current) {
    guard.load(current);
    inner.load(current);
    outer.load(current);
    if (hasNoValue(outer.column())) {
      set(inner.column(), inner.rows());
    } else if (hasNoValue(guard.column())) {
      set(outer.column(), outer.rows());
    } else {
      merge(current.count());
      set(merged, current.counting());
    }
  }

  private static boolean hasNoValue(Column column) {
    return column.nullCount() == column.size();
  }

  private void merge(int count) {
    merged.clear();
    Column first = guard.column();
    int[] firstRows = guard.rows();
    int from = 0;
    while (from < count) {
      boolean missing = first.isNull(firstRows[from]);
      int to = from + 1;
      while (to < count && first.isNull(firstRows[to]) == missing) {
        to++;
      }
      Values chosen = missing ? outer : inner;
      copy.append(chosen.column(), chosen.rows(), from, to, merged);
      from = to;
    }
  }
}
