package dev.firn.ledger;

import dev.firn.parquet.ParquetFileWriter;
import dev.firn.parquet.ParquetWriterOptions;
import java.util.Optional;
import org.apache.iceberg.io.FileIO;

/**
 * Writes one segment from entries that come in its order.
 *
 * <p>Row groups hold entries with a day or without, never both, so that their statistics tell
 * which. A writer that is closed before {@link #finish} leaves at most a file that nothing refers
 * to.
 */
final class SegmentWriter implements SegmentScan.Sink, AutoCloseable {
  private final String location;
  private final ParquetFileWriter file;
  private final EntryColumns rows = new EntryColumns();
  private final SegmentStats stats = new SegmentStats();

  SegmentWriter(FileIO io, String location) {
    this.location = location;
    this.file =
        ParquetFileWriter.create(
            io.newOutputFile(location), SegmentSchema.ENTRIES, ParquetWriterOptions.DEFAULT);
  }

  @Override
  public void row(EntryColumns source, int row) {
    beforeRowOf(source.day(row));
    rows.appendFrom(source, row);
    stats.add(rows, rows.rowCount() - 1);
  }

  @Override
  public void entry(LedgerEntry entry) {
    beforeRowOf(entry.day().map(d -> (int) d.toEpochDay()).orElse(SegmentSchema.NO_DAY));
    rows.append(entry, LocationHash.of(entry.file().location()));
    stats.add(rows, rows.rowCount() - 1);
  }

  long entries() {
    return stats.entries();
  }

  /** Ends the file; at least one entry was added. */
  Segment finish(int level, Optional<String> dayRule) {
    endGroup();
    return stats.segment(location, level, dayRule, file.finish().sizeBytes());
  }

  @Override
  public void close() {
    file.close();
  }

  private void beforeRowOf(int day) {
    int count = rows.rowCount();
    if (count == 0) {
      return;
    }
    int last = rows.day(count - 1);
    boolean full = count == SegmentSchema.ROW_GROUP_ROWS;
    boolean otherKind = (last == SegmentSchema.NO_DAY) != (day == SegmentSchema.NO_DAY);
    if (full || otherKind || (count >= SegmentSchema.EARLY_END_ROWS && last != day)) {
      endGroup();
    }
  }

  private void endGroup() {
    file.write(rows.batch());
    file.endRowGroup();
    rows.clear();
  }
}
