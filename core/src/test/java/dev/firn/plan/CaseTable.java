package dev.firn.plan;

import dev.firn.plan.manifest.ManifestCache;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** A small table in memory, its files named and described by the rows in them. */
final class CaseTable {
  private final Table table;
  private final Planner planner = new Planner(new ManifestCache(1 << 20));

  CaseTable(int formatVersion, Schema schema, PartitionSpec spec) {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("cases", Map.of());
    catalog.createNamespace(Namespace.of("db"));
    table =
        catalog
            .buildTable(TableIdentifier.of("db", "t"), schema)
            .withPartitionSpec(spec)
            .withProperty("format-version", String.valueOf(formatVersion))
            .create();
  }

  Table table() {
    return table;
  }

  Planner planner() {
    return planner;
  }

  /** Appends a file of rows of one column, without statistics. */
  CaseTable file(String name, Object... values) {
    return append(dataFile(name, false, rows(values)));
  }

  /** Appends a file of rows of one column, with true statistics. */
  CaseTable fileWithStats(String name, Object... values) {
    return append(dataFile(name, true, rows(values)));
  }

  CaseTable append(DataFile... files) {
    var append = table.newFastAppend();
    Arrays.stream(files).forEach(append::appendFile);
    append.commit();
    return this;
  }

  private static Object[][] rows(Object... values) {
    return Arrays.stream(values).map(value -> new Object[] {value}).toArray(Object[][]::new);
  }

  /** A file of the table's default spec. */
  DataFile dataFile(String name, boolean stats, Object[]... rows) {
    PartitionKey key = new PartitionKey(table.spec(), table.schema());
    key.partition(new RandomTable.Row(rows[0]));
    return DataFiles.builder(table.spec())
        .withPath("memory:/" + name)
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(1000)
        .withPartition(key)
        .withMetrics(stats ? metrics(rows) : new Metrics((long) rows.length))
        .build();
  }

  private Metrics metrics(Object[][] rows) {
    Map<Integer, Long> values = new HashMap<>();
    Map<Integer, Long> nulls = new HashMap<>();
    Map<Integer, Long> nans = new HashMap<>();
    Map<Integer, ByteBuffer> lower = new HashMap<>();
    Map<Integer, ByteBuffer> upper = new HashMap<>();
    List<Types.NestedField> columns = table.schema().columns();
    for (int i = 0; i < columns.size(); i++) {
      int id = columns.get(i).fieldId();
      int position = i;
      Type.PrimitiveType type = columns.get(i).type().asPrimitiveType();
      List<Object> present =
          Arrays.stream(rows).map(row -> row[position]).filter(Objects::nonNull).toList();
      List<Object> ordered = present.stream().filter(value -> !value.equals(Double.NaN)).toList();
      values.put(id, (long) rows.length);
      nulls.put(id, (long) rows.length - present.size());
      if (FilterRules.isFloatingPoint(type)) {
        nans.put(id, (long) present.size() - ordered.size());
      }
      Comparator<Object> order = Comparators.forType(type);
      ordered.stream()
          .min(order)
          .ifPresent(least -> lower.put(id, Conversions.toByteBuffer(type, least)));
      ordered.stream()
          .max(order)
          .ifPresent(most -> upper.put(id, Conversions.toByteBuffer(type, most)));
    }
    return new Metrics((long) rows.length, Map.of(), values, nulls, nans, lower, upper);
  }

  PlanInput input(Expression filter) {
    return PlanInput.of(PlanInput.Source.of(table, table.currentSnapshot()), filter);
  }

  /** The names of the files that we plan, sorted. */
  List<String> plan(Expression filter) {
    TreeSet<String> names = new TreeSet<>();
    planner.plan(input(filter)).forEach(task -> names.add(name(task.file().location())));
    return List.copyOf(names);
  }

  /** The names of the files that Iceberg plans, sorted. */
  List<String> icebergPlan(Expression filter) {
    List<String> names = new ArrayList<>();
    IcebergOracle.planned(table.newScan().filter(filter)).forEach(path -> names.add(name(path)));
    return names;
  }

  private static String name(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }
}
