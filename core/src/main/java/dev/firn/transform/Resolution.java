package dev.firn.transform;

import dev.firn.transform.language.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What names stand for, step by step.
 *
 * @param steps what is to be done
 * @param outputs by column of the table, what fills it
 * @param eventTime what fills the event-time column
 * @param row what the files have to give
 * @param levels how many levels of rows there are
 */
record Resolution(
    List<Action> steps,
    List<Optional<Variable>> outputs,
    Optional<Variable> eventTime,
    SourceNode row,
    int levels) {

  /** Whether a row of the files may become several. */
  boolean explodes() {
    return steps.stream().anyMatch(Action.Explode.class::isInstance);
  }

  /** A step that does something to rows. */
  sealed interface Action {
    /** Makes the elements of an array rows, and the next level. */
    record Explode(Variable.Source array) implements Action {}

    /** Keeps rows for which a condition holds. */
    record Keep(Step.ExpressionText condition, Map<List<String>, Variable> names)
        implements Action {}

    /** Computes a column, as the next level. */
    record Compute(Variable.Derived target, Map<List<String>, Variable> names) implements Action {}
  }
}
