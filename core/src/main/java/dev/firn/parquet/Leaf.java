package dev.firn.parquet;

import java.util.List;
import org.apache.iceberg.types.Type;

/**
 * A column of a Parquet file: a field of a primitive type, at whatever depth.
 *
 * @param fieldId Iceberg's id
 * @param type Iceberg's type
 * @param physical how values are stored
 * @param length bytes of a value of a fixed-length type; 0 otherwise
 * @param path names from the root in the file
 * @param steps from the batch's root column to the leaf's
 */
record Leaf(
    int fieldId,
    Type.PrimitiveType type,
    Physical physical,
    int length,
    List<String> path,
    List<PathStep> steps) {

  Leaf {
    path = List.copyOf(path);
    steps = List.copyOf(steps);
  }

  /** The definition level of a value that is there. */
  int maxDefinition() {
    int level = 0;
    for (PathStep step : steps) {
      level += (step.optional() ? 1 : 0) + (step.repeats() ? 1 : 0);
    }
    return level;
  }

  /** How many lists and maps the leaf lies in. */
  int maxRepetition() {
    int level = 0;
    for (PathStep step : steps) {
      level += step.repeats() ? 1 : 0;
    }
    return level;
  }

  /** The path with dots, for messages. */
  String dottedPath() {
    return String.join(".", path);
  }
}
