package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.parquet.ParquetFileWriter;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.parquet.WrittenParquet;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.FileIO;

/**
 * A Parquet file being written, whose failures all come as {@link ErrorCode#STORAGE} with its name.
 */
final class OpenFile {
  private final String location;
  private final ParquetFileWriter writer;

  private OpenFile(String location, ParquetFileWriter writer) {
    this.location = location;
    this.writer = writer;
  }

  static OpenFile create(
      FileIO io, String location, Schema schema, ParquetWriterOptions options) {
    try {
      return new OpenFile(
          location, ParquetFileWriter.create(io.newOutputFile(location), schema, options));
    } catch (IOException | UncheckedIOException e) {
      throw failed("create", location, e);
    }
  }

  String location() {
    return location;
  }

  void write(Batch batch, int[] rows, int from, int to) {
    try {
      writer.write(batch, rows, from, to);
    } catch (IOException | UncheckedIOException e) {
      throw failed("write", location, e);
    }
  }

  void endRowGroup() {
    try {
      writer.endRowGroup();
    } catch (IOException | UncheckedIOException e) {
      throw failed("write", location, e);
    }
  }

  WrittenParquet finish() {
    try (writer) {
      return writer.finish();
    } catch (IOException | UncheckedIOException e) {
      throw failed("finish", location, e);
    }
  }

  /** Gives the file up; what is left of it is to be deleted. Never fails. */
  void abandon() {
    try {
      writer.close();
    } catch (IOException | RuntimeException e) {
      // The file is given up anyway, and what made us do so is the error to be seen.
    }
  }

  private static FirnException failed(String what, String location, Exception cause) {
    return new FirnException(
        ErrorCode.STORAGE,
        "can't " + what + " " + location + ": " + cause.getMessage() + "; rows in it are not lost,"
            + " their source files are read again",
        cause);
  }
}
