package dev.firn.decode.typed;

import dev.firn.batch.Batch;
import dev.firn.decode.format.EventTimeNames;
import dev.firn.decode.format.InferredSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schema of a table that takes the rows of several files which have types of their own.
 *
 * <p>Columns are optional, in the order of their first appearance; of names that differ by case
 * only the first is taken. Where files differ, int and long give long, float and double give
 * double; for all else the first file's type counts, and a warning is logged. One thread.
 */
public final class TypedSample {
  private static final Logger LOG = LoggerFactory.getLogger(TypedSample.class);

  private final Map<String, Type> types = new LinkedHashMap<>();
  private final Map<String, String> spellings = new LinkedHashMap<>();

  /** Timestamptz columns that have a value in every row so far. */
  private final Set<String> times = new TreeSet<>();

  private final Set<String> notTimes = new TreeSet<>();
  private long rows;
  private long skipped;

  /** Without files. */
  public TypedSample() {}

  /**
   * Adds a file.
   *
   * @param location for messages
   * @param schema the closest types of the file's columns
   * @param batch some of its rows, with that schema
   * @param rejected rows of these that could not be read
   */
  public void add(String location, Schema schema, Batch batch, long rejected) {
    for (int i = 0; i < schema.columns().size(); i++) {
      Types.NestedField field = schema.columns().get(i);
      String spelling = spellings.putIfAbsent(field.name().toLowerCase(Locale.ROOT), field.name());
      if (spelling == null || spelling.equals(field.name())) {
        types.merge(field.name(), field.type(), (a, b) -> merge(location, field.name(), a, b));
        boolean time = ValueSinks.isZoned(field.type());
        boolean full = batch.rowCount() > 0 && batch.column(i).nullCount() == 0;
        (time && full ? times : notTimes).add(field.name());
      }
    }
    if (rows > 0) {
      times.removeIf(name -> schema.findField(name) == null);
    }
    rows += batch.rowCount();
    skipped += rejected;
  }

  /** Rows added so far. */
  public long rowCount() {
    return rows;
  }

  /**
   * The schema of all files.
   *
   * @param format what was expected, for the message if there are no columns
   */
  public InferredSchema infer(String format) {
    List<Types.NestedField> columns = new ArrayList<>();
    // Ids of nested fields must not meet those of columns; all get fresh ones afterwards.
    int[] nextId = {types.size() + 1};
    types.forEach(
        (name, type) ->
            columns.add(
                Types.NestedField.optional(
                    columns.size() + 1, name, OptionalTypes.of(type, nextId))));
    List<String> candidates =
        types.keySet().stream().filter(n -> times.contains(n) && !notTimes.contains(n)).toList();
    return InferredSchema.of(
        format,
        columns,
        EventTimeNames.likeliest(candidates),
        new InferredSchema.Rows(rows, skipped));
  }

  private static Type merge(String location, String name, Type first, Type second) {
    if (first.equals(second) || sameShape(first, second)) {
      return first;
    }
    Set<Type.TypeID> ids = Set.of(first.typeId(), second.typeId());
    if (ids.equals(Set.of(Type.TypeID.INTEGER, Type.TypeID.LONG))) {
      return Types.LongType.get();
    }
    if (ids.equals(Set.of(Type.TypeID.FLOAT, Type.TypeID.DOUBLE))) {
      return Types.DoubleType.get();
    }
    LOG.warn(
        "column '{}' is {} in {} and {} in other files; the schema takes the latter",
        name,
        second,
        location,
        first);
    return first;
  }

  /** Nested types of different files have different field ids. */
  private static boolean sameShape(Type first, Type second) {
    return OptionalTypes.of(first, new int[] {1}).equals(OptionalTypes.of(second, new int[] {1}));
  }
}
