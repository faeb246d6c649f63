package dev.firn.decode.json;

import dev.firn.batch.Column;

/** A column of a batch and how its values are read; a tree like the schema's. */
abstract sealed class ValueNode permits ScalarNode, StructNode, ListNode, MapNode {
  final ValueKind kind;

  /** Full name, for messages. */
  final String path;

  final boolean required;

  /** Whether a value that does not fit is rescued, not a reason to reject the row. */
  final boolean loose;

  /** Whether there are structs in here, so that members of it may be rescued. */
  final boolean hasMembers;

  final Column column;

  /** What a value has to be, for messages. */
  final String expected;

  ValueNode(ValueKind kind, ScalarNode.Place place, boolean hasMembers, String expected) {
    this.kind = kind;
    this.path = place.path();
    this.required = place.required();
    this.loose = place.loose();
    this.hasMembers = hasMembers;
    this.column = place.column();
    this.expected = expected;
  }
}
