package dev.firn.transform.eval;

import dev.firn.batch.Column;
import dev.firn.batch.ListColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;
import java.util.List;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Copies of nested columns. */
final class NestedCopy {
  private NestedCopy() {}

  /** A struct; a field that the source lacks becomes null. */
  static final class OfStruct extends ColumnCopy {
    private final List<Types.NestedField> fields;
    private final ColumnCopy[] copies;
    private final int[] positions;
    private Types.@Nullable StructType known;

    OfStruct(Types.StructType type) {
      this.fields = type.fields();
      this.copies =
          fields.stream().map(field -> ColumnCopy.of(field.type())).toArray(ColumnCopy[]::new);
      this.positions = new int[copies.length];
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the same batch again, which is nearly always so
    public void append(Column source, int[] rows, int from, int to, Column target) {
      StructColumn in = (StructColumn) source;
      StructColumn out = (StructColumn) target;
      if (known != in.type()) {
        match(in.type());
      }
      int begin = from;
      while (begin < to) {
        if (in.isNull(rows[begin])) {
          out.appendNull();
          begin++;
          continue;
        }
        int end = begin + 1;
        while (end < to && !in.isNull(rows[end])) {
          end++;
        }
        appendRun(in, rows, begin, end, out);
        begin = end;
      }
    }

    /** Fields first, all rows of a run without nulls; then the structs themselves. */
    private void appendRun(StructColumn in, int[] rows, int from, int to, StructColumn out) {
      for (int f = 0; f < copies.length; f++) {
        if (positions[f] >= 0) {
          copies[f].append(in.field(positions[f]), rows, from, to, out.field(f));
        }
      }
      for (int i = from; i < to; i++) {
        out.append();
      }
    }

    private void match(Types.StructType source) {
      for (int f = 0; f < positions.length; f++) {
        positions[f] = -1;
        for (int i = 0; i < source.fields().size(); i++) {
          if (source.fields().get(i).name().equals(fields.get(f).name())) {
            positions[f] = i;
          }
        }
      }
      known = source;
    }
  }

  /** A list. */
  static final class OfList extends ColumnCopy {
    private final ColumnCopy elements;
    private final Numbers numbers = new Numbers();

    OfList(ColumnCopy elements) {
      this.elements = elements;
    }

    @Override
    public void append(Column source, int[] rows, int from, int to, Column target) {
      ListColumn in = (ListColumn) source;
      ListColumn out = (ListColumn) target;
      for (int i = from; i < to; i++) {
        int row = rows[i];
        if (in.isNull(row)) {
          out.appendNull();
        } else {
          int first = in.offsets()[row];
          int count = in.offsets()[row + 1] - first;
          elements.append(in.element(), numbers.from(first, count), 0, count, out.element());
          out.append();
        }
      }
    }
  }

  /** A map. */
  static final class OfMap extends ColumnCopy {
    private final ColumnCopy keys;
    private final ColumnCopy values;
    private final Numbers numbers = new Numbers();

    OfMap(ColumnCopy keys, ColumnCopy values) {
      this.keys = keys;
      this.values = values;
    }

    @Override
    public void append(Column source, int[] rows, int from, int to, Column target) {
      MapColumn in = (MapColumn) source;
      MapColumn out = (MapColumn) target;
      for (int i = from; i < to; i++) {
        int row = rows[i];
        if (in.isNull(row)) {
          out.appendNull();
        } else {
          int first = in.offsets()[row];
          int count = in.offsets()[row + 1] - first;
          int[] entries = numbers.from(first, count);
          keys.append(in.key(), entries, 0, count, out.key());
          values.append(in.value(), entries, 0, count, out.value());
          out.append();
        }
      }
    }
  }

  /** Row numbers that follow each other. */
  private static final class Numbers {
    private int[] numbers = new int[16];

    int[] from(int first, int count) {
      if (numbers.length < count) {
        numbers = new int[count + (count >> 1)];
      }
      for (int i = 0; i < count; i++) {
        numbers[i] = first + i;
      }
      return numbers;
    }
  }
}
