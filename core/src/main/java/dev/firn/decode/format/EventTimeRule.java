package dev.firn.decode.format;

import dev.firn.decode.EventTimeWindow;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Which rows are taken by the time at which they happened.
 *
 * @param column full name of the column that has it; every row must have a value for it
 * @param accepted asked once per file for the times that are accepted
 */
public record EventTimeRule(Optional<String> column, Supplier<EventTimeWindow> accepted) {
  /** Takes rows whatever their time. */
  public static final EventTimeRule NONE =
      new EventTimeRule(Optional.empty(), () -> EventTimeWindow.ALL);

  /**
   * Fails if the column is not there or has no time.
   *
   * @throws FirnException {@link ErrorCode#CONFIG}
   */
  public void check(Schema schema) {
    column.ifPresent(name -> requireTime(schema, name, "event-time column"));
  }

  static void requireTime(Schema schema, String column, String what) {
    Types.NestedField field = schema.findField(column);
    Type.TypeID type = field == null ? null : field.type().typeId();
    if (type != Type.TypeID.TIMESTAMP
        && type != Type.TypeID.TIMESTAMP_NANO
        && type != Type.TypeID.DATE) {
      throw new FirnException(
          ErrorCode.CONFIG,
          what
              + " '"
              + column
              + "' must be a timestamp, timestamptz or date column of the schema, is "
              + (field == null ? "none of its columns" : field.type()));
    }
  }
}
