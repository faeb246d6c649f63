package dev.firn.batch;

import java.util.List;
import org.apache.iceberg.types.Types;

/**
 * Struct values: a column per field, each with as many rows as the struct (null where it is null).
 *
 * <p>To append a value, append to the fields that it has and then call {@link #append}, which fills
 * the others with null.
 */
public final class StructColumn extends Column {
  private final Types.StructType type;
  private final Column[] fields;

  StructColumn(Types.StructType type) {
    this.type = type;
    List<Types.NestedField> types = type.fields();
    this.fields = new Column[types.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = Column.of(types.get(i).type());
    }
  }

  /** The fields' names, ids and types, in the order of {@link #field}. */
  public Types.StructType type() {
    return type;
  }

  /** How many fields there are. */
  public int fieldCount() {
    return fields.length;
  }

  /** The column of the field at a position; {@code 0 <= position < fieldCount()}. */
  public Column field(int position) {
    return fields[position];
  }

  /** Ends a value: fields that got nothing since the last one become null. */
  public void append() {
    int rows = advance() + 1;
    for (Column field : fields) {
      field.padTo(rows);
    }
  }

  @Override
  public void clear() {
    super.clear();
    for (Column field : fields) {
      field.clear();
    }
  }

  @Override
  public long sizeBytes() {
    long sum = size() / 8;
    for (Column field : fields) {
      sum += field.sizeBytes();
    }
    return sum;
  }

  /** A null struct may have been begun: fields are set back and padded. */
  @Override
  void appendDefault() {
    int row = size();
    for (Column field : fields) {
      field.cancelTo(row);
      field.padTo(row + 1);
    }
  }

  @Override
  void truncateValues(int rows) {
    for (Column field : fields) {
      if (field.size() > rows) {
        field.truncate(rows);
      }
    }
  }

  /** Takes back fields that an unfinished value has left; see {@link Batch#cancelRow}. */
  @Override
  void cancelValue() {
    for (Column field : fields) {
      field.cancelTo(size());
    }
  }
}
