package dev.firn.testkit.generate;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/** The shape of the generated rows and paths. */
public final class LogSchema {
  /** Matches every generated source file, whatever its suffix; the producer is {@code web-07}. */
  public static final String PATH_PATTERN = "{yyyy}/{MM}/{dd}/{HH}/{producer}-{*}";

  /** The columns, in the order in which the rows hold them. */
  public static final Schema SCHEMA =
      new Schema(
          required(1, "row_id", Types.LongType.get()),
          required(2, "ts", Types.TimestampType.withZone()),
          required(3, "action", Types.StringType.get()),
          optional(4, "user_id", Types.LongType.get()),
          optional(5, "session", Types.StringType.get()),
          optional(6, "device", Types.StringType.get()),
          optional(7, "country", Types.StringType.get()),
          optional(8, "url", Types.StringType.get()),
          optional(9, "status", Types.IntegerType.get()),
          optional(10, "duration_ms", Types.DoubleType.get()),
          optional(11, "bytes", Types.LongType.get()),
          optional(
              12,
              "geo",
              Types.StructType.of(
                  optional(14, "lat", Types.DoubleType.get()),
                  optional(15, "lon", Types.DoubleType.get()),
                  optional(16, "city", Types.StringType.get()))),
          optional(13, "referrer", Types.StringType.get()));

  /** The same as the lines of a pipeline file: name, type and what is required. */
  public static final String YAML =
      """
      schema:
        - {name: row_id, type: long, required: true}
        - {name: ts, type: timestamptz, required: true}
        - {name: action, type: string, required: true}
        - {name: user_id, type: long}
        - {name: session, type: string}
        - {name: device, type: string}
        - {name: country, type: string}
        - {name: url, type: string}
        - {name: status, type: int}
        - {name: duration_ms, type: double}
        - {name: bytes, type: long}
        - {name: geo, type: "struct<lat: double, lon: double, city: string>"}
        - {name: referrer, type: string}
      """;

  private LogSchema() {}
}
