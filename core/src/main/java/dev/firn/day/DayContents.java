package dev.firn.day;

import dev.firn.commit.PinnedOperations;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.table.LandingSpec;
import dev.firn.table.PartitionSpan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Counts what a snapshot holds of a day, from its manifests alone. One thread.
 *
 * <p>Exact where each data file's partition or its bounds tell that all of its rows are of the day,
 * and none has deletes.
 */
public final class DayContents {
  private final TableOperations operations;
  private final String name;
  private final Optional<String> dayColumn;
  private final Optional<String> timeColumn;

  /**
   * Counts in one table.
   *
   * @param operations not refreshed here
   * @param dayColumn the column that holds a row's date in the zone, if there is one
   * @param timeColumn the column that holds a row's event time
   */
  public DayContents(
      TableOperations operations,
      String name,
      Optional<String> dayColumn,
      Optional<String> timeColumn) {
    this.operations = operations;
    this.name = name;
    this.dayColumn = dayColumn;
    this.timeColumn = timeColumn;
  }

  /** Takes a data file with rows of a day. */
  @FunctionalInterface
  public interface Sink {
    /**
     * A file.
     *
     * @param whole whether all of its rows are of the day and none is deleted, as far as known
     */
    void file(FileScanTask task, boolean whole);
  }

  /**
   * Counts.
   *
   * @throws FirnException {@link ErrorCode#STORAGE} if a manifest can't be read
   */
  public DayContent count(TableMetadata metadata, long snapshotId, DayPeriod day) {
    return count(metadata, snapshotId, day, spec -> true);
  }

  /** The same of landing files alone: what is not compacted yet. */
  public DayContent countLanded(TableMetadata metadata, long snapshotId, DayPeriod day) {
    LandingSpec landing = landing(metadata);
    return count(
        metadata,
        snapshotId,
        day,
        spec ->
            spec.specId() != metadata.defaultSpecId()
                && (landing.sameAs(spec) || spec.isUnpartitioned()));
  }

  private DayContent count(
      TableMetadata metadata, long snapshotId, DayPeriod day, Predicate<PartitionSpec> counts) {
    long[] sums = new long[3];
    each(
        metadata,
        snapshotId,
        day,
        (task, whole) -> {
          if (counts.test(task.spec())) {
            sums[0] += task.file().recordCount();
            sums[1]++;
            sums[2] += whole ? 0 : 1;
          }
        });
    return new DayContent(sums[0], sums[2] == 0, sums[1]);
  }

  /** Hands over the data files of a day; the snapshot must be in the metadata. */
  public void each(TableMetadata metadata, long snapshotId, DayPeriod day, Sink sink) {
    Schema schema = metadata.schema();
    TableScan scan = table(metadata).newScan().useSnapshot(snapshotId).filter(filter(schema, day));
    if (timeColumn.isPresent()) {
      scan = scan.includeColumnStats(Set.of(timeColumn.get()));
    }
    try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
      for (FileScanTask task : tasks) {
        sink.file(task, task.deletes().isEmpty() && isWhole(schema, task, day));
      }
    } catch (IOException e) {
      throw unreadable(day, e);
    } catch (RuntimeIOException e) {
      throw unreadable(day, e);
    }
  }

  /** The columns that tell a row's day. */
  PartitionSpan.Columns columns() {
    return new PartitionSpan.Columns(dayColumn, timeColumn);
  }

  /** The landing layout by a metadata. */
  LandingSpec landing(TableMetadata metadata) {
    return LandingSpec.of(metadata.schema(), metadata.spec(), dayColumn, timeColumn);
  }

  /** The table as a metadata has it. */
  Table table(TableMetadata metadata) {
    return new BaseTable(new PinnedOperations(operations, metadata), name);
  }

  private FirnException unreadable(DayPeriod day, Exception cause) {
    return new FirnException(
        ErrorCode.STORAGE,
        "can't read the manifests of " + name + " for " + day.name() + ": " + cause.getMessage(),
        cause);
  }

  private Expression filter(Schema schema, DayPeriod day) {
    if (dayColumn.isPresent()) {
      Expression date = Expressions.equal(dayColumn.get(), day.tableDay());
      return timeColumn
          .map(column -> Expressions.and(date, between(schema, column, day)))
          .orElse(date);
    }
    return timeColumn.map(column -> between(schema, column, day)).orElse(Expressions.alwaysTrue());
  }

  private static Expression between(Schema schema, String column, DayPeriod day) {
    if (schema.findType(column).typeId() == Type.TypeID.DATE) {
      return Expressions.equal(column, day.tableDay());
    }
    return Expressions.and(
        Expressions.greaterThanOrEqual(column, micros(day.start())),
        Expressions.lessThan(column, micros(day.end())));
  }

  private boolean isWhole(Schema schema, FileScanTask task, DayPeriod day) {
    boolean dayLong = isUtcDay(day);
    for (int i = 0; i < task.spec().fields().size(); i++) {
      PartitionField field = task.spec().fields().get(i);
      String source = schema.findColumnName(field.sourceId());
      boolean date = dayColumn.isPresent() && dayColumn.get().equals(source);
      boolean time = timeColumn.isPresent() && timeColumn.get().equals(source);
      boolean tells =
          (date && field.transform().isIdentity() && !isHour(day))
              || (time && dayLong && field.transform().toString().equals("day"));
      if (tells) {
        return Integer.valueOf(day.tableDay())
            .equals(task.file().partition().get(i, Integer.class));
      }
    }
    return timeColumn.isPresent() && isWithin(schema, task.file(), day);
  }

  private boolean isWithin(Schema schema, DataFile file, DayPeriod day) {
    Types.NestedField field = schema.findField(timeColumn.orElseThrow());
    Map<Integer, ByteBuffer> lower = file.lowerBounds();
    Map<Integer, ByteBuffer> upper = file.upperBounds();
    if (field.type().typeId() != Type.TypeID.TIMESTAMP
        || lower == null
        || upper == null
        || lower.get(field.fieldId()) == null
        || upper.get(field.fieldId()) == null) {
      return false;
    }
    long low = Conversions.fromByteBuffer(field.type(), lower.get(field.fieldId()));
    long high = Conversions.fromByteBuffer(field.type(), upper.get(field.fieldId()));
    Long nulls =
        file.nullValueCounts() == null ? null : file.nullValueCounts().get(field.fieldId());
    return low >= micros(day.start()) && high < micros(day.end()) && nulls != null && nulls == 0;
  }

  private static boolean isUtcDay(DayPeriod day) {
    return day.start().equals(day.date().atStartOfDay(ZoneOffset.UTC).toInstant())
        && day.end().equals(day.date().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  private static boolean isHour(DayPeriod day) {
    return day.name().indexOf('T') > 0;
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
