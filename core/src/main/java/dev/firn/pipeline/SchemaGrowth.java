package dev.firn.pipeline;

import dev.firn.commit.SchemaWidening;
import dev.firn.commit.SchemaWidening.Refused;
import dev.firn.commit.SchemaWidening.Widened;
import dev.firn.decode.NewColumn;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.TableMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table as files are decoded for it, and how it comes to have more columns. Any thread; widens
 * for one at a time.
 */
final class SchemaGrowth {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaGrowth.class);

  /** Names remembered as refused; past that, new keys are rescued without a look. */
  private static final int MAX_UNADDABLE = 10_000;

  private final SchemaWidening widening;
  private final int maxColumns;
  private final Counters counters;
  private volatile Shape shape;

  /**
   * The table that files are decoded for.
   *
   * @param metadata gives schema, specs and properties
   * @param unaddable full names of keys that can't become columns
   * @param growing whether keys without a column may become columns at all
   */
  record Shape(TableMetadata metadata, Set<String> unaddable, boolean growing) {
    Shape {
      unaddable = Set.copyOf(unaddable);
    }
  }

  SchemaGrowth(TableMetadata metadata, SchemaWidening widening, int maxColumns, Counters counters) {
    this.widening = widening;
    this.maxColumns = maxColumns;
    this.counters = counters;
    this.shape = new Shape(metadata, Set.of(), true);
  }

  /** The newest shape; the same object until it changes. */
  Shape shape() {
    return shape;
  }

  /**
   * Makes the table have columns, as far as it can; what it can't have is an alert, once each.
   * Other ingesters' changes of the schema are taken over.
   */
  synchronized void widen(List<NewColumn> columns) throws InterruptedException {
    Shape before = shape;
    Widened widened = widening.addFound(columns, maxColumns);
    Set<String> unaddable = new HashSet<>(before.unaddable());
    boolean growing = before.growing();
    for (Refused refused : widened.refused()) {
      boolean isNews = refused.tooMany() ? growing : unaddable.add(refused.column().fullName());
      growing &= !refused.tooMany() && unaddable.size() < MAX_UNADDABLE;
      if (isNews) {
        counters.alerts.increment();
        LOG.warn(
            "the key '{}' does not become a column{}, its values are rescued: {}",
            refused.column().fullName(),
            refused.tooMany() ? ", nor does any other" : "",
            refused.why());
      }
    }
    shape = new Shape(widened.metadata(), unaddable, growing);
  }
}
