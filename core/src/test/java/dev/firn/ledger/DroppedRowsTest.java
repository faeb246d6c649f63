package dev.firn.ledger;

import static dev.firn.ledger.Entries.DAY;
import static dev.firn.ledger.Entries.file;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.parquet.ParquetFileWriter;
import dev.firn.parquet.ParquetWriterOptions;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.junit.jupiter.api.Test;

class DroppedRowsTest {
  /** The columns of segments before rows could be dropped. */
  private static final Schema OLD =
      new Schema(SegmentSchema.ENTRIES.columns().subList(0, SegmentSchema.ROWS_DROPPED));

  private final LedgerFixture ledger = new LedgerFixture(LedgerFixture.fanIn(2), 1);

  private static LedgerEntry dropping(String location, long dropped) {
    return new LedgerEntry(
        file(location, 1),
        FileStatus.INGESTED,
        Optional.empty(),
        Optional.empty(),
        Optional.of(DAY),
        Optional.empty(),
        5 + dropped,
        3,
        2,
        dropped,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Entries.TIME,
        Entries.TIME,
        new UUID(1, 2));
  }

  @Test
  void droppedRowsComeBackAndAreSummedUp() {
    LedgerRoot root = ledger.commit(null, dropping("mem://in/a", 7), dropping("mem://in/b", 0));
    LedgerRoot read = ledger.newStore(MergePolicy.DEFAULT).read(root.location());
    assertThat(ledger.all(read))
        .containsExactlyInAnyOrder(dropping("mem://in/a", 7), dropping("mem://in/b", 0));
    assertThat(read.totals().of(FileStatus.INGESTED)).isEqualTo(new FileTotals(2, 17, 6, 4, 7));
  }

  @Test
  void aSegmentWithoutTheColumnIsReadAndMergedAsIfNothingWasDropped() {
    Segment old = oldSegment("mem://wh/_firn/t/ledger/segment-old.parquet", "mem://in/a");
    Segment fresh = ledger.store.writeSegment(List.of(dropping("mem://in/b", 4)), "rule");
    LedgerRoot root = ledger.store.writeRoot(ledger.after(null).adding(List.of(old, fresh)));
    assertThat(ledger.all(root))
        .containsExactlyInAnyOrder(dropping("mem://in/a", 0), dropping("mem://in/b", 4));
    MergePlan.Merged merged = ledger.store.merge(ledger.store.planMerge(root).orElseThrow());
    Segment one = merged.output().orElseThrow();
    assertThat(one.totals().of(FileStatus.INGESTED)).isEqualTo(new FileTotals(2, 14, 6, 4, 4));
    LedgerRoot after = ledger.store.writeRoot(ledger.after(null).adding(List.of(one)));
    assertThat(ledger.all(after))
        .containsExactlyInAnyOrder(dropping("mem://in/a", 0), dropping("mem://in/b", 4));
  }

  private Segment oldSegment(String location, String source) {
    EntryColumns entries = new EntryColumns();
    entries.append(dropping(source, 0), LocationHash.of(source));
    SegmentStats stats = new SegmentStats();
    stats.add(entries, 0);
    Batch old = new Batch(OLD);
    for (int i = 0; i < old.columnCount(); i++) {
      copyFirst(entries.batch().column(i), old.column(i));
    }
    old.endRow();
    try (ParquetFileWriter writer =
        ParquetFileWriter.create(
            ledger.io.newOutputFile(location), OLD, ParquetWriterOptions.DEFAULT)) {
      writer.write(old);
      return stats.segment(location, 0, Optional.of("rule"), writer.finish().sizeBytes());
    }
  }

  private static void copyFirst(Column from, Column to) {
    if (from.isNull(0)) {
      to.appendNull();
    } else if (from instanceof BytesColumn bytes) {
      byte[] value = bytes.get(0);
      ((BytesColumn) to).append(value, 0, value.length);
    } else if (from instanceof LongColumn longs) {
      ((LongColumn) to).append(longs.get(0));
    } else {
      ((IntColumn) to).append(((IntColumn) from).get(0));
    }
  }
}
