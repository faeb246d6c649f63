package dev.firn.decode.json;

import dev.firn.batch.BytesColumn;
import dev.firn.batch.MapColumn;

/** A map column; its keys are strings, as JSON's are. */
final class MapNode extends ValueNode {
  final MapColumn map;
  final BytesColumn keys;
  final ValueNode value;

  MapNode(ScalarNode.Place place, ValueNode value) {
    super(ValueKind.MAP, place, value.hasMembers, "an object");
    this.map = (MapColumn) place.column();
    this.keys = (BytesColumn) map.key();
    this.value = value;
  }
}
