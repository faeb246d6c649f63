package dev.firn.plan.explain;

import dev.firn.batch.Batch;
import dev.firn.compaction.DataFileRows;
import dev.firn.error.FirnException;
import dev.firn.plan.FilterTree;
import java.util.HashSet;
import java.util.Set;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * Counts the rows of files that match a filter and are not deleted. One thread; in memory are the
 * filter's columns of one group of rows.
 */
public final class MatchCount {
  private final DataFileRows.Opener opener;
  private final Schema projection;
  private final RowMatcher matcher;

  /**
   * A count.
   *
   * @param opener reads files with their deletes applied
   * @param schema the table's
   * @param filter unbound
   */
  public MatchCount(
      DataFileRows.Opener opener, Schema schema, Expression filter, boolean caseSensitive) {
    this.opener = opener;
    Set<Integer> columns = new HashSet<>();
    FilterTree.forEachName(
        filter,
        name -> {
          Types.NestedField field =
              caseSensitive ? schema.findField(name) : schema.caseInsensitiveFindField(name);
          if (field != null) {
            columns.add(field.fieldId());
          }
        });
    // A filter without a column still needs one to count by.
    this.projection =
        columns.isEmpty() ? new Schema(schema.columns().get(0)) : TypeUtil.select(schema, columns);
    this.matcher = new RowMatcher(projection, filter, caseSensitive);
  }

  /**
   * Reads a file.
   *
   * @return its rows that are deleted, and those that are not and match
   * @throws FirnException if it can't be read
   */
  public Explanation.Counted of(FileScanTask task) {
    long matching = 0;
    long present = 0;
    try (DataFileRows rows = opener.open(task, projection)) {
      Batch batch = new Batch(projection);
      BatchRow row = new BatchRow(batch.root());
      for (int group = 0; group < rows.groupCount(); group++) {
        batch.clear();
        rows.read(group, batch);
        present += batch.rowCount();
        for (int i = 0; i < batch.rowCount(); i++) {
          if (matcher.matches(row.at(i))) {
            matching++;
          }
        }
      }
    }
    return new Explanation.Counted(task.file().recordCount() - present, matching);
  }
}
