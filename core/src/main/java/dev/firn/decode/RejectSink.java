package dev.firn.decode;

/** Takes rows that can't be taken into the table. */
public interface RejectSink {
  /**
   * A rejected row.
   *
   * @param line the row's line, from 1, in the decompressed file; 0 if neither it nor the offset is
   *     known any more
   * @param byteOffset where the row begins in the decompressed file, from 0
   * @param reason why
   * @param detail one line for a person: the column, the value, what was expected, and the offset
   *     in the row where that can be said
   * @param raw array that holds the row's bytes; only valid during the call
   * @param from where the row begins in it
   * @param length the row's bytes; may have been cut, see {@link RejectReason#LINE_TOO_LONG}
   */
  void reject(
      long line,
      long byteOffset,
      RejectReason reason,
      String detail,
      byte[] raw,
      int from,
      int length);
}
