package dev.firn.table.ddl;

import java.util.List;

/**
 * What a statement did.
 *
 * @param done one line for a person
 * @param warnings what a person should know, a line each
 */
public record DdlResult(String done, List<String> warnings) {
  /** Copies the list. */
  public DdlResult {
    warnings = List.copyOf(warnings);
  }

  static DdlResult of(String done) {
    return new DdlResult(done, List.of());
  }
}
