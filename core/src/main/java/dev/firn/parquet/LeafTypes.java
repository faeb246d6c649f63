package dev.firn.parquet;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.UUIDType;
import org.jspecify.annotations.Nullable;

/** Iceberg's primitive types as Parquet's physical and logical types. */
final class LeafTypes {
  private LeafTypes() {}

  /** Sets the types of an element; null if there is no such type in Parquet files of ours. */
  static @Nullable Physical annotate(Type.PrimitiveType type, SchemaElement element) {
    Physical physical = physicalOf(type);
    if (physical == null) {
      return null;
    }
    element.setType(physical.thrift());
    annotateLogical(type, physical, element);
    return physical;
  }

  /** How values of a type are stored. */
  static @Nullable Physical physicalOf(Type.PrimitiveType type) {
    switch (type.typeId()) {
      case BOOLEAN:
        return Physical.BOOLEAN;
      case INTEGER:
      case DATE:
        return Physical.INT;
      case LONG:
      case TIME:
      case TIMESTAMP:
      case TIMESTAMP_NANO:
        return Physical.LONG;
      case FLOAT:
        return Physical.FLOAT;
      case DOUBLE:
        return Physical.DOUBLE;
      case STRING:
      case BINARY:
        return Physical.BYTES;
      case FIXED:
      case UUID:
        return Physical.FIXED;
      case DECIMAL:
        int precision = ((Types.DecimalType) type).precision();
        return precision <= 9
            ? Physical.INT
            : precision <= 18 ? Physical.LONG : Physical.FIXED_DECIMAL;
      default:
        return null;
    }
  }

  private static void annotateLogical(
      Type.PrimitiveType type, Physical physical, SchemaElement element) {
    switch (type.typeId()) {
      case DATE:
        element.setConverted_type(ConvertedType.DATE);
        element.setLogicalType(LogicalType.DATE(new DateType()));
        break;
      case TIME:
        // The legacy type goes with local times too, as the format's compatibility rules ask.
        element.setConverted_type(ConvertedType.TIME_MICROS);
        element.setLogicalType(LogicalType.TIME(new TimeType(false, micros())));
        break;
      case TIMESTAMP:
        boolean adjusted = ((Types.TimestampType) type).shouldAdjustToUTC();
        element.setConverted_type(ConvertedType.TIMESTAMP_MICROS);
        element.setLogicalType(LogicalType.TIMESTAMP(new TimestampType(adjusted, micros())));
        break;
      case TIMESTAMP_NANO:
        element.setLogicalType(
            LogicalType.TIMESTAMP(
                new TimestampType(
                    ((Types.TimestampNanoType) type).shouldAdjustToUTC(),
                    TimeUnit.NANOS(new NanoSeconds()))));
        break;
      case STRING:
        element.setConverted_type(ConvertedType.UTF8);
        element.setLogicalType(LogicalType.STRING(new StringType()));
        break;
      case UUID:
        element.setType_length(16);
        element.setLogicalType(LogicalType.UUID(new UUIDType()));
        break;
      case FIXED:
        element.setType_length(((Types.FixedType) type).length());
        break;
      case DECIMAL:
        annotateDecimal((Types.DecimalType) type, physical, element);
        break;
      default:
        break;
    }
  }

  private static void annotateDecimal(
      Types.DecimalType type, Physical physical, SchemaElement element) {
    element.setConverted_type(ConvertedType.DECIMAL);
    element.setPrecision(type.precision());
    element.setScale(type.scale());
    element.setLogicalType(LogicalType.DECIMAL(new DecimalType(type.scale(), type.precision())));
    if (physical == Physical.FIXED_DECIMAL) {
      element.setType_length(TypeUtil.decimalRequiredBytes(type.precision()));
    }
  }

  private static TimeUnit micros() {
    return TimeUnit.MICROS(new MicroSeconds());
  }
}
