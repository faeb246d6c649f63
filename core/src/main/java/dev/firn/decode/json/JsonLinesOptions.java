package dev.firn.decode.json;

import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.TimestampFormat;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
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
 * @param timestampFormats by a column's full name; the others are {@link TimestampFormat#ISO}
 * @param zone zone of timestamps that have no offset, in columns with a zone
 */
public record JsonLinesOptions(
    Schema schema,
    Optional<String> eventTimeColumn,
    Supplier<EventTimeWindow> acceptedEventTimes,
    int maxLineBytes,
    Map<String, TimestampFormat> timestampFormats,
    ZoneId zone) {
  /** Longest row unless said otherwise: far past any log line, small against a worker's memory. */
  public static final int DEFAULT_MAX_LINE_BYTES = 16 << 20;

  private static final int MAX_LINE_BYTES_LIMIT = 1 << 30;

  /** Checks that the named columns are there and of a fitting type. */
  public JsonLinesOptions {
    timestampFormats = Map.copyOf(timestampFormats);
    if (maxLineBytes < 1 || maxLineBytes > MAX_LINE_BYTES_LIMIT) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "the longest line must be 1 to " + MAX_LINE_BYTES_LIMIT + " bytes, got " + maxLineBytes);
    }
    if (eventTimeColumn.isPresent()) {
      requireTime(schema, eventTimeColumn.get(), "event-time column");
    }
    for (String column : timestampFormats.keySet()) {
      requireTime(schema, column, "column with a timestamp format");
    }
  }

  /** Defaults: no event time, lines of up to 16 MiB, ISO timestamps, UTC. */
  public static JsonLinesOptions of(Schema schema) {
    return new JsonLinesOptions(
        schema,
        Optional.empty(),
        () -> EventTimeWindow.ALL,
        DEFAULT_MAX_LINE_BYTES,
        Map.of(),
        ZoneOffset.UTC);
  }

  /** The same with an event-time column. */
  public JsonLinesOptions withEventTime(String column, Supplier<EventTimeWindow> accepted) {
    return new JsonLinesOptions(
        schema, Optional.of(column), accepted, maxLineBytes, timestampFormats, zone);
  }

  /** The same with another limit for rows. */
  public JsonLinesOptions withMaxLineBytes(int bytes) {
    return new JsonLinesOptions(
        schema, eventTimeColumn, acceptedEventTimes, bytes, timestampFormats, zone);
  }

  /** The same with timestamp formats and the zone of timestamps without an offset. */
  public JsonLinesOptions withTimestamps(Map<String, TimestampFormat> formats, ZoneId localZone) {
    return new JsonLinesOptions(
        schema, eventTimeColumn, acceptedEventTimes, maxLineBytes, formats, localZone);
  }

  private static void requireTime(Schema schema, String column, String what) {
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
