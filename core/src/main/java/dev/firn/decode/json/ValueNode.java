package dev.firn.decode.json;

import dev.firn.batch.Column;

/** A column of a batch and how its values are read; a tree like the schema's. */
abstract sealed class ValueNode permits ScalarNode, StructNode, ListNode, MapNode {
  final ValueKind kind;

  /** Full name, for messages. */
  final String path;

  final boolean required;
  final Column column;

  /** What a value has to be, for messages. */
  final String expected;

  ValueNode(ValueKind kind, String path, boolean required, Column column, String expected) {
    this.kind = kind;
    this.path = path;
    this.required = required;
    this.column = column;
    this.expected = expected;
  }
}
