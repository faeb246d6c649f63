package dev.firn.transform.eval;

import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import java.time.ZoneId;
import org.apache.iceberg.types.Types;

/** The local date of times in a zone. */
public final class LocalDates extends Values {
  private final Values times;
  private final ZoneDays zone;
  private final long unitsPerSecond;
  private final IntColumn days = (IntColumn) dev.firn.batch.Column.of(Types.DateType.get());

  /**
   * Local dates.
   *
   * @param times timestamps with a zone
   * @param unitsPerSecond a million for µs, a billion for ns
   */
  public LocalDates(Values times, ZoneId zone, long unitsPerSecond) {
    this.times = times;
    this.zone = new ZoneDays(zone);
    this.unitsPerSecond = unitsPerSecond;
  }

  @Override
  public void load(Rows current) {
    times.load(current);
    LongColumn column = (LongColumn) times.column();
    int[] rows = times.rows();
    long[] values = column.values();
    days.clear();
    for (int i = 0; i < current.count(); i++) {
      int row = rows[i];
      if (column.isNull(row)) {
        days.appendNull();
      } else {
        days.append(zone.day(Math.floorDiv(values[row], unitsPerSecond)));
      }
    }
    set(days, current.counting());
  }
}
