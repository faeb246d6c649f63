package dev.firn.landing;

import dev.firn.batch.Batch;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;

/**
 * The order in which a batch's rows are written: by the landing spec's day, then by the tuple of
 * the table's spec; rows of one partition stay in the order in which they came.
 *
 * <p>The codes of the fields are combined into one code per row, made dense again whenever the
 * combinations that could occur outnumber the rows, and the rows are then counting-sorted. Time is
 * linear in rows (plus a sort of the distinct tuples), memory is some 24 bytes per row and field,
 * however many partitions there are. One thread; buffers are reused from batch to batch, and
 * results are valid until the next one.
 */
public final class Clustering {
  /** Combinations up to this are counted without being made dense; their counts fit a cache. */
  private static final int SMALL_CODE_SPACE = 4096;

  private final DayColumn days;
  private final PartitionCodes partitions;
  private final int[] sortFields;
  private final RowLongs pairs = new RowLongs();
  private final LongRanks ranks = new LongRanks();
  private int[] combined = new int[0];
  private int[] order = new int[0];
  private int[] counts = new int[0];
  private int[] dayStarts = new int[1];
  private int[] partitionStarts = new int[1];
  private int partitionCount;
  private int rowCount;

  /**
   * Prepares for batches of a schema.
   *
   * @param tableSpec whose tuple the rows are clustered by
   * @param landingSpec the day field alone, or unpartitioned; unpartitioned clusters by the tuple
   *     alone
   */
  public Clustering(Schema schema, PartitionSpec tableSpec, PartitionSpec landingSpec) {
    this.days = new DayColumn(schema, landingSpec);
    this.partitions = new PartitionCodes(schema, tableSpec);
    this.sortFields = sortFields(tableSpec, landingSpec);
  }

  /** Fields that are the same all over a landing day need not be sorted by. */
  private static int[] sortFields(PartitionSpec tableSpec, PartitionSpec landingSpec) {
    List<PartitionField> fields = tableSpec.fields();
    int[] kept = new int[fields.size()];
    int count = 0;
    for (int i = 0; i < kept.length; i++) {
      PartitionField field = fields.get(i);
      if (landingSpec.fields().stream().noneMatch(day -> PartitionCodes.follows(field, day))) {
        kept[count++] = i;
      }
    }
    return Arrays.copyOf(kept, count);
  }

  /** Clusters all rows of a batch, which must all have a partition. */
  public void cluster(Batch batch) {
    cluster(batch, new RowSet());
  }

  /** Clusters the rows of a batch, but for those that are left out. */
  void cluster(Batch batch, RowSet excluded) {
    days.compute(batch);
    partitions.compute(batch, excluded);
    int rows = batch.rowCount();
    combined = buffer(combined, rows);
    order = buffer(order, rows);
    int codeSpace = combine(rows);
    sort(rows, codeSpace, excluded);
    findDayStarts();
  }

  private static int[] buffer(int[] old, int rows) {
    return old.length >= rows ? old : new int[rows + (rows >> 2)];
  }

  /** Fills {@link #combined}; returns how many codes it may hold. */
  private int combine(int rows) {
    int space = Math.max(1, days.codeCount());
    System.arraycopy(days.codes(rows), 0, combined, 0, rows);
    long limit = Math.max(SMALL_CODE_SPACE, rows);
    for (int field : sortFields) {
      int[] codes = partitions.codes(field);
      int count = Math.max(1, partitions.codeCount(field));
      if ((long) space * count <= limit) {
        for (int row = 0; row < rows; row++) {
          combined[row] = combined[row] * count + codes[row];
        }
        space *= count;
      } else {
        space = combineDense(codes, count, rows);
      }
    }
    return space;
  }

  private int combineDense(int[] codes, int count, int rows) {
    long[] keys = pairs.atLeast(rows);
    for (int row = 0; row < rows; row++) {
      keys[row] = (long) combined[row] * count + codes[row];
    }
    return ranks.rank(keys, rows, null, combined);
  }

  private void sort(int rows, int codeSpace, RowSet excluded) {
    counts = buffer(counts, codeSpace + 1);
    Arrays.fill(counts, 0, codeSpace + 1, 0);
    boolean allRows = excluded.size() == 0;
    for (int row = 0; row < rows; row++) {
      if (allRows || !excluded.contains(row)) {
        counts[combined[row]]++;
      }
    }
    rowCount = startPartitions(codeSpace);
    for (int row = 0; row < rows; row++) {
      if (allRows || !excluded.contains(row)) {
        order[counts[combined[row]]++] = row;
      }
    }
  }

  /** Turns counts into positions and notes where partitions begin; returns the sum. */
  private int startPartitions(int codeSpace) {
    partitionCount = 0;
    int at = 0;
    for (int code = 0; code < codeSpace; code++) {
      int count = counts[code];
      counts[code] = at;
      if (count > 0) {
        partitionStarts = FieldCodes.atLeast(partitionStarts, partitionCount + 2);
        partitionStarts[partitionCount++] = at;
        at += count;
      }
    }
    partitionStarts[partitionCount] = at;
    return at;
  }

  private void findDayStarts() {
    int codes = days.codeCount();
    dayStarts = buffer(dayStarts, codes + 1);
    Arrays.fill(dayStarts, 0, codes + 1, 0);
    int[] dayOfRow = days.codes(combined.length);
    for (int i = 0; i < rowCount; i++) {
      dayStarts[dayOfRow[order[i]] + 1]++;
    }
    for (int day = 0; day < codes; day++) {
      dayStarts[day + 1] += dayStarts[day];
    }
  }

  /** How many rows are in {@link #order}. */
  public int rowCount() {
    return rowCount;
  }

  /** The rows in the order to be written; valid in {@code [0, rowCount())}. */
  public int[] order() {
    return order;
  }

  /** The batch's landing days; day d has the rows {@code [dayStarts()[d], dayStarts()[d + 1])}. */
  public DayColumn days() {
    return days;
  }

  /**
   * Where landing days begin in {@link #order}, by the code of the day; a day whose rows are all
   * left out is empty.
   */
  public int[] dayStarts() {
    return dayStarts;
  }

  /** How many runs of rows of one day and one partition there are; none is empty. */
  public int partitionCount() {
    return partitionCount;
  }

  /** Where those runs begin in {@link #order}; valid in {@code [0, partitionCount()]}. */
  public int[] partitionStarts() {
    return partitionStarts;
  }

  /** The partition values of the batch's rows under the table's spec. */
  public PartitionCodes partitions() {
    return partitions;
  }
}
