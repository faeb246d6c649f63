import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.LongColumn;
import dev.firn.io.LocalFileIo;
import dev.firn.landing.PartitionCodes;
import dev.firn.landing.PartitionTuple;
import dev.firn.migrate.open.CatalogAddress;
import dev.firn.migrate.open.Catalogs;
import dev.firn.migrate.open.OpenedCatalog;
import dev.firn.parquet.ParquetFileReader;
import dev.firn.parquet.ParquetFileWriter;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.parquet.WrittenParquet;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Types;

/**
 * Writes orders and customers under whatever rules their tables have, and says what a filter opens.
 *
 * <p>Usage: {@code Lab.java CATALOG STEP…}, where a step is {@code orders MONTH}, {@code day DAY},
 * {@code customers COUNT} or {@code customer ID}.
 */
public final class Lab {
  private static final int ORDERS_PER_DAY = 100;
  private static final int CUSTOMERS = 1_000;
  private static final long SECOND_MICROS = 1_000_000;

  private final Table orders;
  private final Table customers;

  private Lab(OpenedCatalog catalog) {
    this.orders = catalog.table(TableIdentifier.of("shop", "orders"));
    this.customers = catalog.table(TableIdentifier.of("shop", "customers"));
  }

  /** Runs the steps. */
  public static void main(String[] args) throws IOException {
    try (OpenedCatalog catalog = Catalogs.open(CatalogAddress.of(args[0]), new LocalFileIo())) {
      for (int i = 1; i + 1 < args.length; i += 2) {
        new Lab(catalog).step(args[i], args[i + 1]);
      }
    }
  }

  private void step(String step, String value) throws IOException {
    switch (step) {
      case "orders" -> writeOrders(YearMonth.parse(value));
      case "day" -> planDay(LocalDate.parse(value));
      case "customers" -> writeCustomers(Integer.parseInt(value));
      case "customer" -> planCustomer(Long.parseLong(value));
      default -> throw new IllegalArgumentException("no such step: " + step);
    }
  }

  private void writeOrders(YearMonth month) throws IOException {
    Batch batch = new Batch(orders.schema());
    Random random = new Random(month.getMonthValue());
    for (int day = 1; day <= month.lengthOfMonth(); day++) {
      long midnight = micros(month.atDay(day));
      for (int i = 0; i < ORDERS_PER_DAY; i++) {
        ((LongColumn) batch.column(0)).append(midnight + SECOND_MICROS * random.nextInt(86_400));
        ((LongColumn) batch.column(1)).append(random.nextInt(CUSTOMERS));
        ((LongColumn) batch.column(2)).append(random.nextInt(100_000));
        batch.endRow();
      }
    }
    int files = write(orders, batch);
    say("%s: %d orders in %d file%s", month, batch.rowCount(), files, files == 1 ? "" : "s");
  }

  private void writeCustomers(int count) throws IOException {
    Batch batch = new Batch(customers.schema());
    for (int id = 0; id < count; id++) {
      ((LongColumn) batch.column(0)).append(id);
      ((BytesColumn) batch.column(1)).append("customer " + id);
      batch.endRow();
    }
    say("%d customers in %d files", count, write(customers, batch));
    checkBuckets();
  }

  /** One file per partition of the table's default spec. */
  private static int write(Table table, Batch batch) throws IOException {
    PartitionCodes codes = new PartitionCodes(table.schema(), table.spec());
    codes.compute(batch);
    Map<PartitionTuple, List<Integer>> partitions = new LinkedHashMap<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      partitions.computeIfAbsent(codes.tuple(row), tuple -> new ArrayList<>()).add(row);
    }
    AppendFiles append = table.newAppend();
    for (Map.Entry<PartitionTuple, List<Integer>> partition : partitions.entrySet()) {
      int[] rows = partition.getValue().stream().mapToInt(row -> row).toArray();
      String location =
          table
              .locationProvider()
              .newDataLocation(table.spec(), partition.getKey(), UUID.randomUUID() + ".parquet");
      try (ParquetFileWriter writer =
          ParquetFileWriter.create(
              table.io().newOutputFile(location), table.schema(), ParquetWriterOptions.DEFAULT)) {
        writer.write(batch, rows, 0, rows.length);
        WrittenParquet written = writer.finish();
        append.appendFile(
            DataFiles.builder(table.spec())
                .withPath(written.location())
                .withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(written.sizeBytes())
                .withMetrics(written.metrics())
                .withPartition(partition.getKey())
                .build());
      }
    }
    append.commit();
    return partitions.size();
  }

  private void planDay(LocalDate day) throws IOException {
    long from = micros(day);
    long until = micros(day.plusDays(1));
    Expression filter =
        Expressions.and(
            Expressions.greaterThanOrEqual("order_ts", from),
            Expressions.lessThan("order_ts", until));
    plan(orders, filter, "orders of " + day, from, until);
  }

  private void planCustomer(long id) throws IOException {
    plan(customers, Expressions.equal("customer_id", id), "customer " + id, id, id + 1);
  }

  /** Says what is opened, and how many of the opened rows lie within the range. */
  private static void plan(Table table, Expression filter, String what, long from, long until)
      throws IOException {
    Map<Integer, Integer> filesPerSpec = new TreeMap<>();
    long rows = 0;
    long matching = 0;
    try (CloseableIterable<FileScanTask> tasks = table.newScan().filter(filter).planFiles()) {
      for (FileScanTask task : tasks) {
        filesPerSpec.merge(task.spec().specId(), 1, Integer::sum);
        rows += task.file().recordCount();
        matching += values(table, task, 0).stream().filter(v -> v >= from && v < until).count();
      }
    }
    long files = Long.parseLong(table.currentSnapshot().summary().get("total-data-files"));
    say(
        "%s: opens %d of %d files, spec %s; %d rows opened, %d match",
        what,
        filesPerSpec.values().stream().mapToInt(n -> n).sum(),
        files,
        filesPerSpec.keySet(),
        rows,
        matching);
  }

  /** The bucket that each file records, against that which Iceberg's own transform computes. */
  private void checkBuckets() throws IOException {
    var bucket = Transforms.bucket(4).bind(Types.LongType.get());
    if (bucket.apply(34L) != (2017239379 & Integer.MAX_VALUE) % 4) {
      throw new AssertionError("34 hashes to 2017239379 in the Iceberg spec, appendix B");
    }
    Map<Integer, Integer> checked = new TreeMap<>();
    try (CloseableIterable<FileScanTask> tasks = customers.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        int recorded = task.file().partition().get(0, Integer.class);
        for (long id : values(customers, task, 0)) {
          if (bucket.apply(id) != recorded) {
            throw new AssertionError("customer " + id + " is not of bucket " + recorded);
          }
          checked.merge(recorded, 1, Integer::sum);
        }
      }
    }
    say("customers per bucket, each checked: %s", checked);
  }

  private static List<Long> values(Table table, FileScanTask task, int column) {
    List<Long> values = new ArrayList<>();
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            table.io().newInputFile(task.file().location()), table.schema())) {
      Batch batch = new Batch(table.schema());
      for (int group = 0; group < reader.rowGroupCount(); group++) {
        reader.read(group, batch);
      }
      for (int row = 0; row < batch.rowCount(); row++) {
        values.add(((LongColumn) batch.column(column)).get(row));
      }
    }
    return values;
  }

  private static long micros(LocalDate day) {
    Instant midnight = day.atStartOfDay(ZoneOffset.UTC).toInstant();
    return midnight.getEpochSecond() * SECOND_MICROS;
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
