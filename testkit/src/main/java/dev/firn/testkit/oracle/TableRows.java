package dev.firn.testkit.oracle;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/**
 * A long column of a whole table, read with Iceberg's generic reader.
 *
 * @param count rows
 * @param sum of the column's values, modulo 2^64
 */
public record TableRows(long count, long sum) {
  /** Reads the column and hands each value on; nulls are an error. */
  public static TableRows read(Table table, String column, LongConsumer each) throws IOException {
    long count = 0;
    long sum = 0;
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).select(column).build()) {
      for (Record row : rows) {
        long value = (Long) row.getField(column);
        each.accept(value);
        count++;
        sum += value;
      }
    }
    return new TableRows(count, sum);
  }

  /** A table's name from its text, {@code namespace.name}. */
  public static TableIdentifier name(String text) {
    return TableIdentifier.parse(text);
  }
}
