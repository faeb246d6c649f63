package dev.firn.parquet;

import dev.firn.batch.Batch;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Abortable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.parquet.format.RowGroup;

/**
 * Writes one Parquet file from columnar batches.
 *
 * <p>Rows are copied out of a batch by {@code write}; the batch may be cleared afterwards. A row
 * group is held in memory (see {@link ParquetWriterOptions#rowGroupBytes}) and then written at
 * once. Owned by one thread. After a failed call the writer can only be closed.
 *
 * <p>The file appears with {@link #finish}; {@link #close} without it gives the file up. Failures
 * of storage are {@link ErrorCode#STORAGE}, rows that don't fit the schema {@link ErrorCode#TABLE}.
 */
public final class ParquetFileWriter implements AutoCloseable {
  private enum State {
    OPEN,
    FAILED,
    FINISHED,
    CLOSED
  }

  private final String location;
  private final Schema schema;
  private final FileSchema fileSchema;
  private final ParquetWriterOptions options;
  private final PositionOutputStream out;
  private final ParquetBuffers buffers;
  private final RowGroupWriter rowGroup;
  private final FooterBuilder footer;
  private final FileMetrics metrics;
  private Schema checkedSchema;
  private int[] allRows = new int[0];
  private long flushedBytes;
  private boolean ownsBuffers;
  private State state = State.OPEN;

  private ParquetFileWriter(
      OutputFile file, Schema schema, ParquetWriterOptions options, ParquetBuffers buffers) {
    this.location = file.location();
    this.schema = schema;
    this.checkedSchema = schema;
    this.options = options;
    // First, as it may refuse the schema: then nothing has been created.
    this.fileSchema = new FileSchema(schema);
    this.out = file.create();
    this.buffers = buffers;
    this.rowGroup = new RowGroupWriter(fileSchema.leaves(), options, buffers);
    this.footer = new FooterBuilder(schema, fileSchema, options);
    this.metrics = new FileMetrics(rowGroup.leaves());
  }

  /**
   * Begins a file.
   *
   * @param out where; created at once, so the storage may refuse
   * @param schema the file's columns; the same types and field ids as those of the batches to come
   */
  public static ParquetFileWriter create(
      OutputFile out, Schema schema, ParquetWriterOptions options) {
    ParquetFileWriter writer = new ParquetFileWriter(out, schema, options, new ParquetBuffers());
    writer.ownsBuffers = true;
    writer.writeMagic();
    return writer;
  }

  /**
   * Begins a file with buffers that other files of the same thread use too, one after the other or
   * at once.
   *
   * @param buffers closed by the caller, after the writer
   */
  public static ParquetFileWriter create(
      OutputFile out, Schema schema, ParquetWriterOptions options, ParquetBuffers buffers) {
    ParquetFileWriter writer = new ParquetFileWriter(out, schema, options, buffers);
    writer.writeMagic();
    return writer;
  }

  /** Appends all rows of a batch in their order. */
  public void write(Batch batch) {
    int count = batch.rowCount();
    if (allRows.length < count) {
      int filled = allRows.length;
      allRows = Arrays.copyOf(allRows, count);
      for (int i = filled; i < count; i++) {
        allRows[i] = i;
      }
    }
    write(batch, allRows, 0, count);
  }

  /**
   * Appends rows {@code rows[from, to)} of a batch, in that order.
   *
   * @param rows row numbers, each less than the batch's row count; may repeat
   */
  public void write(Batch batch, int[] rows, int from, int to) {
    requireOpen();
    checkSchema(batch.schema());
    checkRows(batch.rowCount(), rows, from, to);
    state = State.FAILED;
    rowGroup.bind(batch, to - from);
    int at = from;
    while (at < to) {
      at += rowGroup.append(rows, at, to);
      if (rowGroup.sizeBytes() >= options.rowGroupBytes()) {
        flushRowGroup();
      }
    }
    state = State.OPEN;
  }

  /** Ends the row group in hand, if it has rows. */
  public void endRowGroup() {
    requireOpen();
    state = State.FAILED;
    flushRowGroup();
    state = State.OPEN;
  }

  /**
   * Ends the pages in hand, early: for one of many open files, to which no rows may come for long.
   */
  public void endPages() {
    requireOpen();
    state = State.FAILED;
    rowGroup.endPages();
    state = State.OPEN;
  }

  /** Memory that the file takes up while it is open, about. */
  public long heldBytes() {
    return rowGroup.heldBytes();
  }

  /** Rows written so far. */
  public long rowCount() {
    return metrics.rowCount() + rowGroup.rowCount();
  }

  /** How long the file would be if it ended here, about; pages being filled are estimated. */
  public long writtenBytes() {
    return flushedBytes + rowGroup.sizeBytes();
  }

  /** Writes what is buffered and the footer, and closes the file, which appears now. */
  public WrittenParquet finish() {
    requireOpen();
    state = State.FAILED;
    flushRowGroup();
    guarded(
        () -> {
          footer.writeTo(out);
          flushedBytes = out.getPos();
          out.close();
        });
    state = State.FINISHED;
    releaseBuffers();
    return new WrittenParquet(
        location, flushedBytes, metrics.rowCount(), metrics.build(), footer.splitOffsets());
  }

  /** Gives the file up unless it is finished; does nothing on a second call. */
  @Override
  public void close() {
    if (state == State.FINISHED || state == State.CLOSED) {
      return;
    }
    state = State.CLOSED;
    releaseBuffers();
    guarded(
        () -> {
          if (out instanceof Abortable) {
            ((Abortable) out).abort();
          }
          out.close();
        });
  }

  private void releaseBuffers() {
    rowGroup.begin();
    if (ownsBuffers) {
      buffers.close();
    }
  }

  private void writeMagic() {
    try {
      guarded(() -> out.write(FooterBuilder.MAGIC));
      flushedBytes = FooterBuilder.MAGIC.length;
    } catch (FirnException e) {
      close();
      throw e;
    }
  }

  private void flushRowGroup() {
    if (rowGroup.rowCount() == 0) {
      return;
    }
    guarded(
        () -> {
          RowGroup group = rowGroup.writeTo(out);
          footer.addRowGroup(group, rowGroup.leaves());
          flushedBytes = out.getPos();
        });
    metrics.addRowGroup(rowGroup.rowCount());
    rowGroup.begin();
  }

  private void requireOpen() {
    if (state != State.OPEN) {
      throw new IllegalStateException(
          "the writer of " + location + " is " + state + ", only an open one can be used");
    }
  }

  private void checkSchema(Schema other) {
    if (other == checkedSchema) {
      return;
    }
    if (!new FileSchema(other).leaves().equals(fileSchema.leaves())) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't write to "
              + location
              + ": the batch has the columns "
              + other.asStruct()
              + ", the file has "
              + schema.asStruct()
              + "; decode for the file's schema");
    }
    checkedSchema = other;
  }

  private static void checkRows(int rowCount, int[] rows, int from, int to) {
    if (from < 0 || to < from || to > rows.length) {
      throw new IndexOutOfBoundsException(
          "rows [" + from + ", " + to + ") of an array of " + rows.length);
    }
    int all = 0;
    int most = 0;
    for (int i = from; i < to; i++) {
      all |= rows[i];
      most = Math.max(most, rows[i]);
    }
    if (all < 0 || (to > from && most >= rowCount)) {
      throw new IndexOutOfBoundsException("a row outside of the batch's " + rowCount);
    }
  }

  private interface Storing {
    void run() throws IOException;
  }

  private void guarded(Storing action) {
    try {
      action.run();
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "writing " + location + " failed: " + e.getMessage() + "; try again",
          e);
    }
  }
}
