package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.batch.Column;
import dev.firn.batch.StructColumn;
import java.util.Arrays;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The partition values of one field of a spec, as dense codes. One thread. */
abstract sealed class FieldCodes permits LongFieldCodes, BytesFieldCodes, VoidFieldCodes {
  private int[] codes = new int[0];
  private int codeCount;
  private boolean nullFirst;

  /** The codes for a source column's transform. */
  static FieldCodes of(Source source, PartitionTransform transform) {
    return switch (transform.kind()) {
      case VOID -> new VoidFieldCodes();
      case IDENTITY, TRUNCATE ->
          source.holdsBytes()
              ? new BytesFieldCodes(source, transform)
              : new LongFieldCodes(source, transform);
      case YEAR, MONTH, DAY, HOUR, BUCKET -> new LongFieldCodes(source, transform);
    };
  }

  /** Works the codes out for all rows; the codes before are gone. */
  final void compute(Batch batch, RowLongs scratch) {
    int rows = batch.rowCount();
    if (codes.length < rows) {
      codes = new int[rows + (rows >> 2)];
    }
    Ranked ranked = rank(batch, scratch, codes);
    codeCount = ranked.codeCount();
    nullFirst = ranked.nullFirst();
  }

  /** The code of each row, 0 to {@link #codeCount} - 1; valid until the next computation. */
  final int[] codes() {
    return codes;
  }

  /** How many codes there are; each is used by a row. */
  final int codeCount() {
    return codeCount;
  }

  /** The partition value of a code as Iceberg holds it; null for the code of null. */
  final @Nullable Object value(int code) {
    if (nullFirst) {
      return code == 0 ? null : valueOfRank(code - 1);
    }
    return valueOfRank(code);
  }

  /** The first row from {@code fromRow} on that has no partition value; -1 if there is none. */
  abstract int findUnpartitionable(Batch batch, int fromRow);

  /** Subclass: fills the codes and keeps the distinct values. */
  abstract Ranked rank(Batch batch, RowLongs scratch, int[] rowCodes);

  /** Subclass: the value of the rank-th distinct value that is not null. */
  abstract Object valueOfRank(int rank);

  /**
   * What ranking found.
   *
   * @param codeCount how many codes
   * @param nullFirst whether code 0 stands for null
   */
  record Ranked(int codeCount, boolean nullFirst) {}

  /**
   * Where a source column lies: a path of positions through structs.
   *
   * <p>A null struct's fields are null themselves, so the column alone tells the nulls.
   */
  static final class Source {
    private final String name;
    private final Type type;
    private final int[] path;

    private Source(String name, Type type, int[] path) {
      this.name = name;
      this.type = type;
      this.path = path;
    }

    /** Finds a column by its id; the schema is known to hold it. */
    static Source of(Schema schema, int fieldId) {
      String name = schema.findColumnName(fieldId);
      int[] path = findPath(schema.asStruct(), fieldId, 0);
      if (name == null || path == null) {
        throw new IllegalArgumentException(
            "field " + fieldId + " is in no struct of the schema " + schema);
      }
      return new Source(name, schema.findType(fieldId), path);
    }

    String name() {
      return name;
    }

    Type type() {
      return type;
    }

    /** Whether its values lie in a column of bytes. */
    boolean holdsBytes() {
      return switch (type.typeId()) {
        case STRING, BINARY, FIXED, UUID -> true;
        case DECIMAL -> ((Types.DecimalType) type).precision() > 18;
        default -> false;
      };
    }

    Column in(Batch batch) {
      Column column = batch.root();
      for (int position : path) {
        column = ((StructColumn) column).field(position);
      }
      return column;
    }

    private static int @Nullable [] findPath(Types.StructType struct, int fieldId, int depth) {
      for (int i = 0; i < struct.fields().size(); i++) {
        Types.NestedField field = struct.fields().get(i);
        int[] path = null;
        if (field.fieldId() == fieldId) {
          path = new int[depth + 1];
        } else if (field.type().isStructType()) {
          path = findPath(field.type().asStructType(), fieldId, depth + 1);
        }
        if (path != null) {
          path[depth] = i;
          return path;
        }
      }
      return null;
    }
  }

  static int[] atLeast(int[] buffer, int length) {
    return buffer.length >= length ? buffer : Arrays.copyOf(buffer, length + (length >> 1));
  }
}
