package dev.firn.transform.eval;

import dev.firn.batch.Column;
import org.apache.iceberg.types.Type;

/** A field of an exploded element where it has a value, else the column of the row around it. */
public final class LiftedValues extends Values {
  private final Values inner;
  private final Values outer;
  private final Column merged;
  private final ColumnCopy copy;

  /** Of two values of one type. */
  public LiftedValues(Values inner, Values outer, Type type) {
    this.inner = inner;
    this.outer = outer;
    this.merged = Column.of(type);
    this.copy = ColumnCopy.of(type);
  }

  @Override
  public void load(Rows current) {
    inner.load(current);
    outer.load(current);
    if (hasNoValue(outer.column())) {
      set(inner.column(), inner.rows());
    } else if (hasNoValue(inner.column())) {
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
    Column first = inner.column();
    int[] firstRows = inner.rows();
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
