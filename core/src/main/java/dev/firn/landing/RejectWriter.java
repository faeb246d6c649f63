package dev.firn.landing;

import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.parquet.ParquetBuffers;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.source.FileIdentity;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * Puts the rejected rows of source files into Parquet files beside the table.
 *
 * <p>Source files come one after the other, each {@linkplain #beginFile begun} and then {@linkplain
 * #endFile ended} or {@linkplain #cancelFile taken back}. The rows of all source files between two
 * {@linkplain #finish flushes} go into one rejects file, which is only made if there are any. Rows
 * wait in memory until there are {@code bufferBytes} of them; those of files that have ended are
 * then written out as a row group. Rows that could still be taken back never get into that file: a
 * source file whose own rejects outgrow the buffer gets a rejects file of its own, which is deleted
 * if it is taken back.
 *
 * <p>The columns are those of {@link RejectTable#SCHEMA}. One thread. After a failure only {@link
 * #abandon} is of use.
 */
public final class RejectWriter implements RejectSink, AutoCloseable {
  /** Rows that wait in memory; a few thousand lines, so that a row group is worth its overhead. */
  public static final long DEFAULT_BUFFER_BYTES = 4L << 20;

  private final Destination destination;
  private final FileNames names;
  private final Clock clock;
  private final ParquetBuffers buffers = new ParquetBuffers();
  private RejectTable waiting = new RejectTable();
  private RejectTable spare = new RejectTable();
  private final List<String> ownFiles = new ArrayList<>();

  /** Waiting rows of source files that have ended. */
  private int endedRows;

  private @Nullable String sharedLocation;
  private @Nullable OpenFile shared;
  private @Nullable OpenFile own;
  private @Nullable FileIdentity source;
  private long sourceRows;

  /**
   * Where rejects go.
   *
   * @param io creates and deletes files
   * @param folder the location that the files lie under, without a slash at its end
   * @param options how the files are written
   * @param bufferBytes rows that wait in memory; the last one may go beyond it
   */
  public record Destination(
      FileIO io, String folder, ParquetWriterOptions options, long bufferBytes) {}

  /**
   * A writer for one worker.
   *
   * @param ids gives ids that are unique among all writers
   * @param clock tells when a row was rejected
   */
  public RejectWriter(Destination destination, Supplier<String> ids, Clock clock) {
    this.destination = destination;
    this.names = new FileNames("rejects", ids);
    this.clock = clock;
  }

  /** The columns of a rejects file. */
  public static Schema schema() {
    return RejectTable.SCHEMA;
  }

  /** Begins a source file; rows that are rejected from now on are its rows. */
  public void beginFile(FileIdentity file) {
    if (source != null) {
      throw new IllegalStateException(
          "rejects of " + source.location() + " have not ended, can't begin " + file.location());
    }
    source = file;
    sourceRows = 0;
  }

  @Override
  public void reject(
      long line,
      long byteOffset,
      RejectReason reason,
      String detail,
      byte[] raw,
      int from,
      int length) {
    if (line > 0) {
      waiting.place(line, byteOffset);
    }
    append(reason, detail, raw, from, length);
  }

  /**
   * Rejects a row that was decoded already, so that its place in the file is not known any more.
   *
   * @param raw the row as text in UTF-8
   */
  void rejectDecoded(RejectReason reason, String detail, byte[] raw) {
    append(reason, detail, raw, 0, raw.length);
  }

  private void append(RejectReason reason, String detail, byte[] raw, int from, int length) {
    FileIdentity file = source;
    if (file == null) {
      throw new IllegalStateException("a row was rejected outside of a source file: " + detail);
    }
    waiting.describe(file.location(), reason.code(), detail);
    waiting.endRow(raw, from, length, clock.instant());
    sourceRows++;
    if (waiting.sizeBytes() >= destination.bufferBytes) {
      spill();
    }
  }

  /** Rows rejected of the source file in hand. */
  public long fileRows() {
    return sourceRows;
  }

  /** Memory that waiting rows take up. */
  public long sizeBytes() {
    return waiting.sizeBytes();
  }

  /**
   * Ends the source file in hand: its rows stay.
   *
   * @return the rejects file that has or will have them, if there are any; it is complete only
   *     after {@link #finish}
   */
  public Optional<String> endFile() {
    Optional<String> location = Optional.empty();
    if (own != null) {
      writeWaiting(own, waiting.rowCount());
      waiting.clear();
      location = Optional.of(own.finish().location());
      own = null;
    } else if (sourceRows > 0) {
      endedRows = waiting.rowCount();
      location = Optional.of(sharedLocation());
    }
    source = null;
    return location;
  }

  /** Takes the source file in hand back: as if none of its rows had been rejected. */
  public void cancelFile() {
    if (own != null) {
      own.abandon();
      String location = own.location();
      Deletion.tryAll(destination.io, List.of(location));
      ownFiles.remove(location);
      own = null;
    }
    waiting.truncate(endedRows);
    source = null;
  }

  /**
   * Ends the flush: every rejects file that {@link #endFile} has named is complete and durable.
   *
   * @return the file that source files have shared, if any had rows for it
   */
  public Optional<String> finish() {
    if (source != null) {
      throw new IllegalStateException("rejects of " + source.location() + " have not ended");
    }
    Optional<String> location = Optional.ofNullable(sharedLocation);
    if (sharedLocation != null) {
      OpenFile file = shared();
      writeWaiting(file, endedRows);
      file.finish();
    }
    reset();
    return location;
  }

  /** Gives up everything since the last flush; files that were written are deleted. */
  public void abandon() {
    if (source != null) {
      cancelFile();
    }
    if (shared != null) {
      shared.abandon();
      Deletion.tryAll(destination.io, List.of(shared.location()));
    }
    Deletion.tryAll(destination.io, ownFiles);
    reset();
  }

  /** Gives its buffers back; what was not finished is lost. */
  @Override
  public void close() {
    buffers.close();
  }

  private void reset() {
    waiting.clear();
    endedRows = 0;
    shared = null;
    sharedLocation = null;
    ownFiles.clear();
  }

  /** Makes room: ended rows go into the shared file, else the rows of the file in hand into its. */
  private void spill() {
    if (endedRows > 0) {
      writeWaiting(shared(), endedRows);
      waiting.moveTo(spare, endedRows);
      RejectTable emptied = waiting;
      waiting = spare;
      spare = emptied;
      endedRows = 0;
      return;
    }
    if (own == null) {
      String location = newLocation();
      own = open(location);
      ownFiles.add(location);
    }
    writeWaiting(own, waiting.rowCount());
    waiting.clear();
  }

  private void writeWaiting(OpenFile file, int rows) {
    if (rows > 0) {
      file.write(waiting.batch(), waiting.firstRows(rows), 0, rows);
      file.endRowGroup();
    }
  }

  private OpenFile shared() {
    if (shared == null) {
      shared = open(sharedLocation());
    }
    return shared;
  }

  private OpenFile open(String location) {
    return OpenFile.create(
        destination.io, location, RejectTable.SCHEMA, destination.options, buffers);
  }

  private String sharedLocation() {
    if (sharedLocation == null) {
      sharedLocation = newLocation();
    }
    return sharedLocation;
  }

  private String newLocation() {
    return destination.folder + "/" + names.next();
  }
}
