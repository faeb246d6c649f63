package dev.firn.publish;

import dev.firn.day.DayPeriod;
import dev.firn.day.DayPublisher.ReadyDay;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.TableMetadata;

/**
 * Something that follows the table file by file, as a table of another format does.
 *
 * <p>Files are announced early so that little is left to do when a day ends, but an announcement
 * may get lost in a crash or come twice: what counts is {@link #prepare}, from which a twin has to
 * be able to do everything. Calls come from several threads, for one day from one at a time per
 * process, and from several processes.
 */
public interface DayTwin extends AutoCloseable {
  /**
   * A compaction replaced files: full ones left for their partitions while the day is open, or the
   * tails of a day that closes. In the table already.
   *
   * @param added files of the table's default spec
   */
  default void filesLeft(List<DataFile> added) {}

  /**
   * A day is about to become ready on a snapshot: afterwards the twin must have all of its rows.
   *
   * @param metadata holds the snapshot
   * @param files the data files of the day in that snapshot; their rows of other days are not meant
   * @throws dev.firn.error.FirnException if it can't be done now: the day is not ready then and the
   *     call comes again
   */
  void prepare(TableMetadata metadata, long snapshotId, DayPeriod day, List<DataFile> files)
      throws InterruptedException;

  /** The day is ready; may come again. {@code _SUCCESS} is written after this. */
  void ready(ReadyDay ready) throws InterruptedException;

  /** Something became known of a partition; may come again. */
  default void signal(PartitionSignal signal) throws InterruptedException {}

  /** The process has no more to tell; a later one goes on. */
  @Override
  default void close() {}
}
