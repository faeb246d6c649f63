package dev.firn.plan.manifest;

import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.types.Type;

/**
 * Which columns' statistics a reader needs.
 *
 * @param types field ids, and the types that their bounds have today
 * @param everything whether columns that {@code types} does not name, and the sizes of columns, are
 *     needed too
 */
public record StatsRequest(Map<Integer, Type> types, boolean everything) {
  /** Copies the map. */
  public StatsRequest {
    types = Map.copyOf(types);
  }

  /** Whether what was decoded for this request serves the other one too. */
  boolean covers(StatsRequest other) {
    if (other.everything && !everything) {
      return false;
    }
    for (Map.Entry<Integer, Type> wanted : other.types.entrySet()) {
      if (!wanted.getValue().equals(types.get(wanted.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /** A request that covers the other one, and what this one has of columns beside it. */
  StatsRequest with(StatsRequest other) {
    Map<Integer, Type> all = new HashMap<>(types);
    all.putAll(other.types);
    return new StatsRequest(all, everything || other.everything);
  }
}
