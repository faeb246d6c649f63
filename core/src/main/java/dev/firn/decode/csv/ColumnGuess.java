package dev.firn.decode.csv;

import dev.firn.decode.IsoTimes;
import dev.firn.decode.NumberText;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** What the values of one column have been so far. */
final class ColumnGuess {
  /**
   * Values of another kind that are taken for faults in the data, out of a hundred: rows that hold
   * one will be rejected, which is better than a column of strings.
   */
  private static final int ODD_VALUES_PERCENT = 1;

  private enum Kind {
    LONG,
    DOUBLE,
    BOOLEAN,
    TIMESTAMP,
    DATE,
    STRING
  }

  private final NumberText numbers = new NumberText();
  private final IsoTimes times = new IsoTimes();
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private long valueCount;

  /** Adds the text {@code [from, end)}. */
  void add(byte[] b, int from, int end) {
    valueCount++;
    counts.merge(kind(b, from, end), 1L, Long::sum);
  }

  /** Values that were not null. */
  long valueCount() {
    return valueCount;
  }

  boolean isTimestamp() {
    return kinds().equals(EnumSet.of(Kind.TIMESTAMP));
  }

  /** The type that holds nearly all values. */
  Type type() {
    Set<Kind> kinds = kinds();
    if (kinds.equals(EnumSet.of(Kind.LONG))) {
      return Types.LongType.get();
    }
    if (!kinds.isEmpty() && EnumSet.of(Kind.LONG, Kind.DOUBLE).containsAll(kinds)) {
      return Types.DoubleType.get();
    }
    if (kinds.equals(EnumSet.of(Kind.BOOLEAN))) {
      return Types.BooleanType.get();
    }
    if (isTimestamp()) {
      return Types.TimestampType.withZone();
    }
    return kinds.equals(EnumSet.of(Kind.DATE)) ? Types.DateType.get() : Types.StringType.get();
  }

  private Set<Kind> kinds() {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    long numbersSeen = counts.getOrDefault(Kind.LONG, 0L) + counts.getOrDefault(Kind.DOUBLE, 0L);
    counts.forEach(
        (kind, count) -> {
          // Whole numbers among fractions, or the other way round, are no fault.
          boolean number = kind == Kind.LONG || kind == Kind.DOUBLE;
          if ((number ? numbersSeen : count) * 100 > valueCount * ODD_VALUES_PERCENT) {
            kinds.add(kind);
          }
        });
    return kinds;
  }

  private Kind kind(byte[] b, int from, int end) {
    if (from == end) {
      return Kind.STRING;
    }
    if (numbers.scan(b, from) == end) {
      return isWhole(b, from, end) && numbers.toLong() ? Kind.LONG : Kind.DOUBLE;
    }
    if (CellReader.truth(b, from, end) >= 0) {
      return Kind.BOOLEAN;
    }
    if (times.timestamp(b, from, end)) {
      return Kind.TIMESTAMP;
    }
    return times.date(b, from, end) ? Kind.DATE : Kind.STRING;
  }

  private static boolean isWhole(byte[] b, int from, int end) {
    for (int p = from; p < end; p++) {
      if (b[p] == '.' || (b[p] | 0x20) == 'e') {
        return false;
      }
    }
    return true;
  }
}
