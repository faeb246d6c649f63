package dev.firn.decode;

import java.util.OptionalLong;

/**
 * What became of a file's rows.
 *
 * @param rowsIn rows found; blank lines are none. Where an array was exploded, its elements count,
 *     and an empty or missing array counts as one row
 * @param rowsRejected rows handed to the {@link RejectSink}
 * @param rowsDropped rows that the pipeline's own steps left out; the rest was appended
 * @param bytesIn bytes of the decompressed stream
 * @param minEventMicros lowest event time of an appended row, µs since 1970-01-01T00:00Z
 * @param maxEventMicros highest
 */
public record DecodeCounts(
    long rowsIn,
    long rowsRejected,
    long rowsDropped,
    long bytesIn,
    OptionalLong minEventMicros,
    OptionalLong maxEventMicros) {
  /** Counts of a decoder that drops nothing. */
  public DecodeCounts(
      long rowsIn,
      long rowsRejected,
      long bytesIn,
      OptionalLong minEventMicros,
      OptionalLong maxEventMicros) {
    this(rowsIn, rowsRejected, 0, bytesIn, minEventMicros, maxEventMicros);
  }

  /** Rows appended to the batch. */
  public long rowsWritten() {
    return rowsIn - rowsRejected - rowsDropped;
  }
}
