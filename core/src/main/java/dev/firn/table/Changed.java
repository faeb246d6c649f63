package dev.firn.table;

import java.util.List;
import org.apache.iceberg.TableMetadata;

/**
 * What a change makes of a table's metadata.
 *
 * @param metadata not committed
 * @param warnings what a person should know, a line each
 */
public record Changed(TableMetadata metadata, List<String> warnings) {
  /** Copies the list. */
  public Changed {
    warnings = List.copyOf(warnings);
  }
}
