package dev.firn.plan;

import dev.firn.plan.manifest.BytesColumn;
import dev.firn.plan.manifest.ColumnStats;
import dev.firn.plan.manifest.ManifestColumns;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.Expression.Operation;

/**
 * Comparisons of columns that order as their bytes, unsigned, do: strings (in UTF-8), binary,
 * fixed, and UUIDs as the spec has them. Immutable.
 */
final class BytesBounds implements BoundsTest {
  private final int fieldId;
  private final Operation op;
  private final byte[][] values;

  private BytesBounds(int fieldId, Operation op, byte[][] values) {
    this.fieldId = fieldId;
    this.op = op;
    this.values = values;
  }

  /** The test of a comparison, IN, NOT IN or a prefix. */
  static BoundsTest of(BoundPredicate<?> predicate) {
    Collection<?> literals =
        predicate.isLiteralPredicate()
            ? List.of(predicate.asLiteralPredicate().literal().value())
            : predicate.asSetPredicate().literalSet();
    List<byte[]> values = new ArrayList<>();
    for (Object literal : literals) {
      values.add(bytes(literal));
    }
    values.sort(Arrays::compareUnsigned);
    return new BytesBounds(
        predicate.ref().fieldId(), predicate.op(), values.toArray(new byte[0][]));
  }

  private static byte[] bytes(Object value) {
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    if (value instanceof UUID uuid) {
      return ByteBuffer.allocate(2 * Long.BYTES)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    }
    return value.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void retain(ManifestColumns manifest, FileSet set) {
    ColumnStats stats = BoundsTest.stats(manifest, fieldId);
    Counts counts = Counts.of(stats);
    BytesColumn lower = stats.lower().bytes();
    BytesColumn upper = stats.upper().bytes();
    for (int row = set.next(0); row >= 0; row = set.next(row + 1)) {
      if (!keeps(counts, lower, upper, row)) {
        set.remove(row);
      }
    }
  }

  private boolean keeps(Counts counts, BytesColumn lower, BytesColumn upper, int row) {
    switch (op) {
      case NOT_EQ, NOT_IN:
        return counts.mayHaveNull(row) || !isOneOfValues(lower, upper, row);
      case NOT_STARTS_WITH:
        return counts.mayHaveNull(row)
            || !startsWith(lower, row, values[0])
            || !startsWith(upper, row, values[0]);
      case STARTS_WITH:
        return !counts.hasOnlyNulls(row)
            && (!lower.isPresent(row)
                || startsWith(lower, row, values[0])
                || compare(lower, row, values[0]) < 0)
            && (!upper.isPresent(row)
                || startsWith(upper, row, values[0])
                || compare(upper, row, values[0]) > 0);
      default:
        return !counts.hasOnlyNulls(row) && !counts.hasOnlyNans(row) && compares(lower, upper, row);
    }
  }

  private boolean compares(BytesColumn lower, BytesColumn upper, int row) {
    boolean bounded = lower.isPresent(row);
    boolean limited = upper.isPresent(row);
    return switch (op) {
      case LT -> !bounded || compare(lower, row, values[0]) < 0;
      case LT_EQ -> !bounded || compare(lower, row, values[0]) <= 0;
      case GT -> !limited || compare(upper, row, values[0]) > 0;
      case GT_EQ -> !limited || compare(upper, row, values[0]) >= 0;
      case EQ ->
          (!bounded || compare(lower, row, values[0]) <= 0)
              && (!limited || compare(upper, row, values[0]) >= 0);
      default -> !bounded || values.length > NumberBounds.MAX_SET || isIn(lower, upper, row);
    };
  }

  private boolean isIn(BytesColumn lower, BytesColumn upper, int row) {
    int from = 0;
    int to = values.length;
    while (from < to) {
      int middle = from + to >>> 1;
      if (compare(lower, row, values[middle]) > 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from < values.length
        && (!upper.isPresent(row) || compare(upper, row, values[from]) >= 0);
  }

  private boolean isOneOfValues(BytesColumn lower, BytesColumn upper, int row) {
    if (!lower.isPresent(row) || !upper.isPresent(row)) {
      return false;
    }
    int code = lower.code(row);
    byte[] value = Arrays.copyOfRange(lower.pool(), lower.start(code), lower.end(code));
    return compare(upper, row, value) == 0
        && Arrays.binarySearch(values, value, Arrays::compareUnsigned) >= 0;
  }

  private static int compare(BytesColumn column, int row, byte[] value) {
    int code = column.code(row);
    return Arrays.compareUnsigned(
        column.pool(), column.start(code), column.end(code), value, 0, value.length);
  }

  private static boolean startsWith(BytesColumn column, int row, byte[] prefix) {
    if (!column.isPresent(row)) {
      return false;
    }
    int code = column.code(row);
    int start = column.start(code);
    return column.end(code) - start >= prefix.length
        && Arrays.equals(column.pool(), start, start + prefix.length, prefix, 0, prefix.length);
  }
}
