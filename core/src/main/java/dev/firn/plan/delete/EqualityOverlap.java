package dev.firn.plan.delete;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Whether an equality delete can delete rows of a data file, by the counts and bounds of the
 * columns that it compares. Immutable.
 */
final class EqualityOverlap {
  private final Map<Integer, Types.NestedField> fields = new TreeMap<>();

  EqualityOverlap(Map<Integer, Schema> schemas) {
    new TreeMap<>(schemas)
        .values()
        .forEach(schema -> fields.putAll(TypeUtil.indexById(schema.asStruct())));
  }

  boolean mayOverlap(DataFile data, DeleteFile delete) {
    for (int id : delete.equalityFieldIds()) {
      Types.NestedField field = fields.get(id);
      if (field != null && field.type().isPrimitiveType() && isApart(field, data, delete)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isApart(Types.NestedField field, DataFile data, DeleteFile delete) {
    if (mayHaveNull(field, data) && mayHaveNull(field, delete)) {
      return false;
    }
    if ((isAllNull(field, data) && hasNoNull(field, delete))
        || (isAllNull(field, delete) && hasNoNull(field, data))) {
      return true;
    }
    int id = field.fieldId();
    return isBelow(field.type(), get(data.upperBounds(), id), get(delete.lowerBounds(), id))
        || isBelow(field.type(), get(delete.upperBounds(), id), get(data.lowerBounds(), id));
  }

  private static boolean isBelow(
      Type type, @Nullable ByteBuffer upper, @Nullable ByteBuffer lower) {
    if (upper == null || lower == null) {
      return false;
    }
    Comparator<Object> order = Comparators.forType(type.asPrimitiveType());
    Object most = Conversions.fromByteBuffer(type, upper);
    Object least = Conversions.fromByteBuffer(type, lower);
    return order.compare(most, least) < 0;
  }

  private static <T> @Nullable T get(@Nullable Map<Integer, T> map, int id) {
    return map == null ? null : map.get(id);
  }

  private static boolean mayHaveNull(Types.NestedField field, ContentFile<?> file) {
    Long nulls = get(file.nullValueCounts(), field.fieldId());
    return field.isOptional() && (nulls == null || nulls > 0);
  }

  private static boolean hasNoNull(Types.NestedField field, ContentFile<?> file) {
    Long nulls = get(file.nullValueCounts(), field.fieldId());
    return field.isRequired() || (nulls != null && nulls <= 0);
  }

  private static boolean isAllNull(Types.NestedField field, ContentFile<?> file) {
    Long nulls = get(file.nullValueCounts(), field.fieldId());
    return field.isOptional()
        && nulls != null
        && nulls.equals(get(file.valueCounts(), field.fieldId()));
  }
}
