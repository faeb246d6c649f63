package dev.firn.cli.catalog;

import dev.firn.cli.Output;
import java.util.Optional;

/**
 * What a verb did to a table.
 *
 * @param action the verb, in the past
 * @param table the name before
 * @param as the name after, if it has another one
 * @param metadataLocation the pointer, where it matters
 */
record Done(String action, String table, Optional<String> as, Optional<String> metadataLocation) {
  void print(boolean json) {
    if (json) {
      Output.printJson(this);
      return;
    }
    Output.line(
        "%s %s%s%s",
        action,
        table,
        as.map(name -> " as " + name).orElse(""),
        metadataLocation.map(location -> ", at " + location).orElse(""));
  }
}
