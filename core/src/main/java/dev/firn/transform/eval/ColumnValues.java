package dev.firn.transform.eval;

import dev.firn.batch.Column;
import java.util.function.Supplier;

/** The values of a column as they are. */
public final class ColumnValues extends Values {
  private final Supplier<Column> source;
  private final int level;

  /** Of a column of a level. */
  public ColumnValues(Column source, int level) {
    this(() -> source, level);
  }

  /** Of the column that a derived column's values are in, and its own level. */
  public ColumnValues(Values derived, int level) {
    this(derived::column, level);
  }

  private ColumnValues(Supplier<Column> source, int level) {
    this.source = source;
    this.level = level;
  }

  @Override
  public void load(Rows current) {
    set(source.get(), current.index(level));
  }
}
