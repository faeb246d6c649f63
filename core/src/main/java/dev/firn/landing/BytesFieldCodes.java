package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.landing.BytesRanks.Order;
import dev.firn.landing.BytesRanks.Slices;
import dev.firn.landing.PartitionTransform.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * identity and truncate of columns of bytes, worked out per entry of the column and not per row.
 */
final class BytesFieldCodes extends FieldCodes {
  private final Source source;
  private final boolean truncates;
  private final int width;
  private final Slices slices = new Slices();
  private final BytesRanks ranks = new BytesRanks();
  private int[] entryCodes = new int[0];

  BytesFieldCodes(Source source, PartitionTransform transform) {
    this.source = source;
    this.truncates = transform.kind() == Kind.TRUNCATE;
    this.width = transform.parameter();
  }

  private boolean isDecimal() {
    return source.type().typeId() == Type.TypeID.DECIMAL;
  }

  @Override
  int findUnpartitionable(Batch batch, int fromRow) {
    if (!truncates || !isDecimal()) {
      return -1;
    }
    BigInteger divisor = BigInteger.valueOf(width);
    BigInteger lowest = ValueRange.lowestUnscaled(source.type()).divide(divisor).multiply(divisor);
    BytesColumn column = (BytesColumn) source.in(batch);
    boolean[] tooLow = new boolean[column.entryCount()];
    boolean any = false;
    for (int entry = 0; entry < tooLow.length; entry++) {
      int from = column.offsets()[entry];
      int length = column.offsets()[entry + 1] - from;
      if (length > 0 && column.bytes()[from] < 0) {
        tooLow[entry] = new BigInteger(column.bytes(), from, length).compareTo(lowest) < 0;
        any |= tooLow[entry];
      }
    }
    for (int row = any ? fromRow : column.size(); row < column.size(); row++) {
      if (!column.isNull(row) && tooLow[column.codes()[row]]) {
        return row;
      }
    }
    return -1;
  }

  @Override
  Ranked rank(Batch batch, RowLongs scratch, int[] rowCodes) {
    BytesColumn column = (BytesColumn) source.in(batch);
    int rows = batch.rowCount();
    boolean nullFirst = markUsed(column, rows);
    if (truncates && isDecimal()) {
      truncateNumbers(column);
    } else {
      takeSlices(column);
    }
    int first = nullFirst ? 1 : 0;
    entryCodes = atLeast(entryCodes, slices.count);
    Order order = isDecimal() ? Order.NUMBER : Order.UNSIGNED;
    int distinct = ranks.rank(slices, order, first, entryCodes);
    int[] codes = column.codes();
    for (int row = 0; row < rows; row++) {
      rowCodes[row] = column.isNull(row) ? 0 : entryCodes[codes[row]];
    }
    return new Ranked(first + distinct, nullFirst);
  }

  /** Marks the entries that a row refers to; says whether a row is null. */
  private boolean markUsed(BytesColumn column, int rows) {
    slices.reset(column.entryCount());
    int[] codes = column.codes();
    boolean[] used = slices.used;
    boolean anyNull = false;
    for (int row = 0; row < rows; row++) {
      if (column.isNull(row)) {
        anyNull = true;
      } else {
        used[codes[row]] = true;
      }
    }
    return anyNull;
  }

  private void takeSlices(BytesColumn column) {
    slices.bytes = column.bytes();
    int[] offsets = column.offsets();
    boolean codePoints = source.type().typeId() == Type.TypeID.STRING;
    for (int entry = 0; entry < slices.count; entry++) {
      int start = offsets[entry];
      int end = offsets[entry + 1];
      if (truncates && end - start > width) {
        end = codePoints ? endOfCodePoints(slices.bytes, start, end, width) : start + width;
      }
      slices.starts[entry] = start;
      slices.ends[entry] = end;
    }
  }

  /** Where the first {@code count} code points of valid UTF-8 end. */
  private static int endOfCodePoints(byte[] utf8, int start, int end, int count) {
    int begun = 0;
    for (int at = start; at < end; at++) {
      boolean begins = (utf8[at] & 0xC0) != 0x80;
      if (begins && begun++ == count) {
        return at;
      }
    }
    return end;
  }

  /** Decimals of more than 18 digits: rare enough for an object per entry. */
  private void truncateNumbers(BytesColumn column) {
    BigInteger divisor = BigInteger.valueOf(width);
    byte[] results = new byte[0];
    int length = 0;
    int[] offsets = column.offsets();
    for (int entry = 0; entry < slices.count; entry++) {
      slices.starts[entry] = length;
      if (slices.used[entry]) {
        int from = offsets[entry];
        BigInteger value = new BigInteger(column.bytes(), from, offsets[entry + 1] - from);
        byte[] result = value.subtract(value.mod(divisor)).toByteArray();
        if (length + result.length > results.length) {
          results = Arrays.copyOf(results, Math.max(1024, 2 * (length + result.length)));
        }
        System.arraycopy(result, 0, results, length, result.length);
        length += result.length;
      }
      slices.ends[entry] = length;
    }
    slices.bytes = results;
  }

  @Override
  Object valueOfRank(int rank) {
    byte[] value = ranks.distinct(rank);
    return switch (source.type().typeId()) {
      case STRING -> new String(value, StandardCharsets.UTF_8);
      case DECIMAL ->
          new BigDecimal(new BigInteger(value), ((Types.DecimalType) source.type()).scale());
      case UUID -> {
        ByteBuffer bytes = ByteBuffer.wrap(value);
        yield new UUID(bytes.getLong(), bytes.getLong());
      }
      default -> ByteBuffer.wrap(value);
    };
  }
}
