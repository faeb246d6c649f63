package dev.firn.decode.format;

import dev.firn.decode.StreamOpener;
import dev.firn.io.Spool;
import java.util.Map;
import org.apache.iceberg.Schema;

/**
 * What every format is told.
 *
 * @param schema the table's schema; columns are matched to it by name
 * @param eventTime which column tells when a row happened, and what is accepted
 * @param timestamps how timestamp columns are written
 * @param opener decompresses source files
 * @param spool for formats that have to read at any position
 * @param settings what the pipeline file says below the format's name, by the rest of the key:
 *     {@code delimiter} for {@code csv.delimiter}
 */
public record DecoderOptions(
    Schema schema,
    EventTimeRule eventTime,
    TimestampRules timestamps,
    StreamOpener opener,
    Spool spool,
    Map<String, String> settings) {
  /** Checks that the columns that are named are there and of a fitting type. */
  public DecoderOptions {
    settings = Map.copyOf(settings);
    eventTime.check(schema);
    timestamps.check(schema);
  }

  /** The same for another schema, without an event time. */
  public DecoderOptions forSample(Schema sample) {
    return new DecoderOptions(
        sample,
        EventTimeRule.NONE,
        new TimestampRules(Map.of(), timestamps.zone()),
        opener,
        spool,
        settings);
  }
}
