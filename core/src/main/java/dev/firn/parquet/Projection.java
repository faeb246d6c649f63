package dev.firn.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Matches the columns asked for with those of a file, by field id at every depth. */
final class Projection {
  private Projection() {}

  /** A reader per field of a struct; null where the file lacks the field. */
  static @Nullable ColumnReader[] fields(Types.StructType struct, FileNode group)
      throws IOException {
    List<Types.NestedField> fields = struct.fields();
    @Nullable ColumnReader[] readers = new ColumnReader[fields.size()];
    for (int i = 0; i < readers.length; i++) {
      Types.NestedField field = fields.get(i);
      for (FileNode child : group.children()) {
        if (child.hasId(field.fieldId())) {
          readers[i] = column(field.type(), field.name(), child);
          break;
        }
      }
    }
    return readers;
  }

  private static ColumnReader column(Type type, String name, FileNode node) throws IOException {
    if (node.isRepeated()) {
      throw mismatch(type, name, node);
    }
    if (type.isPrimitiveType()) {
      return leaf(type.asPrimitiveType(), name, node);
    }
    if (node.isLeaf()) {
      throw mismatch(type, name, node);
    }
    if (type.isStructType()) {
      return struct(type.asStructType(), name, node);
    }
    if (type.isListType()) {
      FileNode repeated = repeated(type, name, node, 1);
      ColumnReader element =
          column(type.asListType().elementType(), name + ".element", repeated.children().get(0));
      return new ColumnReader.OfElements(node, element.leafNodes(), element, null);
    }
    if (type.isMapType()) {
      return map(type.asMapType(), name, node);
    }
    throw mismatch(type, name, node);
  }

  private static ColumnReader leaf(Type.PrimitiveType type, String name, FileNode node)
      throws IOException {
    if (!node.isLeaf()) {
      throw mismatch(type, name, node);
    }
    ValueAppender appender =
        ValueAppender.of(node.element(), type).orElseThrow(() -> mismatch(type, name, node));
    return new ColumnReader.OfLeaf(node, appender);
  }

  private static ColumnReader struct(Types.StructType type, String name, FileNode node)
      throws IOException {
    @Nullable ColumnReader[] fields = fields(type, node);
    List<FileNode> leaves = new ArrayList<>();
    for (ColumnReader field : fields) {
      if (field != null) {
        leaves.addAll(field.leafNodes());
      }
    }
    if (leaves.isEmpty()) {
      // Any leaf tells by its levels which structs are there.
      leaves.addAll(node.leaves().subList(0, Math.min(1, node.leaves().size())));
    }
    if (leaves.isEmpty()) {
      throw mismatch(type, name, node);
    }
    return new ColumnReader.OfStruct(node, List.copyOf(leaves), fields);
  }

  private static ColumnReader map(Types.MapType type, String name, FileNode node)
      throws IOException {
    FileNode repeated = repeated(type, name, node, 2);
    ColumnReader key = column(type.keyType(), name + ".key", repeated.children().get(0));
    ColumnReader value = column(type.valueType(), name + ".value", repeated.children().get(1));
    List<FileNode> leaves = new ArrayList<>(key.leafNodes());
    leaves.addAll(value.leafNodes());
    return new ColumnReader.OfElements(node, List.copyOf(leaves), key, value);
  }

  private static FileNode repeated(Type type, String name, FileNode node, int children)
      throws IOException {
    if (node.children().size() == 1) {
      FileNode repeated = node.children().get(0);
      if (repeated.isRepeated() && repeated.children().size() == children) {
        return repeated;
      }
    }
    throw mismatch(type, name, node);
  }

  private static IOException mismatch(Type type, String name, FileNode node) {
    return new IOException(
        "its column "
            + node.element().getName()
            + (node.isLeaf() ? " of type " + node.element().getType() : ", a group,")
            + " can't be read as "
            + name
            + " of type "
            + type);
  }
}
