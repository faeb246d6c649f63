package dev.firn.plan.manifest;

import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.FileFormat;

/**
 * The live entries of a manifest of data files, column by column; rows in the manifest's order.
 * Immutable, for any number of threads.
 *
 * <p>Takes memory in proportion to what distinguishes the files: a column with one value takes
 * none.
 */
public final class ManifestColumns implements Weighed {
  /** What stands beside the columns. */
  record Head(String location, int specId, int rows, int deletedEntries, StatsRequest request) {}

  /** The columns that every plan needs. */
  record Files(
      PathColumn paths,
      LongColumn formats,
      LongColumn recordCounts,
      LongColumn sizesBytes,
      LongColumn ordinals) {
    long sizeOf() {
      return paths.sizeBytes()
          + formats.sizeBytes()
          + recordCounts.sizeBytes()
          + sizesBytes.sizeBytes()
          + ordinals.sizeBytes();
    }
  }

  /** What only readers and writers of rows need. */
  record Extras(
      LongColumn sequences,
      LongColumn fileSequences,
      LongColumn sortOrders,
      LongColumn firstRowIds,
      BytesColumn splitOffsets,
      BytesColumn keyMetadata) {
    long sizeOf() {
      return sequences.sizeBytes()
          + fileSequences.sizeBytes()
          + sortOrders.sizeBytes()
          + firstRowIds.sizeBytes()
          + splitOffsets.sizeBytes()
          + keyMetadata.sizeBytes();
    }
  }

  private static final FileFormat[] FORMATS = FileFormat.values();

  private final Head head;
  private final Files files;
  private final Extras extras;
  private final PartitionTuples partitions;
  private final Map<Integer, ColumnStats> stats;
  private final long recordCount;

  ManifestColumns(
      Head head,
      Files files,
      Extras extras,
      PartitionTuples partitions,
      Map<Integer, ColumnStats> stats) {
    this.head = head;
    this.files = files;
    this.extras = extras;
    this.partitions = partitions;
    this.stats = Map.copyOf(stats);
    long records = 0;
    for (int row = 0; row < head.rows(); row++) {
      records += Math.max(0, files.recordCounts().get(row));
    }
    this.recordCount = records;
  }

  /** Where the manifest is. */
  public String location() {
    return head.location();
  }

  /** The spec of all its files. */
  public int specId() {
    return head.specId();
  }

  /** How many live entries there are. */
  public int rows() {
    return head.rows();
  }

  /** Entries that tell of a deletion; they are no rows. */
  public int deletedEntries() {
    return head.deletedEntries();
  }

  /** The statistics that were decoded. */
  StatsRequest request() {
    return head.request();
  }

  /** The location of a file; made anew with each call. */
  public String path(int row) {
    return files.paths().get(row);
  }

  /** The format of a file. */
  public FileFormat format(int row) {
    return FORMATS[(int) files.formats().get(row)];
  }

  /** Rows of each file; negative if its writer did not know. */
  public LongColumn recordCounts() {
    return files.recordCounts();
  }

  /** Rows of all files whose writers knew. */
  public long recordCount() {
    return recordCount;
  }

  /** Bytes of each file. */
  public LongColumn sizesBytes() {
    return files.sizesBytes();
  }

  /** The place of each file among all entries of the manifest, from 0. */
  LongColumn ordinals() {
    return files.ordinals();
  }

  /** Data sequence numbers. */
  public LongColumn sequences() {
    return extras.sequences();
  }

  Extras extras() {
    return extras;
  }

  /** The partition tuples. */
  public PartitionTuples partitions() {
    return partitions;
  }

  /** The statistics of a column, if any were decoded: absent also where no file has any. */
  public Optional<ColumnStats> stats(int fieldId) {
    return Optional.ofNullable(stats.get(fieldId));
  }

  Map<Integer, ColumnStats> stats() {
    return stats;
  }

  @Override
  public long sizeBytes() {
    long bytes = 400 + 2L * head.location().length() + files.sizeOf() + extras.sizeOf();
    for (ColumnStats column : stats.values()) {
      bytes += column.sizeBytes();
    }
    return bytes + partitions.sizeBytes();
  }
}
