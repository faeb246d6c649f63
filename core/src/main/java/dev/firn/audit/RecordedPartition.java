package dev.firn.audit;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * The partition that a manifest records for a file.
 *
 * @param values one per field of the spec
 */
record RecordedPartition(PartitionSpec spec, StructLike values) {
  static RecordedPartition of(DataFile file, PartitionSpec spec) {
    return new RecordedPartition(spec, file.partition());
  }

  /** Whether a field's recorded value is this one. */
  boolean is(int field, @Nullable Object value) {
    return same(values.get(field, Object.class), value);
  }

  /**
   * Numbers are compared by value: a file that was written before its column became wider may
   * record the narrower type. Floats as {@link Double#compare} does, so that -0.0 is not 0.0.
   */
  private static boolean same(@Nullable Object a, @Nullable Object b) {
    if (a == null || b == null) {
      return a == b;
    }
    if (a instanceof BigDecimal x && b instanceof BigDecimal y) {
      return x.compareTo(y) == 0;
    }
    if (isFloating(a) || isFloating(b)) {
      return a instanceof Number x
          && b instanceof Number y
          && Double.compare(x.doubleValue(), y.doubleValue()) == 0;
    }
    if (a instanceof Number x && b instanceof Number y) {
      return x.longValue() == y.longValue();
    }
    if (a instanceof CharSequence x && b instanceof CharSequence y) {
      return CharSequence.compare(x, y) == 0;
    }
    return comparable(a).equals(comparable(b));
  }

  private static boolean isFloating(Object value) {
    return value instanceof Float || value instanceof Double;
  }

  private static Object comparable(Object value) {
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    if (value instanceof UUID uuid) {
      return ByteBuffer.allocate(16)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .flip();
    }
    return value;
  }

  /** A field and a value of it, for people: {@code ts_day=2021-03-05}. */
  String describe(int field, @Nullable Object value) {
    PartitionField partitionField = spec.fields().get(field);
    return partitionField.name() + "=" + human(partitionField, value);
  }

  /** The field's recorded value, for people. */
  String describe(int field) {
    return describe(field, values.get(field, Object.class));
  }

  @SuppressWarnings("unchecked")
  private String human(PartitionField field, @Nullable Object value) {
    List<Types.NestedField> types = spec.partitionType().fields();
    Type type = types.get(spec.fields().indexOf(field)).type();
    try {
      return ((Transform<Object, Object>) field.transform()).toHumanString(type, value);
    } catch (RuntimeException e) {
      // The recorded value may be of a type that the transform never makes.
      return String.valueOf(value);
    }
  }

  /** All fields: {@code ts_day=2021-03-05/action=login}; empty for an unpartitioned spec. */
  String path() {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < spec.fields().size(); i++) {
      path.append(i == 0 ? "" : "/").append(describe(i));
    }
    return path.toString();
  }
}
