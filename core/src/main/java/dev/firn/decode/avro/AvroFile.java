package dev.firn.decode.avro;

import dev.firn.batch.Batch;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.decode.RowPlaces;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.RowTally;
import dev.firn.decode.format.StreamDamage;
import dev.firn.decode.typed.RowFault;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** Decodes one Avro file. */
final class AvroFile implements FileDecoder {
  /** How much is read between two looks at the size of the batch, which cost a walk over it. */
  private static final int CHECK_BYTES = 1 << 16;

  private static final byte[] NO_TEXT = new byte[0];

  private final FileIdentity file;
  private final InputStream in;
  private final AvroContainer container;
  private final RejectSink rejects;
  private final AvroDecoder decoder;
  private final DecoderOptions options;
  private final RowTally tally;
  private final RowFault fault = new RowFault();
  private final AvroCursor cursor = new AvroCursor();

  private @Nullable Batch boundTo;
  private @Nullable AvroNode row;
  private long recordsLeft;
  private int ignoredColumns;

  AvroFile(
      FileIdentity file,
      InputStream in,
      AvroContainer container,
      RejectSink rejects,
      AvroDecoder decoder) {
    this.file = file;
    this.in = in;
    this.container = container;
    this.rejects = rejects;
    this.decoder = decoder;
    this.options = decoder.options();
    this.tally = new RowTally(options.eventTime());
  }

  @Override
  public boolean decode(Batch out, long stopBytes) throws IOException {
    try {
      return decodeRows(out, stopBytes);
    } catch (AvroDamageException e) {
      out.cancelRow();
      throw broken(e.reason(), String.valueOf(e.getMessage()), e);
    } catch (MalformedBlockException e) {
      out.cancelRow();
      throw broken(
          RejectReason.CORRUPT,
          "record "
              + (tally.rowsIn() + 1)
              + " in the block at byte "
              + container.blockPosition()
              + ": "
              + e.getMessage(),
          e);
    } catch (IOException e) {
      out.cancelRow();
      throw StreamDamage.of(file, options.opener(), e, container.position());
    }
  }

  private SourceFileException broken(RejectReason reason, String what, Exception cause) {
    String next =
        reason == RejectReason.SCHEMA_MISMATCH
            ? "change the table's schema or the program that writes the files"
            : "upload the file again";
    return new SourceFileException(
        reason,
        "reading " + file.location() + " as Avro: " + what + "; none of its rows is taken, " + next,
        cause);
  }

  private boolean decodeRows(Batch out, long stopBytes) throws IOException {
    AvroNode rows = bind(out);
    int nextCheck = cursor.position() + CHECK_BYTES;
    while (true) {
      while (recordsLeft > 0) {
        recordsLeft--;
        readRow(out, rows);
        if (cursor.position() >= nextCheck) {
          if (out.sizeBytes() >= stopBytes) {
            return true;
          }
          nextCheck = cursor.position() + CHECK_BYTES;
        }
      }
      if (cursor.remaining() > 0) {
        throw new MalformedBlockException(cursor.remaining() + " bytes are left in the block");
      }
      if (out.sizeBytes() >= stopBytes && out.rowCount() > 0) {
        return true;
      }
      if (!container.nextBlock()) {
        return false;
      }
      recordsLeft = container.recordCount();
      cursor.start(container.block());
      nextCheck = CHECK_BYTES;
    }
  }

  private AvroNode bind(Batch out) throws IOException {
    AvroNode bound = row;
    if (bound == null || boundTo != out) {
      AvroNodes nodes = new AvroNodes(options, fault);
      bound = nodes.row(container.schema(), out);
      row = bound;
      boundTo = out;
      tally.bind(out);
      ignoredColumns = nodes.ignored().size();
      decoder.ignored().note(file.location(), nodes.ignored());
    }
    return bound;
  }

  private void readRow(Batch out, AvroNode rows) throws IOException {
    int from = cursor.position();
    fault.clear();
    rows.read(cursor);
    if (fault.isSet()) {
      reject(out, from, fault.reason(), fault.detail());
    } else if (tally.take(out)) {
      tally.taken(tally.rowsIn(), container.blockPosition(), NO_TEXT, 0, 0);
    } else {
      reject(out, from, tally.reason(), tally.detail());
    }
  }

  private void reject(Batch out, int from, RejectReason reason, String detail) throws IOException {
    out.cancelRow();
    tally.reject();
    byte[] shown = json(from);
    rejects.reject(
        tally.rowsIn(), container.blockPosition(), reason, detail, shown, 0, shown.length);
  }

  /** The record as JSON, for a person; its bytes if it has no such form. */
  private byte[] json(int from) throws IOException {
    int length = cursor.position() - from;
    try {
      Object value =
          new GenericDatumReader<>(container.schema())
              .read(null, DecoderFactory.get().binaryDecoder(cursor.bytes(), from, length, null));
      return String.valueOf(value).getBytes(StandardCharsets.UTF_8);
    } catch (AvroRuntimeException e) {
      return java.util.Arrays.copyOfRange(cursor.bytes(), from, from + length);
    }
  }

  @Override
  public void notePlaces(RowPlaces wanted) {
    tally.notePlaces(wanted);
  }

  @Override
  public DecodeCounts counts() {
    return tally.counts(container.position());
  }

  @Override
  public int ignoredColumns() {
    return ignoredColumns;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
