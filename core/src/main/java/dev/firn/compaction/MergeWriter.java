package dev.firn.compaction;

import dev.firn.batch.Batch;
import dev.firn.compaction.FileCuts.Cut;
import dev.firn.landing.Deletion;
import dev.firn.landing.FileNames;
import dev.firn.landing.LandedFile;
import dev.firn.landing.LandedFile.Day;
import dev.firn.landing.LandingTarget;
import dev.firn.landing.OpenFile;
import dev.firn.landing.PartitionTuple;
import dev.firn.parquet.ParquetBuffers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.iceberg.PartitionSpec;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files of a merge: partition after partition, each divided as {@link FileCuts} says.
 *
 * <p>Two files are open at most: one of the partition in hand and one that landed rows are kept in.
 * One thread.
 */
final class MergeWriter implements AutoCloseable {
  private final LandingTarget target;
  private final CompactionOptions options;
  private final FileCuts cuts;
  private final FileNames names;
  private final ParquetBuffers buffers = new ParquetBuffers();
  private final List<CompactedFile> done = new ArrayList<>();
  private final List<String> locations = new ArrayList<>();

  private @Nullable OpenFile full;
  private @Nullable OpenFile kept;
  private Day keptDay = Day.NONE;
  private @Nullable PartitionKey key;
  private Cut cut = new Cut(0, 0, 0);
  private double bytesPerRow;
  private long rowsInFile;
  private long filesLeft;

  MergeWriter(
      LandingTarget target, CompactionOptions options, FileCuts cuts, Supplier<String> ids) {
    this.target = target;
    this.options = options;
    this.cuts = cuts;
    this.names = new FileNames("compacted", ids);
  }

  /**
   * Begins a partition; keys come in order.
   *
   * @param keepAs the day of the landing file for rows that stay; {@link Day#NONE} for the file of
   *     all other days
   */
  void begin(PartitionKey next, RunIndex.Runs runs, Cut nextCut, Day keepAs) {
    key = next;
    cut = nextCut;
    bytesPerRow = runs.sizeBytes() / Math.max(1, runs.rowCount());
    filesLeft = nextCut.files();
    rowsInFile = 0;
    if (nextCut.rowsKept() > 0 && kept != null && !keptDay.equals(keepAs)) {
      finishKept();
    }
    keptDay = nextCut.rowsKept() > 0 ? keepAs : keptDay;
  }

  /** Writes rows {@code order[from, to)} of a batch, all of the partition in hand. */
  void write(Batch batch, int[] order, int from, int to) {
    int at = from;
    while (at < to && filesLeft > 0) {
      boolean endless = filesLeft == 1 && cut.rowsKept() == 0;
      long room = endless ? to - at : cut.rowsPerFile() - rowsInFile;
      int end = at + (int) Math.min(to - at, room);
      fullFile().write(batch, order, at, end);
      rowsInFile += end - at;
      at = end;
      if (!endless && rowsInFile >= cut.rowsPerFile()) {
        finishFull();
      }
    }
    if (at < to) {
      keptFile().write(batch, order, at, to);
    }
  }

  /** Ends the partition. */
  void end() {
    if (full != null) {
      finishFull();
    }
  }

  /** Ends everything; the files are durable and belong to no table yet. */
  List<CompactedFile> finish() {
    if (kept != null) {
      finishKept();
    }
    return List.copyOf(done);
  }

  /** Takes back all that was written. */
  void abandon() {
    if (full != null) {
      full.abandon();
    }
    if (kept != null) {
      kept.abandon();
    }
    Deletion.tryAll(target.io(), locations);
  }

  @Override
  public void close() {
    buffers.close();
  }

  private OpenFile fullFile() {
    OpenFile open = full;
    if (open == null) {
      PartitionSpec spec = target.tableSpec();
      String name = names.next();
      String location =
          spec.isPartitioned()
              ? target.locations().newDataLocation(spec, tuple(), name)
              : target.locations().newDataLocation(name);
      open = create(location, false);
      full = open;
    }
    return open;
  }

  private OpenFile keptFile() {
    OpenFile open = kept;
    if (open == null) {
      String name = names.next();
      String location =
          keptDay.present()
              ? target
                  .locations()
                  .newDataLocation(target.landingSpec(), PartitionTuple.of(keptDay.value()), name)
              : target.locations().newDataLocation(name);
      open = create(location, true);
      kept = open;
    }
    return open;
  }

  private OpenFile create(String location, boolean tail) {
    OpenFile file =
        OpenFile.create(
            target.io(),
            location,
            target.schema(),
            tail ? options.tailOptions() : options.fileOptions(),
            buffers);
    locations.add(location);
    return file;
  }

  private void finishFull() {
    OpenFile open = full;
    if (open != null) {
      CompactedFile.Partitioned file = new CompactedFile.Partitioned(open.finish(), tuple());
      done.add(file);
      cuts.learn(rowsInFile * bytesPerRow, file.file().sizeBytes());
      full = null;
    }
    rowsInFile = 0;
    filesLeft--;
  }

  private void finishKept() {
    OpenFile open = kept;
    if (open != null) {
      PartitionSpec spec = keptDay.present() ? target.landingSpec() : PartitionSpec.unpartitioned();
      done.add(new CompactedFile.Landed(new LandedFile(open.finish(), spec, keptDay)));
      kept = null;
    }
  }

  private PartitionTuple tuple() {
    PartitionKey now = key;
    if (now == null) {
      throw new IllegalStateException("no partition was begun");
    }
    return now.tuple();
  }
}
