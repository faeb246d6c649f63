package dev.firn.formats.parquet;

import dev.firn.batch.Batch;
import dev.firn.batch.RowJson;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.decode.RowPlaces;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.RowTally;
import dev.firn.decode.typed.RowFault;
import dev.firn.error.FirnException;
import dev.firn.io.SpooledBytes;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes one Parquet file. */
final class ParquetFile implements FileDecoder {
  /** Rows between two looks at the size of the batch, which cost a walk over it. */
  private static final int CHECK_ROWS = 64;

  private static final byte[] NO_TEXT = new byte[0];

  private final FileIdentity file;
  private final SpooledBytes bytes;
  private final RejectSink rejects;
  private final ParquetDecoder decoder;
  private final DecoderOptions options;
  private final RowTally tally;
  private final RowFault fault = new RowFault();

  private @Nullable Footer footer;
  private @Nullable Batch boundTo;
  private ParquetNode[] columns = new ParquetNode[0];
  private List<LeafReader> leaves = List.of();
  private int nextGroup;
  private long rowsLeft;
  private long groupPosition;
  private int ignoredColumns;

  ParquetFile(FileIdentity file, SpooledBytes bytes, RejectSink rejects, ParquetDecoder decoder) {
    this.file = file;
    this.bytes = bytes;
    this.rejects = rejects;
    this.decoder = decoder;
    this.options = decoder.options();
    this.tally = new RowTally(options.eventTime());
  }

  @Override
  public boolean decode(Batch out, long stopBytes) throws IOException {
    if (boundTo != null && boundTo != out) {
      throw new IllegalStateException("a Parquet file is decoded into one batch");
    }
    try {
      return decodeRows(out, stopBytes);
    } catch (ParquetDamageException e) {
      out.cancelRow();
      throw broken(e.reason(), String.valueOf(e.getMessage()), e);
    } catch (PageFailure e) {
      out.cancelRow();
      throw ofPage(e.failure());
    } catch (IllegalStateException | FirnException e) {
      // Not of the file.
      throw e;
    } catch (RuntimeException e) {
      // parquet-column meets damaged bytes with exceptions of many kinds.
      out.cancelRow();
      throw broken(RejectReason.CORRUPT, "its pages are not what it says: " + e, e);
    } catch (OutOfMemoryError e) {
      // A decoder asked for an array of a length that damaged bytes state; the array was not made.
      out.cancelRow();
      throw broken(
          RejectReason.TOO_LARGE,
          "a page asks for more memory than there is, so it is damaged or the heap too small",
          e);
    }
  }

  private SourceFileException ofPage(IOException failure) throws IOException {
    if (failure instanceof ParquetDamageException damage) {
      return broken(damage.reason(), String.valueOf(damage.getMessage()), damage);
    }
    if (failure instanceof dev.firn.io.CorruptBlockException
        || failure instanceof dev.firn.io.CorruptStreamException) {
      return broken(RejectReason.CORRUPT, String.valueOf(failure.getMessage()), failure);
    }
    throw failure;
  }

  private SourceFileException broken(RejectReason reason, String what, Throwable cause) {
    String next =
        reason == RejectReason.SCHEMA_MISMATCH
            ? "change the table's schema or the program that writes the files"
            : "upload the file again";
    return new SourceFileException(
        reason,
        "reading "
            + file.location()
            + " as Parquet: "
            + what
            + " (behind row "
            + tally.rowsIn()
            + "); none of its rows is taken, "
            + next,
        cause);
  }

  private boolean decodeRows(Batch out, long stopBytes) throws IOException {
    Footer read = footer();
    bind(out, read);
    while (true) {
      while (rowsLeft > 0) {
        rowsLeft--;
        readRow(out);
        if (rowsLeft % CHECK_ROWS == 0 && out.sizeBytes() >= stopBytes) {
          return true;
        }
      }
      requireAtEnd();
      if (nextGroup == read.rowGroups().size()) {
        return false;
      }
      open(read, read.rowGroups().get(nextGroup++));
    }
  }

  private Footer footer() throws IOException {
    Footer read = footer;
    if (read == null) {
      read = Footer.read(bytes);
      footer = read;
    }
    return read;
  }

  private void bind(Batch out, Footer read) throws IOException {
    if (boundTo == out) {
      return;
    }
    boundTo = out;
    ParquetNodes nodes = new ParquetNodes(read.schema(), options, fault);
    columns = nodes.row(out);
    leaves = nodes.leaves();
    tally.bind(out);
    ignoredColumns = nodes.ignored().size();
    decoder.ignored().note(file.location(), nodes.ignored());
  }

  private void open(Footer read, Footer.Group group) throws ParquetDamageException {
    rowsLeft = group.rows();
    groupPosition = group.position();
    for (LeafReader leaf : leaves) {
      String path = String.join(".", leaf.column().getPath());
      Footer.Chunk chunk = group.chunks().get(path);
      if (chunk == null) {
        throw ParquetDamageException.corrupt("a row group lacks the column " + path);
      }
      leaf.open(new ChunkPages(bytes, leaf.column(), chunk), read.writer().orElse(null));
    }
  }

  private void readRow(Batch out) {
    fault.clear();
    for (ParquetNode column : columns) {
      column.read();
    }
    for (LeafReader leaf : leaves) {
      if (leaf.repetition() != 0) {
        throw new PageFailure(
            ParquetDamageException.corrupt(
                "column " + String.join(".", leaf.column().getPath()) + " has a row too long"));
      }
    }
    if (fault.isSet()) {
      reject(out, fault.reason(), fault.detail());
    } else if (tally.take(out)) {
      tally.taken(tally.rowsIn(), groupPosition, NO_TEXT, 0, 0);
    } else {
      reject(out, tally.reason(), tally.detail());
    }
  }

  private void requireAtEnd() throws ParquetDamageException {
    for (LeafReader leaf : leaves) {
      if (!leaf.isAtEnd()) {
        throw ParquetDamageException.corrupt(
            "column " + String.join(".", leaf.column().getPath()) + " has more values than rows");
      }
    }
  }

  private void reject(Batch out, RejectReason reason, String detail) {
    int row = out.rowCount();
    out.endRow();
    byte[] shown = RowJson.row(out, row).getBytes(StandardCharsets.UTF_8);
    out.truncate(row);
    tally.reject();
    rejects.reject(tally.rowsIn(), groupPosition, reason, detail, shown, 0, shown.length);
  }

  @Override
  public void notePlaces(RowPlaces wanted) {
    tally.notePlaces(wanted);
  }

  @Override
  public DecodeCounts counts() {
    return tally.counts(bytes.length());
  }

  @Override
  public int ignoredColumns() {
    return ignoredColumns;
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
