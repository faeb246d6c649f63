package dev.firn.plan;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.expressions.Term;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.BinaryUtil;
import org.apache.iceberg.util.UnicodeUtil;

/** A table with a history of specs, in memory, whose files' rows are known. */
final class RandomTable {
  private static final int MAX_FILES = 40;
  private static final int MAX_ROWS = 4;

  /** A file and its rows, column by column of the table's schema. */
  record Known(String location, List<Object[]> rows) {}

  private final Random random;
  private final RandomValues values;
  private final Table table;
  private final List<Known> files = new ArrayList<>();
  private final boolean unsignedUuids;
  private int named;

  RandomTable(Random random) {
    this.random = random;
    this.values = new RandomValues(random);
    this.unsignedUuids = random.nextBoolean();
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("random", Map.of());
    catalog.createNamespace(Namespace.of("db"));
    List<Types.NestedField> fields = new ArrayList<>();
    int columns = 2 + random.nextInt(5);
    for (int i = 0; i < columns; i++) {
      Type type = RandomValues.TYPES.get(random.nextInt(RandomValues.TYPES.size()));
      String name = "c" + i;
      fields.add(
          random.nextInt(5) == 0
              ? Types.NestedField.required(i + 1, name, type)
              : Types.NestedField.optional(i + 1, name, type));
    }
    String[] codecs = {"gzip", "zstd", "uncompressed"};
    this.table =
        catalog
            .buildTable(TableIdentifier.of("db", "t"), new Schema(fields))
            .withProperty("format-version", String.valueOf(1 + random.nextInt(3)))
            .withProperty("write.manifest.compression-codec", codecs[random.nextInt(3)])
            .create();
    grow();
  }

  Table table() {
    return table;
  }

  List<Known> files() {
    return files;
  }

  private void grow() {
    int rounds = 1 + random.nextInt(4);
    for (int round = 0; round < rounds; round++) {
      evolveSpec();
      if (round > 0 && random.nextInt(3) == 0) {
        promote();
      }
      append();
    }
    if (random.nextInt(3) == 0 && files.size() > 2) {
      DeleteFiles delete = table.newDelete();
      for (int i = 0; i < 2; i++) {
        delete.deleteFile(files.remove(random.nextInt(files.size())).location());
      }
      delete.commit();
    }
  }

  private void evolveSpec() {
    UpdatePartitionSpec update = table.updateSpec();
    boolean changed = false;
    for (var field : table.spec().fields()) {
      if (!field.transform().toString().equals("void") && random.nextInt(2) == 0) {
        update.removeField(field.name());
        changed = true;
      }
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      List<Types.NestedField> columns = table.schema().columns();
      Types.NestedField column = columns.get(random.nextInt(columns.size()));
      try {
        update.addField("p" + named++, term(column));
        changed = true;
      } catch (IllegalArgumentException e) {
        // The same field twice, or day and hour of one column: left out.
      }
    }
    if (changed) {
      update.commit();
    }
  }

  private Term term(Types.NestedField column) {
    String name = column.name();
    String[] times = {"year", "month", "day", "hour"};
    boolean time =
        column.type().typeId() == Type.TypeID.TIMESTAMP || column.type() == Types.DateType.get();
    if (time && random.nextInt(3) > 0) {
      int which = random.nextInt(column.type() == Types.DateType.get() ? 3 : 4);
      return RandomFilter.transform(times[which], name, 0);
    }
    boolean cut =
        switch (column.type().typeId()) {
          case INTEGER, LONG, STRING, BINARY, DECIMAL -> true;
          default -> false;
        };
    if (cut && random.nextInt(2) == 0) {
      return Expressions.truncate(name, 1 + random.nextInt(10));
    }
    boolean hash =
        switch (column.type().typeId()) {
          case FLOAT, DOUBLE, BOOLEAN -> false;
          default -> true;
        };
    // Iceberg 1.11.0 writes a length before an identity value of fixed: no manifest for anybody.
    boolean onlyHash = column.type().typeId() == Type.TypeID.FIXED;
    return onlyHash || (hash && random.nextInt(3) == 0)
        ? Expressions.bucket(name, 2 + random.nextInt(6))
        : Expressions.ref(name);
  }

  private void promote() {
    UpdateSchema update = table.updateSchema();
    boolean changed = false;
    for (Types.NestedField column : table.schema().columns()) {
      switch (column.type().typeId()) {
        case INTEGER -> update.updateColumn(column.name(), Types.LongType.get());
        case FLOAT -> update.updateColumn(column.name(), Types.DoubleType.get());
        default -> {
          continue;
        }
      }
      changed = true;
    }
    if (!changed) {
      return;
    }
    update.commit();
    for (Known file : files) {
      for (Object[] row : file.rows()) {
        for (int i = 0; i < row.length; i++) {
          row[i] = widened(row[i], table.schema().columns().get(i).type());
        }
      }
    }
  }

  private static Object widened(Object value, Type type) {
    if (value instanceof Integer number && type.typeId() == Type.TypeID.LONG) {
      return (long) number;
    }
    return value instanceof Float number && type.typeId() == Type.TypeID.DOUBLE
        ? (Object) (double) number
        : value;
  }

  private void append() {
    AppendFiles append = table.newFastAppend();
    List<PartitionSpec> specs = List.copyOf(table.specs().values());
    boolean merged = table.specs().size() > 1 && random.nextBoolean();
    for (int i = 1 + random.nextInt(MAX_FILES / 3); i > 0; i--) {
      PartitionSpec spec = merged ? specs.get(random.nextInt(specs.size())) : table.spec();
      append.appendFile(file(spec));
    }
    append.commit();
  }

  private DataFile file(PartitionSpec spec) {
    PartitionKey key = new PartitionKey(spec, table.schema());
    List<Object[]> rows = new ArrayList<>();
    Object[] first = row(null);
    rows.add(first);
    key.partition(new Row(first));
    PartitionKey other = new PartitionKey(spec, table.schema());
    for (int tries = random.nextInt(3 * MAX_ROWS); tries > 0 && rows.size() < MAX_ROWS; tries--) {
      Object[] next = row(random.nextBoolean() ? first : null);
      other.partition(new Row(next));
      if (other.equals(key)) {
        rows.add(next);
      }
    }
    String location = "memory:/" + UUID.nameUUIDFromBytes(bytes(files.size())) + ".parquet";
    files.add(new Known(location, rows));
    return DataFiles.builder(spec)
        .withPath(location)
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(100 + random.nextInt(1000))
        .withPartition(key)
        .withMetrics(metrics(rows))
        .build();
  }

  private byte[] bytes(int seed) {
    return ("file" + seed + random.nextLong()).getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  private Object[] row(Object[] like) {
    List<Types.NestedField> columns = table.schema().columns();
    Object[] row = new Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      boolean isNull = columns.get(i).isOptional() && random.nextInt(5) == 0;
      row[i] =
          like != null && random.nextInt(3) > 0
              ? like[i]
              : isNull ? null : values.of(columns.get(i).type());
    }
    return row;
  }

  private Metrics metrics(List<Object[]> rows) {
    Map<Integer, Long> valueCounts = new HashMap<>();
    Map<Integer, Long> nullCounts = new HashMap<>();
    Map<Integer, Long> nanCounts = new HashMap<>();
    Map<Integer, ByteBuffer> lower = new HashMap<>();
    Map<Integer, ByteBuffer> upper = new HashMap<>();
    List<Types.NestedField> columns = table.schema().columns();
    for (int i = 0; i < columns.size(); i++) {
      Types.NestedField column = columns.get(i);
      int id = column.fieldId();
      int position = i;
      List<Object> present =
          rows.stream().map(row -> row[position]).filter(value -> value != null).toList();
      List<Object> ordered = present.stream().filter(value -> !isNan(value)).toList();
      if (random.nextInt(6) == 0) {
        continue;
      }
      if (random.nextInt(8) > 0) {
        valueCounts.put(id, (long) rows.size());
      }
      if (random.nextInt(8) > 0) {
        nullCounts.put(id, (long) rows.size() - present.size());
      }
      if (FilterRules.isFloatingPoint(column.type()) && random.nextInt(4) > 0) {
        nanCounts.put(id, (long) present.size() - ordered.size());
      }
      if (!ordered.isEmpty() && random.nextInt(8) > 0) {
        bounds(column, ordered, lower, upper);
      }
    }
    return new Metrics(
        (long) rows.size(), Map.of(), valueCounts, nullCounts, nanCounts, lower, upper);
  }

  private static boolean isNan(Object value) {
    return (value instanceof Float f && Float.isNaN(f))
        || (value instanceof Double d && Double.isNaN(d));
  }

  private void bounds(
      Types.NestedField column,
      List<Object> values,
      Map<Integer, ByteBuffer> lower,
      Map<Integer, ByteBuffer> upper) {
    Type.PrimitiveType type = column.type().asPrimitiveType();
    Comparator<Object> order = Comparators.forType(type);
    if (type.typeId() == Type.TypeID.UUID) {
      order =
          (a, b) ->
              unsignedUuids ? compareUnsigned((UUID) a, (UUID) b) : ((UUID) a).compareTo((UUID) b);
    }
    Object least = values.stream().min(order).orElseThrow();
    Object most = values.stream().max(order).orElseThrow();
    if (random.nextBoolean()) {
      least = cut(least, false);
      most = cut(most, true);
    }
    lower.put(column.fieldId(), Conversions.toByteBuffer(type, least));
    if (most != null) {
      upper.put(column.fieldId(), Conversions.toByteBuffer(type, most));
    }
  }

  static int compareUnsigned(UUID x, UUID y) {
    int most = Long.compareUnsigned(x.getMostSignificantBits(), y.getMostSignificantBits());
    return most != 0
        ? most
        : Long.compareUnsigned(x.getLeastSignificantBits(), y.getLeastSignificantBits());
  }

  /** A bound cut to two characters or bytes, as writers do with long ones. */
  private static Object cut(Object bound, boolean upper) {
    if (bound instanceof String text) {
      return upper
          ? UnicodeUtil.truncateStringMax(text, 2)
          : UnicodeUtil.truncateStringMin(text, 2);
    }
    if (bound instanceof ByteBuffer bytes && bytes.remaining() > 0) {
      Literal<ByteBuffer> literal = Literal.of(bytes);
      Literal<ByteBuffer> cut =
          upper
              ? BinaryUtil.truncateBinaryMax(literal, 2)
              : BinaryUtil.truncateBinaryMin(literal, 2);
      return cut == null ? null : cut.value();
    }
    return bound;
  }

  /** A row as Iceberg's transforms and terms take it. */
  record Row(Object[] values) implements StructLike {
    @Override
    public int size() {
      return values.length;
    }

    @Override
    public <T> T get(int pos, Class<T> javaClass) {
      return javaClass.cast(values[pos]);
    }

    @Override
    public <T> void set(int pos, T value) {
      values[pos] = value;
    }
  }
}
