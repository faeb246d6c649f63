package dev.firn.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Types as the files have them: field ids and what is required do not count. */
final class SourceTypes {
  private SourceTypes() {}

  /** The same type with everything optional in it; rows are checked after the steps. */
  static Type optional(Type type) {
    return withIds(type, () -> 1);
  }

  /** The same type with everything optional and other field ids. */
  static Type withIds(Type type, IntSupplier ids) {
    if (type.isStructType()) {
      List<Types.NestedField> fields = new ArrayList<>();
      for (Types.NestedField field : type.asStructType().fields()) {
        int id = ids.getAsInt();
        fields.add(Types.NestedField.optional(id, field.name(), withIds(field.type(), ids)));
      }
      return Types.StructType.of(fields);
    }
    if (type.isListType()) {
      int id = ids.getAsInt();
      return Types.ListType.ofOptional(id, withIds(type.asListType().elementType(), ids));
    }
    if (type.isMapType()) {
      int key = ids.getAsInt();
      int value = ids.getAsInt();
      return Types.MapType.ofOptional(
          key,
          value,
          withIds(type.asMapType().keyType(), ids),
          withIds(type.asMapType().valueType(), ids));
    }
    return type;
  }

  /** Whether two types are the same but for field ids and what is required. */
  static boolean same(Type left, Type right) {
    if (left.typeId() != right.typeId()) {
      return false;
    }
    if (left.isStructType()) {
      List<Types.NestedField> a = left.asStructType().fields();
      List<Types.NestedField> b = right.asStructType().fields();
      boolean same = a.size() == b.size();
      for (int i = 0; same && i < a.size(); i++) {
        same = a.get(i).name().equals(b.get(i).name()) && same(a.get(i).type(), b.get(i).type());
      }
      return same;
    }
    if (left.isListType()) {
      return same(left.asListType().elementType(), right.asListType().elementType());
    }
    if (left.isMapType()) {
      return same(left.asMapType().keyType(), right.asMapType().keyType())
          && same(left.asMapType().valueType(), right.asMapType().valueType());
    }
    return left.equals(right);
  }

  /** Whether every value of one type is a value of the other, as Iceberg promotes types. */
  static boolean fits(Type from, Type to) {
    boolean widened =
        (from.typeId() == Type.TypeID.INTEGER && to.typeId() == Type.TypeID.LONG)
            || (from.typeId() == Type.TypeID.FLOAT && to.typeId() == Type.TypeID.DOUBLE);
    return widened || same(from, to);
  }
}
