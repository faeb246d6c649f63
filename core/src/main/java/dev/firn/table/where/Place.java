package dev.firn.table.where;

import java.util.Optional;

/**
 * Where a literal lies among the values of a type.
 *
 * @param floor the greatest value that is not above it; empty if all are
 * @param ceiling the least value that is not below it; empty if all are; equal to the floor if the
 *     literal is a value itself
 */
record Place(Optional<Object> floor, Optional<Object> ceiling) {
  static Place at(Object value) {
    return new Place(Optional.of(value), Optional.of(value));
  }

  /** The literal as a value, if it is one. */
  Optional<Object> exact() {
    return floor.isPresent() && floor.equals(ceiling) ? floor : Optional.empty();
  }
}
