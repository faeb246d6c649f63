package dev.firn.transform.eval;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import org.apache.iceberg.types.Type;

/**
 * Appends values of chosen rows to a column; structs by the names of their fields. Int becomes long
 * and float double where the target is wider. One thread.
 */
public abstract class ColumnCopy {
  ColumnCopy() {}

  /**
   * Appends the values of {@code rows[from, to)}.
   *
   * @param source of the type that this was made for, or one that it widens
   * @param target of that type; another column than {@code source}
   */
  public abstract void append(Column source, int[] rows, int from, int to, Column target);

  /** Copies into columns of a type. */
  public static ColumnCopy of(Type type) {
    return switch (type.typeId()) {
      case STRUCT -> new NestedCopy.OfStruct(type.asStructType());
      case LIST -> new NestedCopy.OfList(of(type.asListType().elementType()));
      case MAP ->
          new NestedCopy.OfMap(of(type.asMapType().keyType()), of(type.asMapType().valueType()));
      default -> new Primitive();
    };
  }

  private static final class Primitive extends ColumnCopy {
    @Override
    public void append(Column source, int[] rows, int from, int to, Column target) {
      if (target instanceof BytesColumn bytes) {
        bytes.appendAll((BytesColumn) source, rows, from, to);
      } else if (target instanceof LongColumn longs) {
        appendLongs(source, rows, from, to, longs);
      } else if (target instanceof IntColumn ints) {
        appendInts((IntColumn) source, rows, from, to, ints);
      } else if (target instanceof DoubleColumn doubles) {
        appendDoubles(source, rows, from, to, doubles);
      } else if (target instanceof FloatColumn floats) {
        appendFloats((FloatColumn) source, rows, from, to, floats);
      } else {
        appendBooleans((BooleanColumn) source, rows, from, to, (BooleanColumn) target);
      }
    }

    private static void appendLongs(Column source, int[] rows, int from, int to, LongColumn out) {
      if (source instanceof IntColumn ints) {
        int[] values = ints.values();
        for (int i = from; i < to; i++) {
          if (source.isNull(rows[i])) {
            out.appendNull();
          } else {
            out.append(values[rows[i]]);
          }
        }
        return;
      }
      long[] values = ((LongColumn) source).values();
      for (int i = from; i < to; i++) {
        if (source.isNull(rows[i])) {
          out.appendNull();
        } else {
          out.append(values[rows[i]]);
        }
      }
    }

    private static void appendInts(IntColumn source, int[] rows, int from, int to, IntColumn out) {
      int[] values = source.values();
      for (int i = from; i < to; i++) {
        if (source.isNull(rows[i])) {
          out.appendNull();
        } else {
          out.append(values[rows[i]]);
        }
      }
    }

    private static void appendDoubles(
        Column source, int[] rows, int from, int to, DoubleColumn out) {
      if (source instanceof FloatColumn floats) {
        float[] values = floats.values();
        for (int i = from; i < to; i++) {
          if (source.isNull(rows[i])) {
            out.appendNull();
          } else {
            out.append(values[rows[i]]);
          }
        }
        return;
      }
      double[] values = ((DoubleColumn) source).values();
      for (int i = from; i < to; i++) {
        if (source.isNull(rows[i])) {
          out.appendNull();
        } else {
          out.append(values[rows[i]]);
        }
      }
    }

    private static void appendFloats(
        FloatColumn source, int[] rows, int from, int to, FloatColumn out) {
      float[] values = source.values();
      for (int i = from; i < to; i++) {
        if (source.isNull(rows[i])) {
          out.appendNull();
        } else {
          out.append(values[rows[i]]);
        }
      }
    }

    private static void appendBooleans(
        BooleanColumn source, int[] rows, int from, int to, BooleanColumn out) {
      boolean[] values = source.values();
      for (int i = from; i < to; i++) {
        if (source.isNull(rows[i])) {
          out.appendNull();
        } else {
          out.append(values[rows[i]]);
        }
      }
    }
  }
}
