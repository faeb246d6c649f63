package dev.firn.decode;

import dev.firn.batch.Batch;
import dev.firn.batch.Column;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.batch.StructColumn;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The event times of a batch's rows, as microseconds. One thread. */
public final class EventTimes {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final Column column;
  private final boolean nanos;

  private EventTimes(Column column, boolean nanos) {
    this.column = column;
    this.nanos = nanos;
  }

  /**
   * Of a column by its full name.
   *
   * @param columnName a timestamp or date column of the batch's schema, not inside of a list or map
   */
  public static Optional<EventTimes> of(Batch batch, Optional<String> columnName) {
    return columnName.map(
        name -> {
          int id = batch.schema().findField(name).fieldId();
          Type type = batch.schema().findType(id);
          return new EventTimes(
              find(batch.root(), id).orElseThrow(), type.typeId() == Type.TypeID.TIMESTAMP_NANO);
        });
  }

  /** Whether the row at {@code row}, which need not be ended yet, has an event time. */
  public boolean has(int row) {
    return column.size() > row && !column.isNull(row);
  }

  /** The event time of a row that has one, µs since 1970; finer digits are cut. */
  public long micros(int row) {
    if (column instanceof IntColumn days) {
      return days.get(row) * MICROS_PER_DAY;
    }
    long value = ((LongColumn) column).get(row);
    return nanos ? Math.floorDiv(value, 1000L) : value;
  }

  /** Fields of structs have as many rows as the batch, at every depth. */
  private static Optional<Column> find(StructColumn struct, int id) {
    for (int i = 0; i < struct.fieldCount(); i++) {
      Types.NestedField field = struct.type().fields().get(i);
      if (field.fieldId() == id) {
        return Optional.of(struct.field(i));
      }
      if (struct.field(i) instanceof StructColumn nested) {
        Optional<Column> found = find(nested, id);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }
}
