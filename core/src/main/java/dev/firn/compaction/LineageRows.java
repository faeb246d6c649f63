package dev.firn.compaction;

import dev.firn.batch.Batch;
import dev.firn.batch.LongColumn;
import java.util.Arrays;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;

/**
 * Rows of a file of format version 3 with their row ids and the sequence numbers of their last
 * update: where the file has none in its columns, they follow from its manifest entry (Iceberg
 * spec, Row Lineage). One thread.
 */
final class LineageRows implements DataFileRows {
  private final DataFileRows rows;
  private final DataFile file;
  private final int[] groupRows;
  private final int idColumn;
  private final int sequenceColumn;

  private LineageRows(DataFileRows rows, DataFile file, int[] groupRows, Schema projection) {
    this.rows = rows;
    this.file = file;
    this.groupRows = groupRows;
    this.idColumn = position(projection, MetadataColumns.ROW_ID.fieldId());
    this.sequenceColumn =
        position(projection, MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId());
  }

  /**
   * Completes a file's rows, if the projection asks for it and the manifest knows.
   *
   * @param rows all rows of the file, none deleted
   * @param groupRows how many rows each group has
   */
  static DataFileRows of(DataFileRows rows, DataFile file, int[] groupRows, Schema projection) {
    boolean asked = projection.findField(MetadataColumns.ROW_ID.fieldId()) != null;
    // Files that were there before the table got version 3 have no ids; the new file gives some.
    return asked && file.firstRowId() != null
        ? new LineageRows(rows, file, groupRows, projection)
        : rows;
  }

  private static int position(Schema schema, int fieldId) {
    for (int i = 0; i < schema.columns().size(); i++) {
      if (schema.columns().get(i).fieldId() == fieldId) {
        return i;
      }
    }
    throw new IllegalArgumentException("no column " + fieldId + " in " + schema);
  }

  @Override
  public int groupCount() {
    return rows.groupCount();
  }

  @Override
  public long sizeBytes(int group) {
    return rows.sizeBytes(group);
  }

  @Override
  public void read(int group, Batch into) {
    int before = into.rowCount();
    rows.read(group, into);
    long first = file.firstRowId();
    for (int i = 0; i < group; i++) {
      first += groupRows[i];
    }
    fill((LongColumn) into.column(idColumn), before, first, 1);
    Long sequence = file.fileSequenceNumber();
    if (sequence != null) {
      fill((LongColumn) into.column(sequenceColumn), before, sequence, 0);
    }
  }

  /** Puts {@code value + step * row} where there is null, from a row on. */
  private static void fill(LongColumn column, int from, long value, int step) {
    int size = column.size();
    long[] values = Arrays.copyOfRange(column.values(), from, size);
    for (int i = 0; i < values.length; i++) {
      if (column.isNull(from + i)) {
        values[i] = value + (long) step * i;
      }
    }
    column.truncate(from);
    for (long each : values) {
      column.append(each);
    }
  }

  @Override
  public void close() {
    rows.close();
  }
}
