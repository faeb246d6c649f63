package dev.firn.decode.format;

import dev.firn.decode.TimestampFormat;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;

/**
 * How timestamp columns are written in source files.
 *
 * @param formats by a column's full name; the others are {@link TimestampFormat#ISO} in text, and
 *     the format's own timestamps in formats that have types
 * @param zone zone of local times in columns with a zone
 */
public record TimestampRules(Map<String, TimestampFormat> formats, ZoneId zone) {
  /** No formats declared, local times are UTC. */
  public static final TimestampRules DEFAULT = new TimestampRules(Map.of(), ZoneOffset.UTC);

  /** Copies the map. */
  public TimestampRules {
    formats = Map.copyOf(formats);
  }

  /** The format of a column. */
  public TimestampFormat of(String column) {
    return formats.getOrDefault(column, TimestampFormat.ISO);
  }

  /**
   * Fails if a column that has a format is not there or has no time.
   *
   * @throws dev.firn.error.FirnException {@link dev.firn.error.ErrorCode#CONFIG}
   */
  public void check(Schema schema) {
    formats.forEach(
        (column, format) -> {
          EventTimeRule.requireTime(schema, column, "column with a timestamp format");
          if (format != TimestampFormat.ISO
              && schema.findType(column).typeId() == Type.TypeID.DATE) {
            throw new FirnException(
                ErrorCode.CONFIG,
                "column '" + column + "' is a date, whose format can't be " + format.code());
          }
        });
  }
}
