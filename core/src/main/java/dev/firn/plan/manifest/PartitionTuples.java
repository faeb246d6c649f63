package dev.firn.plan.manifest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * The partition tuples of a manifest, each distinct one once, and each field's distinct values
 * once: a filter looks at every distinct value only once. Immutable.
 */
public final class PartitionTuples {
  /** Rough size of a tuple with its values. */
  private static final long TUPLE_BYTES = 96;

  private final Types.StructType type;
  private final LongColumn codes;
  private final PartitionData[] tuples;
  private final List<Field> fields;

  /** The distinct values of one field, and the number of the value in each tuple. */
  record Field(Object[] values, LongColumn codes) {}

  PartitionTuples(Types.StructType type, LongColumn codes, PartitionData[] tuples) {
    this.type = type;
    this.codes = codes;
    this.tuples = tuples;
    List<Field> all = new ArrayList<>();
    for (int i = 0; i < type.fields().size(); i++) {
      all.add(field(i));
    }
    this.fields = List.copyOf(all);
  }

  private Field field(int position) {
    Map<@Nullable Object, Integer> known = new HashMap<>();
    List<@Nullable Object> values = new ArrayList<>();
    LongVector of = new LongVector();
    for (int tuple = 0; tuple < tuples.length; tuple++) {
      Object value = tuples[tuple].get(position);
      Integer code = known.get(value);
      if (code == null) {
        code = values.size();
        known.put(value, code);
        values.add(value);
      }
      of.set(tuple, code);
    }
    return new Field(values.toArray(), of.pack(tuples.length));
  }

  /** The type that the tuples were read as. */
  public Types.StructType type() {
    return type;
  }

  /** How many distinct tuples there are. */
  public int count() {
    return tuples.length;
  }

  /** The number of a row's tuple. */
  public int code(int row) {
    return (int) codes.get(row);
  }

  /** Whether all rows have the same tuple. */
  public boolean isConstant() {
    return codes.isConstant();
  }

  /** A tuple; not to be written to. */
  public PartitionData tuple(int code) {
    return tuples[code];
  }

  /** The distinct values of a field, null among them; not to be written to. */
  public @Nullable Object[] values(int position) {
    return fields.get(position).values();
  }

  /** The number of the value that a tuple has in a field. */
  public int valueCode(int position, int tuple) {
    return (int) fields.get(position).codes().get(tuple);
  }

  /** About how much memory it takes. */
  public long sizeBytes() {
    long bytes = codes.sizeBytes();
    bytes += tuples.length * (TUPLE_BYTES + 8L * type.fields().size());
    for (Field field : fields) {
      bytes += field.codes().sizeBytes() + 32L * field.values().length;
    }
    return bytes;
  }
}
