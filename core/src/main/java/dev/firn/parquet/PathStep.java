package dev.firn.parquet;

import dev.firn.batch.Column;
import dev.firn.batch.ListColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;

/**
 * One step from a column to a column below it, on the way to a leaf.
 *
 * @param kind which child is taken
 * @param position the field's position in a struct; 0 otherwise
 * @param optional whether the child may be null
 */
record PathStep(Kind kind, int position, boolean optional) {
  enum Kind {
    FIELD,
    ELEMENT,
    KEY,
    VALUE
  }

  /** Whether the child repeats within its parent. */
  boolean repeats() {
    return kind != Kind.FIELD;
  }

  /** The child column. */
  Column childOf(Column parent) {
    switch (kind) {
      case FIELD:
        return ((StructColumn) parent).field(position);
      case ELEMENT:
        return ((ListColumn) parent).element();
      case KEY:
        return ((MapColumn) parent).key();
      case VALUE:
        return ((MapColumn) parent).value();
    }
    throw new AssertionError(kind);
  }
}
