package dev.firn.table;

import java.util.Optional;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;

/**
 * What a pipeline says of its rows' days, from which the landing spec follows anew whenever the
 * table's default spec changes.
 *
 * @param dayColumn the declared local-date column
 * @param eventTimeColumn the event-time column
 */
public record LandingRule(Optional<String> dayColumn, Optional<String> eventTimeColumn) {
  /** The landing spec beside a default spec; see {@link LandingSpec#of}. */
  public LandingSpec specBeside(Schema schema, PartitionSpec defaultSpec) {
    return LandingSpec.of(schema, defaultSpec, dayColumn, eventTimeColumn);
  }

  /** Whether the pipeline names the column. */
  public boolean names(String column) {
    return dayColumn.filter(column::equals).isPresent()
        || eventTimeColumn.filter(column::equals).isPresent();
  }
}
