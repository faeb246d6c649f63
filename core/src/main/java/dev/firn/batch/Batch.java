package dev.firn.batch;

import org.apache.iceberg.Schema;

/**
 * Rows of one schema, column by column.
 *
 * <p>To append a row, append to the columns that have a value and call {@link #endRow}; the others
 * become null. {@link #cancelRow} instead takes the unfinished row back. Owned by one thread at a
 * time; hands over by not being touched any more.
 */
public final class Batch {
  private final Schema schema;
  private final StructColumn root;

  /** An empty batch. */
  public Batch(Schema schema) {
    this.schema = schema;
    this.root = new StructColumn(schema.asStruct());
  }

  /** The schema; {@link #column} follows the order of its columns. */
  public Schema schema() {
    return schema;
  }

  /** Finished rows. */
  public int rowCount() {
    return root.size();
  }

  /** How many columns there are at the top. */
  public int columnCount() {
    return root.fieldCount();
  }

  /** The column at a position of the schema; {@code 0 <= position < columnCount()}. */
  public Column column(int position) {
    return root.field(position);
  }

  /** The columns as one struct column that is never null. */
  public StructColumn root() {
    return root;
  }

  /** Ends a row; columns that got no value for it become null, required ones too: check before. */
  public void endRow() {
    root.append();
  }

  /** Takes back what was appended since the last {@link #endRow}. */
  public void cancelRow() {
    root.cancelValue();
  }

  /** Takes back all rows from {@code rows} on; {@code 0 <= rows <= rowCount()}. */
  public void truncate(int rows) {
    root.cancelValue();
    root.truncate(rows);
  }

  /** Takes back all rows; arrays are kept for the next ones. */
  public void clear() {
    root.cancelValue();
    root.clear();
  }

  /** Bytes that the rows take up in memory, about. */
  public long sizeBytes() {
    return root.sizeBytes();
  }
}
