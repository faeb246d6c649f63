package dev.firn.transform;

import dev.firn.batch.Column;
import dev.firn.batch.IntColumn;
import dev.firn.batch.ListColumn;
import dev.firn.batch.LongColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;
import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.Micros;
import dev.firn.decode.RejectReason;
import dev.firn.transform.eval.Predicate;
import dev.firn.transform.eval.Rows;
import dev.firn.transform.eval.Values;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Checks rows after the steps: required values, and the event time. */
final class RowChecks {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final int GOOD = 0;
  private static final int NO_EVENT_TIME = -1;
  private static final int EVENT_TIME_OUTSIDE = -2;

  private final List<Required> required;
  private final Optional<EventTime> eventTime;

  /** By row: what is wrong with it; from 1 the position of what is required, + 1. */
  private int[] failures = new int[0];

  /** A column that needs a value, or whose values need some inside. */
  record Required(Types.NestedField column, Values values) {}

  /** The column that needs a time. */
  record EventTime(String name, Type type, Values values) {}

  RowChecks(List<Required> required, Optional<EventTime> eventTime) {
    this.required = required;
    this.eventTime = eventTime;
  }

  /** Whether a column of the table has to be checked at all. */
  static boolean needsCheck(Types.NestedField column) {
    return column.isRequired() || hasRequired(column.type());
  }

  private static boolean hasRequired(Type type) {
    if (type.isStructType()) {
      return type.asStructType().fields().stream().anyMatch(RowChecks::needsCheck);
    }
    if (type.isListType()) {
      Types.ListType list = type.asListType();
      return list.isElementRequired() || hasRequired(list.elementType());
    }
    return type.isMapType()
        && (type.asMapType().isValueRequired() || hasRequired(type.asMapType().valueType()));
  }

  /** Whether there is anything to check. */
  boolean isEmpty() {
    return required.isEmpty() && eventTime.isEmpty();
  }

  /**
   * Checks all rows and notes the event times of those that are good.
   *
   * @param truths gets TRUE for good rows and FALSE for others
   * @return how many are not good
   */
  int check(Rows rows, EventTimeWindow accepted, Tally tally, byte[] truths) {
    int count = rows.count();
    if (failures.length < count) {
      failures = new int[count + (count >> 1)];
    }
    java.util.Arrays.fill(failures, 0, count, GOOD);
    for (int k = 0; k < required.size(); k++) {
      checkRequired(k, rows);
    }
    if (eventTime.isPresent()) {
      checkEventTime(eventTime.get(), rows, accepted, tally);
    }
    int bad = 0;
    for (int i = 0; i < count; i++) {
      truths[i] = failures[i] == GOOD ? Predicate.TRUE : Predicate.FALSE;
      bad += failures[i] == GOOD ? 0 : 1;
    }
    return bad;
  }

  private void checkRequired(int k, Rows rows) {
    Required check = required.get(k);
    check.values.load(rows);
    Column column = check.values.column();
    int[] index = check.values.rows();
    if (check.column.isRequired() && column.nullCount() > 0) {
      for (int i = 0; i < rows.count(); i++) {
        if (failures[i] == GOOD && column.isNull(index[i])) {
          failures[i] = k + 1;
        }
      }
    }
    if (hasRequired(check.column.type())) {
      for (int i = 0; i < rows.count(); i++) {
        if (failures[i] == GOOD && missing(check.column, column, index[i], "").isPresent()) {
          failures[i] = k + 1;
        }
      }
    }
  }

  private void checkEventTime(EventTime check, Rows rows, EventTimeWindow accepted, Tally tally) {
    check.values.load(rows);
    Column column = check.values.column();
    int[] index = check.values.rows();
    for (int i = 0; i < rows.count(); i++) {
      if (failures[i] != GOOD) {
        continue;
      }
      if (column.isNull(index[i])) {
        failures[i] = NO_EVENT_TIME;
        continue;
      }
      long micros = micros(check.type, column, index[i]);
      if (!accepted.contains(micros)) {
        failures[i] = EVENT_TIME_OUTSIDE;
        continue;
      }
      tally.minEventMicros = Math.min(tally.minEventMicros, micros);
      tally.maxEventMicros = Math.max(tally.maxEventMicros, micros);
    }
  }

  private static long micros(Type type, Column column, int row) {
    if (column instanceof IntColumn days) {
      return days.get(row) * MICROS_PER_DAY;
    }
    long value = ((LongColumn) column).get(row);
    return type.typeId() == Type.TypeID.TIMESTAMP_NANO ? Math.floorDiv(value, 1000L) : value;
  }

  /** The reason of a row that was found not to be good. */
  RejectReason reason(int row) {
    return failures[row] == EVENT_TIME_OUTSIDE
        ? RejectReason.EVENT_TIME
        : RejectReason.MISSING_REQUIRED;
  }

  /** One line for a person. */
  String detail(int row, EventTimeWindow accepted) {
    if (failures[row] > 0) {
      Required check = required.get(failures[row] - 1);
      String path =
          missing(check.column, check.values.column(), check.values.rows()[row], "")
              .orElse(check.column.name());
      return "the required column '" + path + "' has no value after the steps of the pipeline";
    }
    EventTime check = eventTime.orElseThrow();
    String name = "event-time column '" + check.name + "' ";
    if (failures[row] == NO_EVENT_TIME) {
      return name + "has no value";
    }
    long micros = micros(check.type, check.values.column(), check.values.rows()[row]);
    return name
        + "is "
        + Micros.format(micros)
        + ", accepted are "
        + Micros.format(accepted.minMicros())
        + " to "
        + Micros.format(accepted.maxMicros());
  }

  /** The first required field that lacks a value in a value; fields are matched by name. */
  private static Optional<String> missing(
      Types.NestedField field, Column column, int row, String prefix) {
    String path = prefix.isEmpty() ? field.name() : prefix + "." + field.name();
    if (column.isNull(row)) {
      return field.isRequired() ? Optional.of(path) : Optional.empty();
    }
    if (!hasRequired(field.type())) {
      return Optional.empty();
    }
    if (column instanceof StructColumn struct) {
      return missingIn(field.type().asStructType(), struct, row, path);
    }
    boolean list = column instanceof ListColumn;
    int[] offsets = list ? ((ListColumn) column).offsets() : ((MapColumn) column).offsets();
    Column elements = list ? ((ListColumn) column).element() : ((MapColumn) column).value();
    Types.NestedField element =
        list ? field.type().asListType().fields().get(0) : field.type().asMapType().fields().get(1);
    for (int i = offsets[row]; i < offsets[row + 1]; i++) {
      Optional<String> missing = missing(element, elements, i, path);
      if (missing.isPresent()) {
        return missing;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> missingIn(
      Types.StructType type, StructColumn struct, int row, String path) {
    for (Types.NestedField field : type.fields()) {
      int position = -1;
      for (int i = 0; i < struct.fieldCount(); i++) {
        if (struct.type().fields().get(i).name().equals(field.name())) {
          position = i;
        }
      }
      Optional<String> missing = missing(field, struct.field(position), row, path);
      if (missing.isPresent()) {
        return missing;
      }
    }
    return Optional.empty();
  }
}
