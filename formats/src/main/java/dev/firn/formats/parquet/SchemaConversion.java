package dev.firn.formats.parquet;

import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MICROS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MILLIS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.NANOS;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** The flat list of a footer's schema elements as a tree of parquet-column's types. */
final class SchemaConversion {
  private static final int MAX_DEPTH = 100;

  private final List<SchemaElement> elements;
  private int next;

  private SchemaConversion(List<SchemaElement> elements) {
    this.elements = elements;
  }

  /**
   * The schema.
   *
   * @throws ParquetDamageException if the elements are no tree, or of no type
   */
  static MessageType of(List<SchemaElement> elements) throws ParquetDamageException {
    try {
      SchemaConversion conversion = new SchemaConversion(elements);
      SchemaElement root = conversion.element();
      MessageType schema =
          new MessageType(root.getName(), conversion.children(root.getNum_children(), 0));
      if (conversion.next != elements.size()) {
        throw ParquetDamageException.corrupt("its schema has elements that belong to nothing");
      }
      return schema;
    } catch (RuntimeException e) {
      throw new ParquetDamageException(
          dev.firn.decode.RejectReason.CORRUPT, "its schema is none: " + e.getMessage(), e);
    }
  }

  private SchemaElement element() throws ParquetDamageException {
    if (next >= elements.size()) {
      throw ParquetDamageException.corrupt("its schema ends too early");
    }
    return elements.get(next++);
  }

  private List<Type> children(int count, int depth) throws ParquetDamageException {
    if (depth > MAX_DEPTH || count < 0 || count > elements.size() - next) {
      throw ParquetDamageException.corrupt("its schema has a group of " + count + " fields");
    }
    List<Type> children = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      children.add(child(element(), depth + 1));
    }
    return children;
  }

  private Type child(SchemaElement element, int depth) throws ParquetDamageException {
    Type.Repetition repetition =
        element.isSetRepetition_type()
            ? repetition(element.getRepetition_type())
            : Type.Repetition.REQUIRED;
    if (!element.isSetType()) {
      // Annotations that only singles have are passed over, as by other readers.
      LogicalTypeAnnotation annotation = groupAnnotation(element);
      Types.GroupBuilder<GroupType> group = Types.buildGroup(repetition);
      if (annotation != null) {
        group.as(annotation);
      }
      children(element.getNum_children(), depth).forEach(group::addField);
      return group.named(element.getName());
    }
    PrimitiveType.PrimitiveTypeName name = primitive(element.getType());
    Types.PrimitiveBuilder<PrimitiveType> builder = Types.primitive(name, repetition);
    if (name == PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
      builder.length(element.getType_length());
    }
    LogicalTypeAnnotation annotation = annotation(element);
    return annotation == null
        ? builder.named(element.getName())
        : builder.as(annotation).named(element.getName());
  }

  /** A physical type of a footer as parquet-column's. */
  static PrimitiveType.PrimitiveTypeName primitive(org.apache.parquet.format.Type type) {
    return type == org.apache.parquet.format.Type.BYTE_ARRAY
        ? PrimitiveType.PrimitiveTypeName.BINARY
        : PrimitiveType.PrimitiveTypeName.valueOf(type.name());
  }

  private static Type.Repetition repetition(FieldRepetitionType repetition) {
    return Type.Repetition.valueOf(repetition.name());
  }

  private static @Nullable LogicalTypeAnnotation groupAnnotation(SchemaElement element) {
    if (element.isSetLogicalType()) {
      LogicalType type = element.getLogicalType();
      return type.isSetLIST()
          ? LogicalTypeAnnotation.listType()
          : type.isSetMAP() ? LogicalTypeAnnotation.mapType() : null;
    }
    if (!element.isSetConverted_type()) {
      return null;
    }
    switch (element.getConverted_type()) {
      case LIST:
        return LogicalTypeAnnotation.listType();
      case MAP, MAP_KEY_VALUE:
        return LogicalTypeAnnotation.mapType();
      default:
        return null;
    }
  }

  private static @Nullable LogicalTypeAnnotation annotation(SchemaElement element) {
    if (!element.isSetLogicalType()) {
      return element.isSetConverted_type() ? converted(element) : null;
    }
    LogicalType type = element.getLogicalType();
    switch (type.getSetField()) {
      case STRING:
        return LogicalTypeAnnotation.stringType();
      case ENUM:
        return LogicalTypeAnnotation.enumType();
      case JSON:
        return LogicalTypeAnnotation.jsonType();
      case BSON:
        return LogicalTypeAnnotation.bsonType();
      case UUID:
        return LogicalTypeAnnotation.uuidType();
      case FLOAT16:
        return LogicalTypeAnnotation.float16Type();
      case DATE:
        return LogicalTypeAnnotation.dateType();
      case DECIMAL:
        return LogicalTypeAnnotation.decimalType(
            type.getDECIMAL().getScale(), type.getDECIMAL().getPrecision());
      case INTEGER:
        return LogicalTypeAnnotation.intType(
            type.getINTEGER().getBitWidth(), type.getINTEGER().isIsSigned());
      case TIME:
        return LogicalTypeAnnotation.timeType(
            type.getTIME().isIsAdjustedToUTC(), unit(type.getTIME().getUnit()));
      case TIMESTAMP:
        return LogicalTypeAnnotation.timestampType(
            type.getTIMESTAMP().isIsAdjustedToUTC(), unit(type.getTIMESTAMP().getUnit()));
      default:
        return null;
    }
  }

  private static LogicalTypeAnnotation.TimeUnit unit(TimeUnit unit) {
    return unit.isSetMILLIS() ? MILLIS : unit.isSetMICROS() ? MICROS : NANOS;
  }

  /** What older writers say; their times are all of UTC. */
  private static @Nullable LogicalTypeAnnotation converted(SchemaElement element) {
    switch (element.getConverted_type()) {
      case UTF8:
        return LogicalTypeAnnotation.stringType();
      case ENUM:
        return LogicalTypeAnnotation.enumType();
      case JSON:
        return LogicalTypeAnnotation.jsonType();
      case BSON:
        return LogicalTypeAnnotation.bsonType();
      case DATE:
        return LogicalTypeAnnotation.dateType();
      case DECIMAL:
        return LogicalTypeAnnotation.decimalType(element.getScale(), element.getPrecision());
      case TIME_MILLIS:
        return LogicalTypeAnnotation.timeType(true, MILLIS);
      case TIME_MICROS:
        return LogicalTypeAnnotation.timeType(true, MICROS);
      case TIMESTAMP_MILLIS:
        return LogicalTypeAnnotation.timestampType(true, MILLIS);
      case TIMESTAMP_MICROS:
        return LogicalTypeAnnotation.timestampType(true, MICROS);
      case INT_8, INT_16, INT_32, INT_64:
        return LogicalTypeAnnotation.intType(bits(element), true);
      case UINT_8, UINT_16, UINT_32, UINT_64:
        return LogicalTypeAnnotation.intType(bits(element), false);
      default:
        return null;
    }
  }

  private static int bits(SchemaElement element) {
    String name = element.getConverted_type().name();
    return Integer.parseInt(name.substring(name.indexOf('_') + 1));
  }
}
