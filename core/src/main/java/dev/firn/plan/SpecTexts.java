package dev.firn.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.SchemaParser;

/**
 * The JSON of specs and their schemas, which every task carries; the last few are kept, for they
 * take longer to write than a small plan. For any number of threads.
 */
final class SpecTexts {
  private static final int MAX_KEPT = 64;

  /** The JSON of a schema and of a spec. */
  record Texts(String schema, String spec) {}

  /** A spec object: equal specs may be bound to different schemas. */
  private static final class Same {
    private final PartitionSpec spec;

    Same(PartitionSpec spec) {
      this.spec = spec;
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(Object other) {
      return other instanceof Same same && same.spec == spec;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(spec);
    }
  }

  private final Map<Same, Texts> kept =
      new LinkedHashMap<>(MAX_KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Same, Texts> eldest) {
          return size() > MAX_KEPT;
        }
      };

  Texts of(PartitionSpec spec) {
    Same key = new Same(spec);
    synchronized (kept) {
      Texts known = kept.get(key);
      if (known != null) {
        return known;
      }
    }
    Texts texts = new Texts(SchemaParser.toJson(spec.schema()), PartitionSpecParser.toJson(spec));
    synchronized (kept) {
      kept.put(key, texts);
    }
    return texts;
  }
}
