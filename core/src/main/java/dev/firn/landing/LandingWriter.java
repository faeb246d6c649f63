package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.landing.LandedFile.Day;
import dev.firn.landing.OpenDays.DayRows;
import dev.firn.parquet.ParquetBuffers;
import dev.firn.parquet.ParquetWriterOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Writes a batch as landing files: one for each open day under the landing spec, and one
 * unpartitioned for all other rows (other days, no day), each clustered by the table's partition
 * tuple.
 *
 * <p>Rows of one partition lie together in a file, so that the statistics of Parquet's row groups
 * and pages prune a partition inside it. Files are named {@code landing-<writer
 * id>-<n>-<random>.parquet} and lie where the table's location provider says.
 *
 * <p>One thread. Buffers of {@link Clustering} are kept between batches.
 */
public final class LandingWriter implements AutoCloseable {
  private final LandingTarget target;
  private final ParquetWriterOptions options;
  private final OpenDays openDays;
  private final FileNames names;
  private final Clustering clustering;
  private final ParquetBuffers buffers = new ParquetBuffers();

  /**
   * A writer for one worker.
   *
   * @param openDays which days get a file of their own; {@link OpenDays#mostRows} of {@link
   *     OpenDays#DEFAULT_LIMIT} by default
   * @param ids gives ids that are unique among all writers; asked once for the writer's own and
   *     once per file
   */
  public LandingWriter(
      LandingTarget target, ParquetWriterOptions options, OpenDays openDays, Supplier<String> ids) {
    this.target = target;
    this.options = options;
    this.openDays = openDays;
    this.names = new FileNames("landing", ids);
    this.clustering = new Clustering(target.schema(), target.tableSpec(), target.landingSpec());
  }

  /** The schema that batches must have. */
  public Schema schema() {
    return target.schema();
  }

  /** The table that rows land in. */
  LandingTarget target() {
    return target;
  }

  /** Looks for rows without a partition; see {@link PartitionCodes#findUnpartitionable}. */
  PartitionCodes partitions() {
    return clustering.partitions();
  }

  /**
   * Writes all rows of a batch; none if it is empty. The batch is only read.
   *
   * @return files that are complete and durable but belong to no table yet: the caller commits or
   *     deletes them
   * @throws dev.firn.error.FirnException with STORAGE if a file can't be written; those written
   *     before it have been deleted, as well as that went. With TABLE if a row has no partition
   */
  public List<LandedFile> write(Batch batch) {
    return write(batch, new RowSet());
  }

  /** Writes all rows but those that are excluded. */
  List<LandedFile> write(Batch batch, RowSet excluded) {
    cluster(batch, excluded);
    return writeClustered(batch);
  }

  /** Orders a batch's rows, but for those that are left out; valid until the next call. */
  Clustering cluster(Batch batch, RowSet excluded) {
    clustering.cluster(batch, excluded);
    return clustering;
  }

  /** Writes the rows that {@link #cluster} has ordered last. */
  List<LandedFile> writeClustered(Batch batch) {
    Attempt attempt = new Attempt(batch);
    try {
      writeDays(attempt);
      return attempt.done;
    } catch (RuntimeException e) {
      attempt.takeBack();
      throw e;
    }
  }

  /** Gives its buffers back. */
  @Override
  public void close() {
    buffers.close();
  }

  private void writeDays(Attempt attempt) {
    int[] starts = clustering.dayStarts();
    Set<Integer> open = openDays();
    boolean dayless = !target.landingSpec().isPartitioned();
    List<Segment> rest = new ArrayList<>();
    for (int code = 0; code < clustering.days().codeCount(); code++) {
      Segment rows = new Segment(starts[code], starts[code + 1]);
      Day day = clustering.days().day(code);
      if (rows.isEmpty()) {
        continue;
      }
      if (day.present() && open.contains(day.value())) {
        attempt.write(target.landingSpec(), day, List.of(rows));
      } else {
        rest.add(rows);
      }
    }
    if (!rest.isEmpty()) {
      PartitionSpec spec = dayless ? target.landingSpec() : PartitionSpec.unpartitioned();
      attempt.write(spec, Day.NONE, rest);
    }
  }

  private Set<Integer> openDays() {
    int[] starts = clustering.dayStarts();
    List<DayRows> days = new ArrayList<>();
    for (int code = 0; code < clustering.days().codeCount(); code++) {
      Day day = clustering.days().day(code);
      int rows = starts[code + 1] - starts[code];
      if (day.present() && rows > 0) {
        days.add(new DayRows(day.value(), rows));
      }
    }
    Set<Integer> open = new HashSet<>();
    openDays.choose(days).forEach(day -> open.add(day.day()));
    return open;
  }

  /** Rows {@code [from, to)} of the order. */
  private record Segment(int from, int to) {
    boolean isEmpty() {
      return from == to;
    }
  }

  /** The files of one batch, until all of them are written. */
  private final class Attempt {
    private final Batch batch;
    private final List<LandedFile> done = new ArrayList<>();
    private final List<String> locations = new ArrayList<>();
    private @Nullable OpenFile open;

    Attempt(Batch batch) {
      this.batch = batch;
    }

    void write(PartitionSpec spec, Day day, List<Segment> segments) {
      String name = names.next();
      String location =
          day.present()
              ? target.locations().newDataLocation(spec, new PartitionTuple(day.value()), name)
              : target.locations().newDataLocation(name);
      OpenFile file = OpenFile.create(target.io(), location, target.schema(), options, buffers);
      locations.add(location);
      open = file;
      for (Segment segment : segments) {
        file.write(batch, clustering.order(), segment.from, segment.to);
      }
      done.add(new LandedFile(file.finish(), spec, day));
      open = null;
    }

    void takeBack() {
      if (open != null) {
        open.abandon();
      }
      Deletion.tryAll(target.io(), locations);
    }
  }
}
