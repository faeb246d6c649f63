package dev.firn.ledger;

import dev.firn.batch.Batch;
import dev.firn.parquet.ParquetFileReader;
import dev.firn.parquet.RowGroup;
import java.nio.ByteBuffer;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** An open segment, for some of its columns. Used by one thread. */
final class SegmentFile implements AutoCloseable {
  private static final int DAY_ID = SegmentSchema.DAY + 1;
  private static final int HASH_ID = SegmentSchema.HASH_HI + 1;

  private static final Type DAY = Types.DateType.get();
  private static final Type HASH = Types.LongType.get();

  private final ParquetFileReader file;

  private SegmentFile(ParquetFileReader file) {
    this.file = file;
  }

  /** Opens the segment at hand for the columns that are asked for. */
  @FunctionalInterface
  interface Opener {
    SegmentFile open(Schema projection);
  }

  static SegmentFile open(FileIO io, Segment segment, Schema projection) {
    return new SegmentFile(
        ParquetFileReader.open(
            io.newInputFile(segment.location(), segment.sizeBytes()), projection));
  }

  int groupCount() {
    return file.rowGroupCount();
  }

  /** What the footer says of the row groups; where it does not tell, everything is possible. */
  SegmentLayout layout() {
    int groups = groupCount();
    SegmentLayout layout =
        new SegmentLayout(new int[groups], new int[groups], new long[groups], new long[groups]);
    for (int i = 0; i < groups; i++) {
      RowGroup group = file.rowGroup(i);
      ByteBuffer minDay = group.lowerBounds().get(DAY_ID);
      ByteBuffer maxDay = group.upperBounds().get(DAY_ID);
      boolean allHaveDays = group.nullCounts().getOrDefault(DAY_ID, 1L) == 0;
      boolean byDay = allHaveDays && minDay != null && maxDay != null;
      layout.minDay()[i] =
          byDay ? Conversions.<Integer>fromByteBuffer(DAY, minDay) : SegmentSchema.NO_DAY;
      layout.maxDay()[i] =
          byDay ? Conversions.<Integer>fromByteBuffer(DAY, maxDay) : SegmentSchema.NO_DAY;
      layout.minHash()[i] = bound(group.lowerBounds().get(HASH_ID), Long.MIN_VALUE);
      layout.maxHash()[i] = bound(group.upperBounds().get(HASH_ID), Long.MAX_VALUE);
    }
    return layout;
  }

  private static long bound(@Nullable ByteBuffer bound, long unknown) {
    return bound == null ? unknown : Conversions.<Long>fromByteBuffer(HASH, bound);
  }

  /** Appends the rows of a row group to a batch of the projection. */
  void read(int group, Batch into) {
    file.read(group, into);
  }

  @Override
  public void close() {
    file.close();
  }
}
