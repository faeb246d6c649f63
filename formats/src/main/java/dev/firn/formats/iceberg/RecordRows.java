package dev.firn.formats.iceberg;

import dev.firn.batch.Batch;
import dev.firn.compaction.DataFileRows;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a file, read one after the other, in groups of equal size. A group before the last one
 * that was read makes it begin anew.
 */
final class RecordRows implements DataFileRows {
  private static final int GROUP_ROWS = 16_384;

  private final Supplier<CloseableIterable<Record>> source;
  private final DataFile file;
  private final RecordAppender appender;
  private final int groupCount;
  private @Nullable CloseableIterable<Record> open;
  private @Nullable CloseableIterator<Record> rows;
  private int nextGroup;

  RecordRows(Supplier<CloseableIterable<Record>> source, DataFile file, Schema projection) {
    this.source = source;
    this.file = file;
    this.appender = new RecordAppender(projection);
    this.groupCount = Math.toIntExact((file.recordCount() + GROUP_ROWS - 1) / GROUP_ROWS);
  }

  @Override
  public int groupCount() {
    return groupCount;
  }

  @Override
  public long sizeBytes(int group) {
    return file.fileSizeInBytes() / Math.max(1, groupCount);
  }

  @Override
  public void read(int group, Batch into) {
    try {
      CloseableIterator<Record> from = at(group);
      for (int i = 0; i < GROUP_ROWS && from.hasNext(); i++) {
        appender.append(from.next(), into);
      }
      nextGroup = group + 1;
      if (nextGroup == groupCount && from.hasNext()) {
        throw new IOException("more rows than the " + file.recordCount() + " of its manifest");
      }
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  private CloseableIterator<Record> at(int group) throws IOException {
    CloseableIterator<Record> from = rows;
    if (from == null || group < nextGroup) {
      closeOpen();
      CloseableIterable<Record> opened = source.get();
      open = opened;
      from = opened.iterator();
      rows = from;
      nextGroup = 0;
    }
    for (long skip = (long) (group - nextGroup) * GROUP_ROWS; skip > 0 && from.hasNext(); skip--) {
      from.next();
    }
    return from;
  }

  private void closeOpen() throws IOException {
    if (rows != null) {
      rows.close();
    }
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() {
    try {
      closeOpen();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private FirnException failure(Exception cause) {
    if (cause instanceof FirnException known) {
      return known;
    }
    return new FirnException(
        ErrorCode.TABLE,
        "reading "
            + file.location()
            + " failed: "
            + cause.getMessage()
            + "; look whether another engine can read it",
        cause);
  }
}
