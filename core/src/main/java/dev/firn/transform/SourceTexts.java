package dev.firn.transform;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.ListColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Remembers from piece to piece which texts hardly repeat. Pieces are too short for a column to
 * find that out in time, and looking for repetitions in vain costs more than copying.
 */
final class SourceTexts {
  /** Rows that tell enough of a column. */
  private static final int SAMPLE_ROWS = 1024;

  private final List<BytesColumn> columns = new ArrayList<>();
  private final boolean[] unique;

  SourceTexts(Batch batch) {
    collect(batch.root());
    this.unique = new boolean[columns.size()];
  }

  private void collect(Column column) {
    if (column instanceof BytesColumn bytes) {
      columns.add(bytes);
    } else if (column instanceof StructColumn struct) {
      for (int i = 0; i < struct.fieldCount(); i++) {
        collect(struct.field(i));
      }
    } else if (column instanceof ListColumn list) {
      collect(list.element());
    } else if (column instanceof MapColumn map) {
      collect(map.key());
      collect(map.value());
    }
  }

  /** Empties a batch and prepares its columns for the next piece. */
  void clear(Batch batch) {
    for (int i = 0; i < unique.length; i++) {
      BytesColumn column = columns.get(i);
      int values = column.size() - column.nullCount();
      unique[i] |= values >= SAMPLE_ROWS && column.entryCount() > values >> 1;
    }
    batch.clear();
    for (int i = 0; i < unique.length; i++) {
      if (unique[i]) {
        columns.get(i).expectNoRepetitions();
      }
    }
  }
}
