package dev.firn.decode.json;

import dev.firn.batch.Batch;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.EventTimes;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.Micros;
import dev.firn.decode.NewColumn;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.decode.RowPlaces;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.StreamOpener;
import dev.firn.decode.TextCheck;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Decodes one file of JSON lines. */
final class JsonLinesFile implements FileDecoder {
  /** Bytes of a row that is too long which rejects get to see. */
  static final int KEPT_BYTES = 4096;

  /** How much is read between two looks at the size of the batch, which cost a walk over it. */
  private static final int CHECK_BYTES = 1 << 16;

  private final FileIdentity file;
  private final InputStream in;
  private final StreamOpener opener;
  private final LineBuffer lines;
  private final JsonLinesOptions options;
  private final EventTimeWindow accepted;
  private final RejectSink rejects;
  private final int capacityBytes;
  private final JsonLinesDecoder decoder;
  private final byte[] firstBuffer;
  private final JsonLinesDecoder.@Nullable Parked parked;
  private RowError error = new RowError();
  private boolean closed;

  private @Nullable Batch boundTo;
  private @Nullable RowReader reader;
  private @Nullable EventTimes eventTimes;

  private @Nullable RowPlaces places;
  private boolean started;
  private long rowsIn;
  private long rowsRejected;
  private long minEventMicros = Long.MAX_VALUE;
  private long maxEventMicros = Long.MIN_VALUE;

  JsonLinesFile(
      FileIdentity file,
      InputStream in,
      RejectSink rejects,
      JsonLinesDecoder decoder,
      EventTimeWindow accepted) {
    this.file = file;
    this.in = in;
    this.rejects = rejects;
    this.options = decoder.options();
    this.opener = decoder.opener();
    this.accepted = accepted;
    this.capacityBytes = decoder.bufferBytes();
    this.decoder = decoder;
    this.parked = decoder.takeParked().orElse(null);
    int slackBytes = LineBuffer.slackBytes(decoder.longestNameBytes() + 16);
    this.firstBuffer = parked != null ? parked.buffer() : new byte[capacityBytes + slackBytes];
    this.lines = new LineBuffer(in, firstBuffer, options.maxLineBytes(), slackBytes);
  }

  @Override
  public boolean decode(Batch out, long stopBytes) throws IOException {
    try {
      return decodeRows(out, stopBytes);
    } catch (IOException e) {
      out.cancelRow();
      throw broken(file, opener, e, lines.bytesRead());
    }
  }

  /** A source-file exception if the failure says that the file is damaged; else throws it on. */
  static SourceFileException broken(
      FileIdentity file, StreamOpener opener, IOException failure, long bytesRead)
      throws IOException {
    Optional<RejectReason> damage = opener.damage(failure);
    if (damage.isEmpty()) {
      throw failure;
    }
    return new SourceFileException(
        damage.get(),
        "reading "
            + file.location()
            + ": the compressed stream is "
            + damage.get().code()
            + " behind "
            + bytesRead
            + " decompressed bytes ("
            + failure.getMessage()
            + "); none of its rows is taken, upload the file again",
        failure);
  }

  private boolean decodeRows(Batch out, long stopBytes) throws IOException {
    if (!started) {
      started = true;
      lines.more();
      TextCheck.requireText(file.location(), JsonText.FORMAT, lines.bytes(), lines.limit());
      lines.skipByteOrderMark();
    }
    RowReader rows = bind(out);
    long nextCheck = lines.offset(lines.position()) + CHECK_BYTES;
    while (lines.nextRow()) {
      readRow(out, rows);
      long offset = lines.offset(lines.position());
      if (offset >= nextCheck) {
        if (out.sizeBytes() >= stopBytes) {
          return true;
        }
        nextCheck = offset + CHECK_BYTES;
      }
    }
    return false;
  }

  private RowReader bind(Batch out) {
    RowReader bound = reader;
    if (bound == null || boundTo != out) {
      if (parked != null && parked.batch() == out && boundTo == null) {
        bound = parked.rows();
        error = bound.error();
      } else {
        bound = new RowReader(out, options, error);
      }
      reader = bound;
      boundTo = out;
      eventTimes = EventTimes.of(out, options.eventTimeColumn()).orElse(null);
    }
    return bound;
  }

  /** Takes or rejects the row at the buffer's position; reads on until it is there as a whole. */
  private void readRow(Batch out, RowReader rows) throws IOException {
    while (true) {
      int from = lines.position();
      int end = rows.read(lines.bytes(), from);
      boolean failed = end < 0;
      if (failed) {
        end = lines.lineEnd(error.position());
      } else if (end == lines.limit() && !lines.ended()) {
        end = -1;
      }
      if (end >= 0 && end - from <= options.maxLineBytes()) {
        if (failed) {
          end = rejectRead(out, rows, end);
        } else {
          take(out, rows, end);
        }
        lines.advanceTo(end);
        return;
      }
      out.cancelRow();
      if (end >= 0 || !lines.more()) {
        rejectTooLong(rows);
        return;
      }
    }
  }

  private void take(Batch out, RowReader rows, int end) {
    EventTimes times = eventTimes;
    if (times != null) {
      int row = out.rowCount();
      if (!times.has(row)) {
        reject(out, end, RejectReason.MISSING_REQUIRED, eventTimeDetail("has no value"));
        return;
      }
      long micros = times.micros(row);
      if (!accepted.contains(micros)) {
        reject(out, end, RejectReason.EVENT_TIME, eventTimeDetail(outside(micros)));
        return;
      }
      minEventMicros = Math.min(minEventMicros, micros);
      maxEventMicros = Math.max(maxEventMicros, micros);
    }
    rowsIn++;
    if (places != null) {
      int from = lines.position();
      places.add(lines.line(), lines.offset(from), lines.bytes(), from, end - from);
    }
    rows.rowTaken(lines.bytes());
    out.endRow();
  }

  private String eventTimeDetail(String what) {
    return "event-time column '" + options.eventTimeColumn().orElseThrow() + "' " + what;
  }

  private String outside(long micros) {
    return "is "
        + Micros.format(micros)
        + ", accepted are "
        + Micros.format(accepted.minMicros())
        + " to "
        + Micros.format(accepted.maxMicros());
  }

  /**
   * Rejects a row that could not be read: for its syntax if that is wrong, else as it was found.
   *
   * @param lineEnd where it ends at the latest
   * @return where it ends: a row that is JSON ends as one that is taken
   */
  private int rejectRead(Batch out, RowReader rows, int lineEnd) {
    byte[] b = lines.bytes();
    int from = lines.position();
    RejectReason reason = error.reason();
    String detail = RejectDetail.of(error, b, from, lineEnd);
    byte behind = b[lineEnd];
    b[lineEnd] = '\n';
    int end = rows.check(b, from);
    b[lineEnd] = behind;
    if (end < 0) {
      end = lineEnd;
      reason = error.reason();
      detail = RejectDetail.of(error, b, from, end);
    }
    reject(out, end, reason, detail);
    return end;
  }

  private void reject(Batch out, int end, RejectReason reason, String detail) {
    out.cancelRow();
    rowsIn++;
    rowsRejected++;
    int from = lines.position();
    rejects.reject(
        lines.line(), lines.offset(from), reason, detail, lines.bytes(), from, end - from);
  }

  private void rejectTooLong(RowReader rows) throws IOException {
    int from = lines.position();
    int kept = Math.min(KEPT_BYTES, lines.limit() - from);
    rowsIn++;
    rowsRejected++;
    rejects.reject(
        lines.line(),
        lines.offset(from),
        RejectReason.LINE_TOO_LONG,
        "the row is longer than "
            + options.maxLineBytes()
            + " bytes; its first "
            + kept
            + " follow",
        lines.bytes(),
        from,
        kept);
    lines.skipLine();
    lines.trim(capacityBytes);
    rows.trim();
  }

  @Override
  public void notePlaces(RowPlaces wanted) {
    places = wanted;
  }

  @Override
  public DecodeCounts counts() {
    boolean timed = minEventMicros <= maxEventMicros;
    return new DecodeCounts(
        rowsIn,
        rowsRejected,
        lines.bytesRead(),
        timed ? OptionalLong.of(minEventMicros) : OptionalLong.empty(),
        timed ? OptionalLong.of(maxEventMicros) : OptionalLong.empty());
  }

  @Override
  public List<NewColumn> newColumns() {
    return reader == null ? List.of() : reader.newColumns();
  }

  @Override
  public void close() throws IOException {
    if (!closed && reader != null && boundTo != null && reader.isAsNew()) {
      reader.trim();
      decoder.park(new JsonLinesDecoder.Parked(boundTo, reader, firstBuffer));
    }
    closed = true;
    in.close();
  }
}
