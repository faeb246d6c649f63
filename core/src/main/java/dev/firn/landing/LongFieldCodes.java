package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.landing.PartitionTransform.Kind;
import java.math.BigDecimal;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Fields whose partition value fits a long: all of fixed-width columns, and buckets of any column.
 *
 * <p>Floating-point values are ranked as {@link Double#compare} orders them: -0.0 before 0.0, NaN
 * last.
 */
final class LongFieldCodes extends FieldCodes {
  private static final long DAY_MICROS = 86_400_000_000L;

  private final Source source;
  private final PartitionTransform transform;
  private final ValueRange range;
  private final LongRanks ranks = new LongRanks();
  private int[] entryBuckets = new int[0];
  private long[] values = new long[0];

  LongFieldCodes(Source source, PartitionTransform transform) {
    this.source = source;
    this.transform = transform;
    this.range = ValueRange.of(source.type(), transform);
  }

  @Override
  int findUnpartitionable(Batch batch, int fromRow) {
    if (range.isEverything()) {
      return -1;
    }
    Column column = source.in(batch);
    return column instanceof IntColumn ints
        ? range.findOutside(ints, fromRow)
        : range.findOutside((LongColumn) column, fromRow);
  }

  @Override
  Ranked rank(Batch batch, RowLongs scratch, int[] rowCodes) {
    Column column = source.in(batch);
    int rows = batch.rowCount();
    Column nulls = column.nullCount() == 0 ? null : column;
    int count = ranks.rank(transformed(column, rows, scratch), rows, nulls, rowCodes);
    values = ranks.distinct();
    return new Ranked(count, nulls != null && count > values.length);
  }

  private long[] transformed(Column column, int rows, RowLongs scratch) {
    long[] result = scratch.atLeast(rows);
    if (column instanceof BytesColumn bytes) {
      bucketEntries(bytes, rows, result);
      return result;
    }
    long[] plain = plainValues(column, rows, result);
    switch (transform.kind()) {
      case IDENTITY:
        return plain;
      case BUCKET:
        LongTransforms.bucket(plain, rows, transform.parameter(), hashOf(source.type()), result);
        return result;
      case TRUNCATE:
        LongTransforms.truncate(plain, rows, transform.parameter(), result);
        return result;
      default:
        TimeTransforms.apply(transform.kind(), plain, rows, unitsPerDay(source.type()), result);
        return result;
    }
  }

  /** The values as longs; of a long column its own array, which is not to be written to. */
  private static long[] plainValues(Column column, int rows, long[] widened) {
    if (column instanceof LongColumn longs) {
      return longs.values();
    } else if (column instanceof IntColumn ints) {
      LongTransforms.widen(ints.values(), rows, widened);
    } else if (column instanceof DoubleColumn doubles) {
      LongTransforms.sortable(doubles.values(), rows, widened);
    } else if (column instanceof FloatColumn floats) {
      LongTransforms.sortable(floats.values(), rows, widened);
    } else {
      LongTransforms.widen(((BooleanColumn) column).values(), rows, widened);
    }
    return widened;
  }

  /** Hashes each entry once, however many rows it has. */
  private void bucketEntries(BytesColumn column, int rows, long[] result) {
    int entries = column.entryCount();
    entryBuckets = atLeast(entryBuckets, entries);
    int[] offsets = column.offsets();
    for (int entry = 0; entry < entries; entry++) {
      int hash = Murmur3.hash(column.bytes(), offsets[entry], offsets[entry + 1]);
      entryBuckets[entry] = (hash & Integer.MAX_VALUE) % transform.parameter();
    }
    int[] codes = column.codes();
    for (int row = 0; row < rows; row++) {
      if (!column.isNull(row)) {
        result[row] = entryBuckets[codes[row]];
      }
    }
  }

  @Override
  Object valueOfRank(int rank) {
    long value = values[rank];
    if (transform.kind() != Kind.IDENTITY && transform.kind() != Kind.TRUNCATE) {
      return (int) value;
    }
    Type type = source.type();
    return switch (type.typeId()) {
      case BOOLEAN -> value != 0;
      case INTEGER, DATE -> (int) value;
      case FLOAT -> (float) LongTransforms.ofSortable(value);
      case DOUBLE -> LongTransforms.ofSortable(value);
      case DECIMAL -> BigDecimal.valueOf(value, ((Types.DecimalType) type).scale());
      default -> value;
    };
  }

  private static LongTransforms.Hash hashOf(Type type) {
    return switch (type.typeId()) {
      case DECIMAL -> LongTransforms.Hash.UNSCALED;
      case TIMESTAMP_NANO -> LongTransforms.Hash.NANOS_AS_MICROS;
      default -> LongTransforms.Hash.LONG;
    };
  }

  /** How many units of a type's values make a day. */
  static long unitsPerDay(Type type) {
    return switch (type.typeId()) {
      case DATE -> 1;
      case TIMESTAMP -> DAY_MICROS;
      case TIMESTAMP_NANO -> DAY_MICROS * 1000;
      default -> throw new IllegalArgumentException(type + " is no time");
    };
  }
}
