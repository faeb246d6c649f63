package dev.firn.decode.json;

import dev.firn.batch.StructColumn;
import java.util.List;

/** A struct column, or the row itself. */
final class StructNode extends ValueNode {
  final StructColumn struct;
  final KeyTable keys;
  final ValueNode[] fields;

  /** Those of {@link #fields} that must have a value. */
  final ValueNode[] requiredFields;

  StructNode(ScalarNode.Place place, List<ValueNode> fields, KeyTable keys) {
    super(ValueKind.STRUCT, place, true, "an object");
    this.struct = (StructColumn) place.column();
    this.keys = keys;
    this.fields = fields.toArray(ValueNode[]::new);
    this.requiredFields = fields.stream().filter(f -> f.required).toArray(ValueNode[]::new);
  }
}
