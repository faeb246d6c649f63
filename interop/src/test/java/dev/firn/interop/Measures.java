package dev.firn.interop;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The measures of one column, see {@link FlatColumn.Kind}. */
final class Measures {
  private static final long DAY_MICROS = 86_400_000_000L;
  private static final Comparator<Object> BY_UTF8 =
      (a, b) -> Arrays.compareUnsigned(utf8(a), utf8(b));

  private final FlatColumn.Kind kind;
  private long count;
  private long sum;
  private Object min;
  private Object max;

  Measures(FlatColumn.Kind kind) {
    this.kind = kind;
  }

  /** Adds a value; null is left out. */
  void add(Object cell) {
    if (cell == null) {
      return;
    }
    count++;
    switch (kind) {
      case NUMBER -> take(cell, (Long) cell, Comparator.comparing(Long.class::cast));
      case DOUBLE ->
          take(
              cell,
              (long) Math.floor((Double) cell * 1e3),
              Comparator.comparing(Double.class::cast));
      case TIME ->
          take(
              cell, Math.floorMod((Long) cell, DAY_MICROS), Comparator.comparing(Long.class::cast));
      case TEXT -> {
        String text = (String) cell;
        take(text, text.codePointCount(0, text.length()), BY_UTF8);
      }
    }
  }

  private void take(Object cell, long share, Comparator<Object> order) {
    sum += share;
    min = min == null || order.compare(cell, min) < 0 ? cell : min;
    max = max == null || order.compare(cell, max) > 0 ? cell : max;
  }

  /** Adds the cells of the answer; a sum over nothing is null as in SQL. */
  void putInto(List<Object> cells) {
    cells.add(count);
    cells.add(count == 0 ? null : sum);
    cells.add(min);
    cells.add(max);
  }

  private static byte[] utf8(Object text) {
    return ((String) text).getBytes(StandardCharsets.UTF_8);
  }
}
