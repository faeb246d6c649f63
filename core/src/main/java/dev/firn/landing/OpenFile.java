package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.parquet.ParquetBuffers;
import dev.firn.parquet.ParquetFileWriter;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.parquet.WrittenParquet;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.FileIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Parquet file being written. Failures of storage all come as {@link ErrorCode#STORAGE} with the
 * file's name, those too that a FileIO throws unchecked.
 */
public final class OpenFile {
  private static final Logger LOG = LoggerFactory.getLogger(OpenFile.class);

  private final String location;
  private final ParquetFileWriter writer;

  private OpenFile(String location, ParquetFileWriter writer) {
    this.location = location;
    this.writer = writer;
  }

  /**
   * Creates a file; a failure leaves none behind, as well as that goes.
   *
   * @param buffers shared by the open files of the thread
   */
  public static OpenFile create(
      FileIO io,
      String location,
      Schema schema,
      ParquetWriterOptions options,
      ParquetBuffers buffers) {
    try {
      return new OpenFile(
          location, ParquetFileWriter.create(io.newOutputFile(location), schema, options, buffers));
    } catch (AlreadyExistsException e) {
      // Somebody else's file, so it is not to be deleted.
      throw failed("create", location, e);
    } catch (RuntimeException e) {
      Deletion.tryAll(io, List.of(location));
      // Which exceptions mean that storage refuses is every FileIO's own choice.
      throw e instanceof FirnException ? e : failed("create", location, e);
    }
  }

  /** Where the file will be. */
  public String location() {
    return location;
  }

  /** Appends rows {@code rows[from, to)} of a batch, in that order. */
  public void write(Batch batch, int[] rows, int from, int to) {
    try {
      writer.write(batch, rows, from, to);
    } catch (UncheckedIOException e) {
      throw failed("write", location, e);
    }
  }

  /** Memory that it takes up, about. */
  public long heldBytes() {
    return writer.heldBytes();
  }

  /** How long it would be if it ended here, about. */
  public long writtenBytes() {
    return writer.writtenBytes();
  }

  /** Gives memory back that rows take up which are not encoded yet. */
  public void endPages() {
    writer.endPages();
  }

  /** Ends the row group in hand, if it has rows: they leave memory. */
  public void endRowGroup() {
    try {
      writer.endRowGroup();
    } catch (UncheckedIOException e) {
      throw failed("write", location, e);
    }
  }

  /** Ends the file, which appears now. */
  public WrittenParquet finish() {
    try {
      return writer.finish();
    } catch (UncheckedIOException e) {
      throw failed("finish", location, e);
    }
  }

  /** Gives the file up; what is left of it is to be deleted. Never fails. */
  public void abandon() {
    try {
      writer.close();
    } catch (RuntimeException e) {
      // It is deleted next, and what made us give it up is the error to be seen.
      LOG.debug("closing {}, which is given up, failed", location, e);
    }
  }

  private static FirnException failed(String what, String location, RuntimeException cause) {
    return new FirnException(
        ErrorCode.STORAGE,
        "can't " + what + " " + location + ": " + cause.getMessage() + "; try again",
        cause);
  }
}
