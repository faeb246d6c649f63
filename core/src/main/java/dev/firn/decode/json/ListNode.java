package dev.firn.decode.json;

import dev.firn.batch.ListColumn;

/** A list column. */
final class ListNode extends ValueNode {
  final ListColumn list;
  final ValueNode element;

  ListNode(ScalarNode.Place place, ValueNode element) {
    super(ValueKind.LIST, place, element.hasMembers, "an array");
    this.list = (ListColumn) place.column();
    this.element = element;
  }
}
