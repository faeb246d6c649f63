package dev.firn.decode;

import java.util.OptionalLong;

/**
 * What became of a file's rows.
 *
 * @param rowsIn rows found; blank lines are none
 * @param rowsRejected rows handed to the {@link RejectSink}; the rest was appended
 * @param bytesIn bytes of the decompressed stream
 * @param minEventMicros lowest event time of an appended row, µs since 1970-01-01T00:00Z
 * @param maxEventMicros highest
 */
public record DecodeCounts(
    long rowsIn,
    long rowsRejected,
    long bytesIn,
    OptionalLong minEventMicros,
    OptionalLong maxEventMicros) {
  /** Rows appended to the batch. */
  public long rowsWritten() {
    return rowsIn - rowsRejected;
  }
}
