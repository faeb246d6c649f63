package dev.firn.parquet;

import dev.firn.batch.ModelRows;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a Parquet file as other programs read them, in the text form of {@link ModelRows}.
 */
final class OtherReaders {
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  private OtherReaders() {}

  /** Iceberg's generic reader, over parquet-java. */
  static List<String> iceberg(InputFile file, Schema schema) throws IOException {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records =
        Parquet.read(file)
            .project(schema)
            .createReaderFunc(type -> GenericParquetReaders.buildReader(schema, type))
            .build()) {
      for (Record record : records) {
        rows.add(ModelRows.text(schema.asStruct(), model(schema.asStruct(), record)));
      }
    }
    return rows;
  }

  /** DuckDB. */
  static List<String> duck(Connection duck, Path file, Schema schema) throws SQLException {
    List<String> rows = new ArrayList<>();
    List<Types.NestedField> columns = schema.columns();
    try (Statement statement = duck.createStatement();
        ResultSet result = statement.executeQuery("SELECT * FROM read_parquet('" + file + "')")) {
      while (result.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          row.add(model(columns.get(i).type(), get(result, i + 1, columns.get(i).type())));
        }
        rows.add(ModelRows.text(schema.asStruct(), row));
      }
    }
    return rows;
  }

  private static @Nullable Object get(ResultSet result, int column, Type type) throws SQLException {
    return type.typeId() == Type.TypeID.TIMESTAMP
            && !((Types.TimestampType) type).shouldAdjustToUTC()
        ? result.getObject(column, LocalDateTime.class)
        : result.getObject(column);
  }

  private static @Nullable Object model(Type type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    try {
      return notNull(type, value);
    } catch (SQLException e) {
      throw new IllegalStateException(type + " " + value, e);
    }
  }

  private static Object notNull(Type type, Object value) throws SQLException {
    switch (type.typeId()) {
      case DATE:
        return (int) ((LocalDate) value).toEpochDay();
      case TIME:
        return ((LocalTime) value).toNanoOfDay() / 1_000;
      case TIMESTAMP:
        return ChronoUnit.MICROS.between(EPOCH, local(value));
      case TIMESTAMP_NANO:
        return ChronoUnit.NANOS.between(EPOCH, local(value));
      case UUID:
        UUID uuid = (UUID) value;
        return ByteBuffer.allocate(16)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array();
      case BINARY:
      case FIXED:
        return bytes(value);
      case DECIMAL:
        return ((BigDecimal) value).setScale(((Types.DecimalType) type).scale());
      case STRING:
        return value.toString();
      case STRUCT:
        return struct(type.asStructType(), value);
      case LIST:
        List<@Nullable Object> elements = new ArrayList<>();
        for (Object element : elements(value)) {
          elements.add(model(type.asListType().elementType(), element));
        }
        return elements;
      case MAP:
        List<Object> entries = new ArrayList<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
          List<@Nullable Object> pair = new ArrayList<>();
          pair.add(model(type.asMapType().keyType(), entry.getKey()));
          pair.add(model(type.asMapType().valueType(), entry.getValue()));
          entries.add(pair);
        }
        return entries;
      default:
        return value;
    }
  }

  private static LocalDateTime local(Object value) {
    if (value instanceof OffsetDateTime offset) {
      return offset.atZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }
    return value instanceof Timestamp stamp ? stamp.toLocalDateTime() : (LocalDateTime) value;
  }

  private static byte[] bytes(Object value) throws SQLException {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof Blob blob) {
      return blob.getBytes(1, (int) blob.length());
    }
    ByteBuffer buffer = ((ByteBuffer) value).duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static List<@Nullable Object> struct(Types.StructType type, Object value)
      throws SQLException {
    List<@Nullable Object> fields = new ArrayList<>();
    for (int i = 0; i < type.fields().size(); i++) {
      Object field =
          value instanceof Record record ? record.get(i) : ((Struct) value).getAttributes()[i];
      fields.add(model(type.fields().get(i).type(), field));
    }
    return fields;
  }

  private static List<?> elements(Object value) throws SQLException {
    return value instanceof Array array
        ? java.util.Arrays.asList((Object[]) array.getArray())
        : (List<?>) value;
  }
}
