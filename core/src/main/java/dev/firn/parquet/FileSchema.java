package dev.firn.parquet;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.avro.AvroSchemaUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;

/**
 * An Iceberg schema as a Parquet schema.
 *
 * <p>Types are mapped as the appendix "Parquet" of the Iceberg spec says; names that Avro would not
 * take are sanitised as Iceberg's own writer does; every node has its field id.
 */
final class FileSchema {
  private final List<SchemaElement> elements = new ArrayList<>();
  private final List<Leaf> leaves = new ArrayList<>();

  FileSchema(Schema schema) {
    SchemaElement root = new SchemaElement("table");
    elements.add(root);
    addFields(schema.asStruct(), root, new Path(List.of(), List.of()));
  }

  /** The schema as the footer lists it: depth first, with child counts. */
  List<SchemaElement> elements() {
    return elements;
  }

  /** The leaves, in the order of their column chunks. */
  List<Leaf> leaves() {
    return leaves;
  }

  /** Names and steps from the root. */
  private record Path(List<String> names, List<PathStep> steps) {
    Path name(String name) {
      List<String> longer = new ArrayList<>(names);
      longer.add(name);
      return new Path(longer, steps);
    }

    Path step(PathStep.Kind kind, int position, boolean optional) {
      List<PathStep> longer = new ArrayList<>(steps);
      longer.add(new PathStep(kind, position, optional));
      return new Path(names, longer);
    }
  }

  private void addFields(Types.StructType struct, SchemaElement parent, Path path) {
    List<Types.NestedField> fields = struct.fields();
    if (fields.isEmpty()) {
      throw unsupported(struct, path);
    }
    parent.setNum_children(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      Types.NestedField field = fields.get(i);
      addField(field, path.step(PathStep.Kind.FIELD, i, field.isOptional()));
    }
  }

  private void addField(Types.NestedField field, Path parentPath) {
    String name = AvroSchemaUtil.makeCompatibleName(field.name());
    SchemaElement element = new SchemaElement(name);
    element.setField_id(field.fieldId());
    element.setRepetition_type(
        field.isOptional() ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED);
    elements.add(element);
    Path path = parentPath.name(name);
    Type type = field.type();
    if (type.isStructType()) {
      addFields(type.asStructType(), element, path);
    } else if (type.isListType()) {
      addList(type.asListType(), element, path);
    } else if (type.isMapType()) {
      addMap(type.asMapType(), element, path);
    } else if (type.isPrimitiveType()) {
      addLeaf(field.fieldId(), type.asPrimitiveType(), element, path);
    } else {
      throw unsupported(type, path);
    }
  }

  private void addList(Types.ListType list, SchemaElement element, Path path) {
    element.setNum_children(1);
    element.setConverted_type(ConvertedType.LIST);
    element.setLogicalType(LogicalType.LIST(new org.apache.parquet.format.ListType()));
    addRepeated("list", 1);
    addField(
        list.fields().get(0),
        path.name("list").step(PathStep.Kind.ELEMENT, 0, list.isElementOptional()));
  }

  private void addMap(Types.MapType map, SchemaElement element, Path path) {
    element.setNum_children(1);
    element.setConverted_type(ConvertedType.MAP);
    element.setLogicalType(LogicalType.MAP(new org.apache.parquet.format.MapType()));
    addRepeated("key_value", 2);
    Path entry = path.name("key_value");
    addField(map.fields().get(0), entry.step(PathStep.Kind.KEY, 0, false));
    addField(map.fields().get(1), entry.step(PathStep.Kind.VALUE, 0, map.isValueOptional()));
  }

  private void addRepeated(String name, int children) {
    SchemaElement repeated = new SchemaElement(name);
    repeated.setRepetition_type(FieldRepetitionType.REPEATED);
    repeated.setNum_children(children);
    elements.add(repeated);
  }

  private void addLeaf(int id, Type.PrimitiveType type, SchemaElement element, Path path) {
    Physical physical = LeafTypes.annotate(type, element);
    if (physical == null) {
      throw unsupported(type, path);
    }
    leaves.add(new Leaf(id, type, physical, lengthOf(type), path.names(), path.steps()));
  }

  private static int lengthOf(Type.PrimitiveType type) {
    switch (type.typeId()) {
      case UUID:
        return 16;
      case FIXED:
        return ((Types.FixedType) type).length();
      case DECIMAL:
        int precision = ((Types.DecimalType) type).precision();
        return precision > 18 ? TypeUtil.decimalRequiredBytes(precision) : 0;
      default:
        return 0;
    }
  }

  private static FirnException unsupported(Type type, Path path) {
    return new FirnException(
        ErrorCode.TABLE,
        "can't write the column "
            + String.join(".", path.names())
            + " of type "
            + type
            + " to Parquet: drop the column or change its type");
  }
}
