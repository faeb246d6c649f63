package dev.firn.transform.language;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;

/** A step as it was written. */
public sealed interface Step {
  /** Where it stands. */
  StepPlace place();

  /** Columns that the files have and the table does not. */
  record Columns(StepPlace place, Schema declared) implements Step {}

  /**
   * One row per element.
   *
   * @param as the column that the element becomes; without it its fields become columns
   */
  record Explode(StepPlace place, List<String> array, Optional<String> as) implements Step {}

  /** Other names, in the order of the file. */
  record Rename(StepPlace place, Map<List<String>, String> names) implements Step {}

  /** A filter. */
  record Where(StepPlace place, ExpressionText condition) implements Step {}

  /** Computed columns, and constants, in the order of the file. */
  record Derive(StepPlace place, Map<String, ExpressionText> columns) implements Step {}

  /**
   * An expression with its text.
   *
   * @param place of this expression
   */
  record ExpressionText(StepPlace place, String text, Expression expression) {}
}
