package dev.firn.table;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/**
 * The stretch of time that the rows of a partition lie in.
 *
 * @param none whether they have no time
 * @param local whether {@code from} and {@code to} are dates as the day column holds them, else
 *     times of UTC
 * @param from first moment; empty if the partition does not tell
 * @param to the first one after it
 */
public record PartitionSpan(
    boolean none, boolean local, Optional<LocalDateTime> from, Optional<LocalDateTime> to) {
  private static final PartitionSpan ANY =
      new PartitionSpan(false, false, Optional.empty(), Optional.empty());
  private static final PartitionSpan NONE =
      new PartitionSpan(true, false, Optional.empty(), Optional.empty());

  /**
   * The columns that tell a row's day.
   *
   * @param day holds the date in the zone, if there is such a column
   * @param time holds the event time
   */
  public record Columns(Optional<String> day, Optional<String> time) {}

  /**
   * Of a partition; all time if it does not tell.
   *
   * @param spec null if it is not known any more
   */
  public static PartitionSpan of(
      Schema schema, @Nullable PartitionSpec spec, StructLike partition, Columns columns) {
    if (spec == null) {
      return ANY;
    }
    for (int i = 0; i < spec.fields().size(); i++) {
      PartitionField field = spec.fields().get(i);
      String source = schema.findColumnName(field.sourceId());
      boolean date = source != null && columns.day().filter(source::equals).isPresent();
      boolean time = source != null && columns.time().filter(source::equals).isPresent();
      boolean days = date || isDate(schema, field);
      Optional<ChronoUnit> unit =
          date || time ? unit(field.transform().toString(), days) : Optional.empty();
      if (unit.isPresent()) {
        Object value = partition.get(i, Object.class);
        return value instanceof Integer number ? of(number, unit.get(), days) : NONE;
      }
    }
    return ANY;
  }

  private static boolean isDate(Schema schema, PartitionField field) {
    Type type = schema.findType(field.sourceId());
    return type != null && type.typeId() == Type.TypeID.DATE;
  }

  private static Optional<ChronoUnit> unit(String transform, boolean days) {
    return switch (transform) {
      case "identity" -> days ? Optional.of(ChronoUnit.DAYS) : Optional.empty();
      case "hour" -> Optional.of(ChronoUnit.HOURS);
      case "day" -> Optional.of(ChronoUnit.DAYS);
      case "month" -> Optional.of(ChronoUnit.MONTHS);
      case "year" -> Optional.of(ChronoUnit.YEARS);
      default -> Optional.empty();
    };
  }

  private static PartitionSpan of(int number, ChronoUnit unit, boolean local) {
    LocalDateTime epoch = LocalDate.EPOCH.atStartOfDay();
    return new PartitionSpan(
        false,
        local,
        Optional.of(epoch.plus(number, unit)),
        Optional.of(epoch.plus(number, unit).plus(1, unit)));
  }

  /**
   * Whether rows may be of a day.
   *
   * @param date the day's date, as the day column holds it
   * @param start its first instant
   * @param end the first instant after it
   */
  public boolean meets(LocalDate date, Instant start, Instant end) {
    if (from.isEmpty() || to.isEmpty()) {
      return !none;
    }
    if (local) {
      LocalDateTime midnight = date.atStartOfDay();
      return from.get().isBefore(midnight.plusDays(1)) && to.get().isAfter(midnight);
    }
    return from.get().toInstant(ZoneOffset.UTC).isBefore(end)
        && to.get().toInstant(ZoneOffset.UTC).isAfter(start);
  }
}
