package dev.firn.transform;

import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.decode.RowPlaces;
import java.nio.charset.StandardCharsets;

/**
 * Rejects rows that the steps have made, with the place of the source's row.
 *
 * @param accepted the event times that are accepted
 * @param places of the source's rows; without bytes where its format has no text
 * @param explodes whether the source's row may have become several; then what is kept is the row as
 *     it would stand in the table, since the source's may be as long as the file
 */
record Rejection(RejectSink sink, RowPlaces places, EventTimeWindow accepted, boolean explodes) {
  /** Makes the text of a row. */
  interface RowText {
    String json();
  }

  void reject(int sourceRow, RejectReason reason, String detail, RowText text) {
    boolean placed = sourceRow < places.size();
    long line = placed ? places.line(sourceRow) : 0;
    long offset = placed ? places.byteOffset(sourceRow) : 0;
    int from = placed ? places.from(sourceRow) : 0;
    int length = placed ? places.to(sourceRow) - from : 0;
    if (!explodes && length > 0) {
      sink.reject(line, offset, reason, detail, places.bytes(), from, length);
    } else {
      byte[] json = text.json().getBytes(StandardCharsets.UTF_8);
      sink.reject(line, offset, reason, detail, json, 0, json.length);
    }
  }
}
