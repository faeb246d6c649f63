package dev.firn.bench;

import dev.firn.plan.FirnScans;
import dev.firn.plan.Planner;
import dev.firn.plan.manifest.ManifestCache;
import dev.firn.table.where.WhereParser;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;

/**
 * Planning by Firn beside Iceberg's {@code planFiles}, in one process, on a table in memory whose
 * files are entries of manifests only: partitioned by day and action, statistics of 10 columns.
 * Each task's location, partition and record count are read.
 */
final class PlanBench {
  private static final int ACTIONS = 100;
  private static final int FILES_PER_DAY = 1_000;
  private static final int COMMIT_FILES = 50_000;
  private static final int COLUMNS = 10;
  private static final long DAY_MICROS = 86_400_000_000L;
  private static final int FIRST_DAY = 18_628;
  private static final int WARM_REPEATS = 30;

  /** So few files are there for a test only. */
  private static final int TINY_FILES = 10_000;

  private static final long CACHE_BYTES = 4L << 30;

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "ts", Types.TimestampType.withZone()),
          Types.NestedField.required(2, "action", Types.StringType.get()),
          Types.NestedField.optional(3, "user_id", Types.LongType.get()),
          Types.NestedField.optional(4, "session", Types.StringType.get()),
          Types.NestedField.optional(5, "status", Types.IntegerType.get()),
          Types.NestedField.optional(6, "bytes", Types.LongType.get()),
          Types.NestedField.optional(7, "latency", Types.DoubleType.get()),
          Types.NestedField.optional(8, "path", Types.StringType.get()),
          Types.NestedField.optional(9, "host", Types.StringType.get()),
          Types.NestedField.optional(10, "score", Types.DoubleType.get()));

  private final int files;
  private final String codec;

  PlanBench(int files, String codec) {
    this.files = files;
    this.codec = codec;
  }

  /** One filter's times, in seconds. */
  private record Times(double wall, double cpu, long tasks) {}

  /** The filters by their names, as SQL that Firn and pyiceberg read; empty for all files. */
  Map<String, String> filters() {
    LocalDate day = LocalDate.ofEpochDay(FIRST_DAY + Math.max(1, files / FILES_PER_DAY) / 2L);
    String inDay =
        "ts >= '" + day + "T00:00:00+00:00' and ts < '" + day.plusDays(1) + "T00:00:00+00:00'";
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("one day", inDay);
    texts.put("one day and action", inDay + " and action = 'action-007'");
    texts.put("action, user_id > 900", "action = 'action-007' and user_id > 900");
    texts.put("whole table", "");
    return texts;
  }

  /** Builds the table, plans, prints; whether both planned the same number of files. */
  boolean run() throws IOException {
    Table table = build();
    System.out.printf(
        Locale.ROOT,
        "%,d files, %d manifests (%s, %,d bytes)%n",
        files,
        table.currentSnapshot().dataManifests(table.io()).size(),
        codec,
        table.currentSnapshot().dataManifests(table.io()).stream()
            .mapToLong(manifest -> manifest.length())
            .sum());
    boolean same = true;
    for (Map.Entry<String, String> filter : filters().entrySet()) {
      String where = filter.getValue().isEmpty() ? "TRUE" : filter.getValue();
      same &= compare(table, filter.getKey(), WhereParser.parse(where, SCHEMA));
    }
    return same;
  }

  private boolean compare(Table table, String name, Expression filter) throws IOException {
    int runs = files < TINY_FILES ? 1 : files > 200_000 ? 3 : 7;
    Times theirs = median(runs, () -> table.newScan().filter(filter));
    // Cold: nothing in the cache, as in a process that plans once; the JVM is warm for both.
    Times cold =
        median(
            runs,
            () ->
                new FirnScans(new Planner(new ManifestCache(CACHE_BYTES)))
                    .newScan(table)
                    .filter(filter));
    ManifestCache cache = new ManifestCache(CACHE_BYTES);
    FirnScans scans = new FirnScans(new Planner(cache));
    consume(scans.newScan(table).filter(filter));
    Times warm =
        median(
            runs, files < TINY_FILES ? 1 : WARM_REPEATS, () -> scans.newScan(table).filter(filter));
    long kept = cache.sizeBytes();
    long filesKept = Math.max(1, countKept(table, cache));
    System.out.printf(
        Locale.ROOT,
        "%-22s %,9d tasks  iceberg %9.3f ms (cpu %9.3f)  cold %9.3f ms (cpu %9.3f) %5.1fx"
            + "  warm %8.3f ms (cpu %8.3f) %6.1fx  cache %,d bytes, %d per file%n",
        name,
        warm.tasks,
        theirs.wall * 1e3,
        theirs.cpu * 1e3,
        cold.wall * 1e3,
        cold.cpu * 1e3,
        theirs.cpu / cold.cpu,
        warm.wall * 1e3,
        warm.cpu * 1e3,
        theirs.cpu / warm.cpu,
        kept,
        kept / filesKept);
    return theirs.tasks == warm.tasks && theirs.tasks == cold.tasks;
  }

  /** The files of as many manifests as are kept: all have about the same number. */
  private static long countKept(Table table, ManifestCache cache) {
    var manifests = table.currentSnapshot().dataManifests(table.io());
    long all = manifests.stream().mapToLong(manifest -> manifest.addedFilesCount()).sum();
    return all * cache.manifests() / Math.max(1, manifests.size());
  }

  private static Times median(int runs, Supplier<TableScan> scans) throws IOException {
    return median(runs, 1, scans);
  }

  /** The median of {@code runs} times, each of {@code repeats} plans: the CPU's clock is coarse. */
  private static Times median(int runs, int repeats, Supplier<TableScan> scans) throws IOException {
    Times[] times = new Times[runs];
    consume(scans.get());
    for (int i = 0; i < runs; i++) {
      long wall = System.nanoTime();
      long cpu = processCpuNanos();
      long tasks = 0;
      for (int j = 0; j < repeats; j++) {
        tasks = consume(scans.get());
      }
      times[i] =
          new Times(
              (System.nanoTime() - wall) / 1e9 / repeats,
              (processCpuNanos() - cpu) / 1e9 / repeats,
              tasks);
    }
    Arrays.sort(times, (a, b) -> Double.compare(a.wall, b.wall));
    double[] cpus = Arrays.stream(times).mapToDouble(Times::cpu).sorted().toArray();
    return new Times(times[runs / 2].wall, cpus[runs / 2], times[0].tasks);
  }

  private static long consume(TableScan scan) throws IOException {
    long tasks = 0;
    long sum = 0;
    try (CloseableIterable<FileScanTask> all = scan.planFiles()) {
      for (FileScanTask task : all) {
        tasks++;
        sum += task.file().location().length() + task.file().recordCount();
        sum += task.file().partition().size();
      }
    }
    if (sum < 0) {
      throw new IllegalStateException("record counts overflow");
    }
    return tasks;
  }

  private static long processCpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private Table build() {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("bench", Map.of());
    return build(catalog);
  }

  /** The table {@code bench.plan} in a catalog. */
  Table build(Catalog catalog) {
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("bench"));
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).day("ts").identity("action").build();
    Table table =
        catalog
            .buildTable(TableIdentifier.of("bench", "plan"), SCHEMA)
            .withPartitionSpec(spec)
            .withProperty("write.manifest.compression-codec", codec)
            .withProperty("commit.manifest-merge.enabled", "false")
            .create();
    Random random = new Random(1);
    for (int from = 0; from < files; from += COMMIT_FILES) {
      AppendFiles append = table.newFastAppend();
      for (int i = from; i < Math.min(files, from + COMMIT_FILES); i++) {
        append.appendFile(file(table.spec(), i, random));
      }
      append.commit();
    }
    return table;
  }

  private static DataFile file(PartitionSpec spec, int number, Random random) {
    int day = FIRST_DAY + number / FILES_PER_DAY;
    String action = String.format(Locale.ROOT, "action-%03d", number % ACTIONS);
    PartitionData partition = new PartitionData(spec.partitionType());
    partition.set(0, day);
    partition.set(1, action);
    String date = LocalDate.ofEpochDay(day).toString();
    String name = new UUID(random.nextLong(), random.nextLong()).toString();
    return DataFiles.builder(spec)
        .withPath(
            "s3://bucket/warehouse/logs/actions/data/ts_day="
                + date
                + "/action="
                + action
                + "/"
                + name
                + ".parquet")
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(100_000_000 + random.nextInt(50_000_000))
        .withPartition(partition)
        .withSplitOffsets(List.of(4L))
        .withMetrics(metrics(day, action, random))
        .build();
  }

  private static Metrics metrics(int day, String action, Random random) {
    long rows = 1_000_000L + random.nextInt(1_000_000);
    Map<Integer, Long> sizes = new HashMap<>();
    Map<Integer, Long> values = new HashMap<>();
    Map<Integer, Long> nulls = new HashMap<>();
    Map<Integer, ByteBuffer> lower = new HashMap<>();
    Map<Integer, ByteBuffer> upper = new HashMap<>();
    List<Object[]> bounds = new ArrayList<>();
    long start = day * DAY_MICROS;
    bounds.add(
        new Object[] {
          start + random.nextInt(1 << 30), start + DAY_MICROS - 1 - random.nextInt(1 << 30)
        });
    bounds.add(new Object[] {action, action});
    bounds.add(new Object[] {(long) random.nextInt(1000), 1_000_000L + random.nextInt(1000)});
    bounds.add(new Object[] {"0" + random.nextInt(1 << 30), "f" + random.nextInt(1 << 30)});
    bounds.add(new Object[] {200, 503});
    bounds.add(new Object[] {(long) random.nextInt(100), 1L << 30 | random.nextInt(1 << 20)});
    bounds.add(new Object[] {random.nextDouble(), 100 + random.nextDouble()});
    bounds.add(new Object[] {"/api/a" + random.nextInt(100), "/www/z" + random.nextInt(100)});
    bounds.add(new Object[] {"web1", "web97"});
    bounds.add(new Object[] {random.nextDouble(), 1 + random.nextDouble()});
    for (int i = 0; i < COLUMNS; i++) {
      int id = i + 1;
      var type = SCHEMA.findType(id).asPrimitiveType();
      sizes.put(id, 1_000_000L + random.nextInt(10_000_000));
      values.put(id, rows);
      nulls.put(id, id % 3 == 0 ? (long) random.nextInt(1000) : 0L);
      lower.put(id, Conversions.toByteBuffer(type, bounds.get(i)[0]));
      upper.put(id, Conversions.toByteBuffer(type, bounds.get(i)[1]));
    }
    return new Metrics(rows, sizes, values, nulls, Map.of(7, 0L, 10, 0L), lower, upper);
  }
}
