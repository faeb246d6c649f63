package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/** Rows of a log table for tests. */
final class LogRows {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(2, "action", Types.StringType.get()),
          Types.NestedField.optional(3, "user_id", Types.LongType.get()),
          Types.NestedField.optional(4, "local_date", Types.DateType.get()));

  /** 2021-05-29. */
  static final int DAY = 18_776;

  static final long DAY_MICROS = 86_400_000_000L;

  private LogRows() {}

  static void append(Batch batch, long micros, String action, long user) {
    ((LongColumn) batch.column(0)).append(micros);
    ((BytesColumn) batch.column(1)).append(action);
    ((LongColumn) batch.column(2)).append(user);
    ((IntColumn) batch.column(3)).append((int) Math.floorDiv(micros + 20_700_000_000L, DAY_MICROS));
    batch.endRow();
  }

  /** A row in which any value may be null. */
  static void appendRandom(Batch batch, Random random, int days) {
    // The first day gets most of the rows.
    int day = DAY + Math.max(0, random.nextInt(4 * days) - 3 * days);
    long micros = day * DAY_MICROS + Math.floorMod(random.nextLong(), DAY_MICROS);
    int nulls = random.nextInt(8) == 0 ? random.nextInt(16) : 0;
    if ((nulls & 1) == 0) {
      ((LongColumn) batch.column(0)).append(micros);
      ((IntColumn) batch.column(3))
          .append((int) Math.floorDiv(micros + 20_700_000_000L, DAY_MICROS));
    }
    if ((nulls & 2) == 0) {
      ((BytesColumn) batch.column(1)).append("action-" + random.nextInt(40));
    }
    if ((nulls & 4) == 0) {
      ((LongColumn) batch.column(2)).append(random.nextInt(500));
    }
    batch.endRow();
  }

  static Batch batch(Random random, int rows, int days) {
    Batch batch = new Batch(SCHEMA);
    for (int row = 0; row < rows; row++) {
      appendRandom(batch, random, days);
    }
    return batch;
  }
}
