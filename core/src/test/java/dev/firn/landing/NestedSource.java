package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.batch.StructColumn;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Tables of one column within a struct, partitioned by it. */
final class NestedSource {
  private NestedSource() {}

  static Schema nested(Type type) {
    return new Schema(
        Types.NestedField.optional(1, "first", Types.IntegerType.get()),
        Types.NestedField.optional(
            2, "outer", Types.StructType.of(Types.NestedField.optional(3, "source", type))));
  }

  static PartitionSpec spec(Schema schema, Transform<?, ?> transform) {
    PartitionSpec.Builder builder = PartitionSpec.builderFor(schema);
    String name = transform.toString();
    int parameter = name.contains("[") ? Integer.parseInt(name.replaceAll("\\D", "")) : 0;
    return switch (name.replaceAll("\\[.*", "")) {
      case "identity" -> builder.identity("outer.source").build();
      case "year" -> builder.year("outer.source").build();
      case "month" -> builder.month("outer.source").build();
      case "day" -> builder.day("outer.source").build();
      case "hour" -> builder.hour("outer.source").build();
      case "bucket" -> builder.bucket("outer.source", parameter).build();
      case "truncate" -> builder.truncate("outer.source", parameter).build();
      default -> builder.alwaysNull("outer.source").build();
    };
  }

  static List<@Nullable Object> transform(
      Type type, Transform<?, ?> transform, @Nullable Object... values) {
    Schema schema = nested(type);
    Batch batch = new Batch(schema);
    for (Object value : values) {
      StructColumn outer = (StructColumn) batch.column(1);
      TestValues.append(outer.field(0), value);
      outer.append();
      batch.endRow();
    }
    PartitionCodes codes = new PartitionCodes(schema, spec(schema, transform));
    codes.compute(batch);
    List<@Nullable Object> results = new ArrayList<>();
    for (int row = 0; row < values.length; row++) {
      results.add(codes.tuple(row).get(0, Object.class));
    }
    return results;
  }
}
