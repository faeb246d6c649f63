package dev.firn.parquet;

import dev.firn.batch.Column;
import dev.firn.batch.ListColumn;
import dev.firn.batch.MapColumn;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Arrays;

/**
 * Turns rows of nested columns into one leaf's levels and the positions of its values, as the
 * Dremel paper does.
 *
 * <p>After {@link #shred}: {@code count} entries with a definition and a repetition level each, of
 * which {@code valueCount} are values, found at {@code values[0, valueCount)} of the leaf column.
 * The levels are not filled in where they are the same for all: definition levels when {@code
 * valueCount == count}, repetition levels when the leaf does not repeat.
 */
final class Shredder {
  private final Leaf leaf;
  private final PathStep[] steps;
  private final boolean repeats;

  /** The columns along the path; the last one is the leaf's. */
  private final Column[] columns;

  /** The repetition level of elements that a step leads to, other than a list's first. */
  private final int[] repetitionOfStep;

  int[] definitions = new int[0];
  int[] repetitions = new int[0];
  int[] values = new int[0];
  int count;
  int valueCount;

  Shredder(Leaf leaf) {
    this.leaf = leaf;
    this.steps = leaf.steps().toArray(new PathStep[0]);
    this.repeats = leaf.maxRepetition() > 0;
    this.columns = new Column[steps.length];
    this.repetitionOfStep = new int[steps.length];
    int repetition = 0;
    for (int i = 0; i < steps.length; i++) {
      repetition += steps[i].repeats() ? 1 : 0;
      repetitionOfStep[i] = repetition;
    }
  }

  /** Takes the columns of a batch. */
  void bind(Column root) {
    Column column = root;
    for (int i = 0; i < steps.length; i++) {
      column = steps[i].childOf(column);
      columns[i] = column;
    }
  }

  /** The leaf's column in the batch. */
  Column column() {
    return columns[columns.length - 1];
  }

  /** Shreds {@code rows[from, to)}. */
  void shred(int[] rows, int from, int to) {
    count = 0;
    valueCount = 0;
    if (repeats) {
      for (int i = from; i < to; i++) {
        emit(0, rows[i], 0, 0);
      }
    } else {
      shredFlat(rows, from, to);
    }
  }

  private void shredFlat(int[] rows, int from, int to) {
    int length = to - from;
    reserve(length);
    count = length;
    if (!hasNulls()) {
      System.arraycopy(rows, from, values, 0, length);
      valueCount = length;
    } else if (steps.length == 1) {
      shredColumn(rows, from, to);
    } else {
      shredFields(rows, from, to);
    }
  }

  private boolean hasNulls() {
    for (Column column : columns) {
      if (column.nullCount() > 0) {
        return true;
      }
    }
    return false;
  }

  private void shredColumn(int[] rows, int from, int to) {
    Column column = columns[0];
    int found = 0;
    for (int i = from; i < to; i++) {
      int row = rows[i];
      int present = column.isNull(row) ? 0 : 1;
      values[found] = row;
      found += present;
      definitions[i - from] = present;
    }
    valueCount = found;
    if (found < to - from && !steps[0].optional()) {
      throw nullInRequired(0);
    }
  }

  private void shredFields(int[] rows, int from, int to) {
    int found = 0;
    for (int i = from; i < to; i++) {
      int row = rows[i];
      int definition = 0;
      int step = 0;
      while (step < steps.length && !columns[step].isNull(row)) {
        definition += steps[step].optional() ? 1 : 0;
        step++;
      }
      if (step == steps.length) {
        values[found++] = row;
      } else if (!steps[step].optional()) {
        throw nullInRequired(step);
      }
      definitions[i - from] = definition;
    }
    valueCount = found;
  }

  private void emit(int step, int row, int repetition, int parentDefinition) {
    if (columns[step].isNull(row)) {
      if (!steps[step].optional()) {
        throw nullInRequired(step);
      }
      add(parentDefinition, repetition);
      return;
    }
    int definition = parentDefinition + (steps[step].optional() ? 1 : 0);
    int next = step + 1;
    if (next == steps.length) {
      add(definition, repetition);
      values[valueCount++] = row;
    } else if (steps[next].repeats()) {
      emitElements(next, row, repetition, definition);
    } else {
      emit(next, row, repetition, definition);
    }
  }

  private void emitElements(int step, int row, int repetition, int definition) {
    int[] offsets = offsets(columns[step - 1]);
    int from = offsets[row];
    int to = offsets[row + 1];
    if (from == to) {
      add(definition, repetition);
      return;
    }
    emit(step, from, repetition, definition + 1);
    for (int i = from + 1; i < to; i++) {
      emit(step, i, repetitionOfStep[step], definition + 1);
    }
  }

  private static int[] offsets(Column column) {
    return column instanceof ListColumn
        ? ((ListColumn) column).offsets()
        : ((MapColumn) column).offsets();
  }

  private void add(int definition, int repetition) {
    if (count == definitions.length) {
      reserve(count + 1);
    }
    definitions[count] = definition;
    repetitions[count] = repetition;
    count++;
  }

  private void reserve(int entries) {
    if (entries > values.length) {
      int capacity = Math.max(entries, values.length + (values.length >> 1) + 64);
      values = Arrays.copyOf(values, capacity);
      definitions = Arrays.copyOf(definitions, capacity);
      repetitions = Arrays.copyOf(repetitions, repeats ? capacity : 0);
    }
  }

  private FirnException nullInRequired(int step) {
    return new FirnException(
        ErrorCode.TABLE,
        "can't write a null into "
            + leaf.dottedPath()
            + " (field id "
            + leaf.fieldId()
            + "): "
            + (step == steps.length - 1 ? "the column" : "a column above it")
            + " is required; reject such rows before or make the column optional");
  }
}
