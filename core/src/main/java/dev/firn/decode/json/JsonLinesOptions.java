package dev.firn.decode.json;

import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.TimestampFormat;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * How JSON lines are decoded.
 *
 * @param schema the table's schema; rows are matched to it by name
 * @param eventTimeColumn full name of the column that tells when a row happened; every row must
 *     have a value for it
 * @param acceptedEventTimes asked once per file for the event times that are accepted
 * @param maxLineBytes longest row, 1 to 1 GiB
 * @param timestampFormats by a timestamp column's full name; the others are {@link
 *     TimestampFormat#ISO}
 * @param zone zone of timestamps that have no offset, in columns with a zone
 * @param jsonText full names of string columns that take any value as its JSON text
 * @param unknown what becomes of keys without a column
 */
public record JsonLinesOptions(
    Schema schema,
    Optional<String> eventTimeColumn,
    Supplier<EventTimeWindow> acceptedEventTimes,
    int maxLineBytes,
    Map<String, TimestampFormat> timestampFormats,
    ZoneId zone,
    Set<String> jsonText,
    UnknownKeys unknown) {
  /** Longest row unless said otherwise: far past any log line, small against a worker's memory. */
  public static final int DEFAULT_MAX_LINE_BYTES = 16 << 20;

  private static final int MAX_LINE_BYTES_LIMIT = 1 << 30;

  private static final Set<Type.TypeID> TIMESTAMPS =
      Set.of(Type.TypeID.TIMESTAMP, Type.TypeID.TIMESTAMP_NANO);
  private static final Set<Type.TypeID> EVENT_TIMES =
      Set.of(Type.TypeID.TIMESTAMP, Type.TypeID.TIMESTAMP_NANO, Type.TypeID.DATE);
  private static final Set<Type.TypeID> STRING = Set.of(Type.TypeID.STRING);

  /** Checks that the named columns are there and of a fitting type. */
  public JsonLinesOptions {
    timestampFormats = Map.copyOf(timestampFormats);
    jsonText = Set.copyOf(jsonText);
    if (maxLineBytes < 1 || maxLineBytes > MAX_LINE_BYTES_LIMIT) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "the longest line must be 1 to " + MAX_LINE_BYTES_LIMIT + " bytes, got " + maxLineBytes);
    }
    if (eventTimeColumn.isPresent()) {
      require(schema, eventTimeColumn.get(), "event-time column", EVENT_TIMES);
    }
    for (Map.Entry<String, TimestampFormat> format : timestampFormats.entrySet()) {
      boolean text = format.getValue() == TimestampFormat.ISO;
      require(
          schema,
          format.getKey(),
          "column with the timestamp format " + format.getValue().code(),
          text ? EVENT_TIMES : TIMESTAMPS);
    }
    for (String column : jsonText) {
      require(schema, column, "column of JSON text", STRING);
    }
    if (unknown.rescues()) {
      require(schema, unknown.rescueColumn(), "rescue column", STRING);
      rescueField(schema, unknown);
    }
  }

  /** Defaults: no event time, lines of up to 16 MiB, ISO timestamps, UTC, unknown keys ignored. */
  public static JsonLinesOptions of(Schema schema) {
    return new JsonLinesOptions(
        schema,
        Optional.empty(),
        () -> EventTimeWindow.ALL,
        DEFAULT_MAX_LINE_BYTES,
        Map.of(),
        ZoneOffset.UTC,
        Set.of(),
        UnknownKeys.IGNORED);
  }

  /** The same with an event-time column. */
  public JsonLinesOptions withEventTime(String column, Supplier<EventTimeWindow> accepted) {
    return new JsonLinesOptions(
        schema,
        Optional.of(column),
        accepted,
        maxLineBytes,
        timestampFormats,
        zone,
        jsonText,
        unknown);
  }

  /** The same with another limit for rows. */
  public JsonLinesOptions withMaxLineBytes(int bytes) {
    return new JsonLinesOptions(
        schema,
        eventTimeColumn,
        acceptedEventTimes,
        bytes,
        timestampFormats,
        zone,
        jsonText,
        unknown);
  }

  /** The same with timestamp formats and the zone of timestamps without an offset. */
  public JsonLinesOptions withTimestamps(Map<String, TimestampFormat> formats, ZoneId localZone) {
    return new JsonLinesOptions(
        schema,
        eventTimeColumn,
        acceptedEventTimes,
        maxLineBytes,
        formats,
        localZone,
        jsonText,
        unknown);
  }

  /** The same with columns of JSON text, and with something else for keys without a column. */
  public JsonLinesOptions withJson(Set<String> textColumns, UnknownKeys unknownKeys) {
    return new JsonLinesOptions(
        schema,
        eventTimeColumn,
        acceptedEventTimes,
        maxLineBytes,
        timestampFormats,
        zone,
        textColumns,
        unknownKeys);
  }

  /** Position in the schema of the rescue column, if there is one. */
  Optional<Integer> rescueField() {
    return unknown.rescues() ? Optional.of(rescueField(schema, unknown)) : Optional.empty();
  }

  private static int rescueField(Schema schema, UnknownKeys unknown) {
    for (int i = 0; i < schema.columns().size(); i++) {
      Types.NestedField field = schema.columns().get(i);
      if (field.name().equals(unknown.rescueColumn()) && field.isOptional()) {
        return i;
      }
    }
    throw new FirnException(
        ErrorCode.CONFIG,
        "the rescue column '"
            + unknown.rescueColumn()
            + "' must be an optional column at the top of the schema; name another one");
  }

  private static void require(Schema schema, String column, String what, Set<Type.TypeID> allowed) {
    Types.NestedField field = schema.findField(column);
    if (field == null || !allowed.contains(field.type().typeId())) {
      throw new FirnException(
          ErrorCode.CONFIG,
          what
              + " '"
              + column
              + "' must be "
              + (allowed.equals(STRING)
                  ? "a string"
                  : "a timestamp, timestamptz" + (allowed.equals(EVENT_TIMES) ? " or date" : ""))
              + " column of the schema, is "
              + (field == null ? "none of its columns" : field.type()));
    }
  }
}
