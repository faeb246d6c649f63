package dev.firn.transform;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.error.Nearest;
import dev.firn.transform.language.Expression;
import dev.firn.transform.language.Names;
import dev.firn.transform.language.Step;
import dev.firn.transform.language.StepPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * Finds out what names stand for, and what the files have to give. Used once.
 *
 * <p>A column of the files has the type of the table's column that it fills, or of {@code columns}
 * where it fills none; without either it is taken for a mistyped name.
 */
final class Resolver {
  private final TransformTarget target;
  private final SourceNode row = SourceNode.row();
  private final Scope scope = new Scope(row);
  private final List<Resolution.Action> actions = new ArrayList<>();
  private final List<Use> uses = new ArrayList<>();
  private int levels = 1;

  /** The level of the elements that were exploded last; 0 if none were. */
  private int elementLevel;

  /** A column that an expression names. */
  private record Use(Step.ExpressionText source, Expression.Name name, Variable variable) {}

  private Resolver(TransformTarget target) {
    this.target = target;
  }

  static Resolution resolve(List<Step> steps, TransformTarget target) {
    Resolver resolver = new Resolver(target);
    steps.forEach(resolver::take);
    List<Optional<Variable>> outputs = resolver.outputs();
    Optional<Variable> eventTime = resolver.eventTime(outputs);
    resolver.settleTypes();
    resolver.checkNames();
    return new Resolution(
        List.copyOf(resolver.actions), outputs, eventTime, resolver.row, resolver.levels);
  }

  private void take(Step step) {
    if (step instanceof Step.Columns columns) {
      if (columns.place().number() > 1) {
        throw columns.place().error("it has to stand first: the steps below it use its types");
      }
      scope.declare(columns.declared());
    } else if (step instanceof Step.Explode explode) {
      explode(explode);
    } else if (step instanceof Step.Rename rename) {
      rename(rename);
    } else if (step instanceof Step.Where where) {
      actions.add(new Resolution.Action.Keep(where.condition(), names(where.condition())));
    } else if (step instanceof Step.Derive derive) {
      derive.columns().forEach((name, expression) -> derive(name, expression));
    }
  }

  private void explode(Step.Explode step) {
    String name = String.join(".", step.array());
    Variable variable = resolve(step.array(), step.place(), name);
    if (!(variable instanceof Variable.Source array)) {
      throw step.place()
          .error(
              "it is not clear which '"
                  + name
                  + "' is meant, a field of the elements or one of the rows around them; explode"
                  + " the first array with {array: …, as: record} and this one as record."
                  + name);
    }
    if (array.level() != elementLevel) {
      throw step.place()
          .error(
              "'"
                  + name
                  + "' is an array of the row whose elements were exploded before, so every pair of"
                  + " elements would become a row; explode an array inside of those elements, or"
                  + " use another pipeline");
    }
    SourceNode element = array.node().element(step.place().toString());
    actions.add(new Resolution.Action.Explode(array));
    elementLevel = levels++;
    if (step.array().size() == 1) {
      scope.take(step.array().get(0), step.place());
    }
    if (step.as().isPresent()) {
      bind(step.as().get(), new Variable.Source(element, elementLevel), step.place());
    } else {
      scope.lift(element, elementLevel);
    }
  }

  /** All at once, so that names can be swapped. */
  private void rename(Step.Rename step) {
    Map<String, Variable> renamed = new LinkedHashMap<>();
    step.names()
        .forEach(
            (path, to) -> {
              Variable variable = resolve(path, step.place(), String.join(".", path));
              if (renamed.put(to, variable) != null) {
                throw step.place().error("'" + to + "' is filled twice, by both new names");
              }
            });
    step.names()
        .keySet()
        .forEach(
            path -> {
              if (path.size() == 1) {
                scope.take(path.get(0), step.place());
              }
            });
    renamed.forEach((to, variable) -> bind(to, variable, step.place()));
  }

  private void derive(String name, Step.ExpressionText expression) {
    Variable.Derived derived = new Variable.Derived(expression, levels);
    actions.add(new Resolution.Action.Compute(derived, names(expression)));
    levels++;
    bind(name, derived, expression.place());
  }

  private void bind(String name, Variable variable, StepPlace place) {
    scope
        .madeBy(name)
        .ifPresent(
            earlier -> {
              throw place.error("'" + name + "' is filled already, by " + earlier);
            });
    scope.bind(name, variable, place);
  }

  private Variable resolve(List<String> path, StepPlace place, String shown) {
    scope
        .takenBy(path.get(0))
        .ifPresent(
            taker -> {
              throw place.error("there is no '" + shown + "' any more after " + taker);
            });
    return scope.resolve(path, place.toString());
  }

  private Map<List<String>, Variable> names(Step.ExpressionText source) {
    Map<List<String>, Variable> names = new HashMap<>();
    for (Expression.Name name : Names.of(source.expression())) {
      scope
          .takenBy(name.path().get(0))
          .ifPresent(
              taker -> {
                throw source
                    .place()
                    .error(
                        source.text(),
                        name.position(),
                        "there is no '" + name + "' any more after " + taker);
              });
      Variable variable = scope.resolve(name.path(), source.place().toString());
      names.put(name.path(), variable);
      uses.add(new Use(source, name, variable));
    }
    return names;
  }

  private List<Optional<Variable>> outputs() {
    List<Optional<Variable>> outputs = new ArrayList<>();
    for (Types.NestedField column : target.table().columns()) {
      Optional<StepPlace> taker = scope.takenBy(column.name());
      if (taker.isPresent() && column.isRequired()) {
        throw new FirnException(
            ErrorCode.CONFIG,
            "transform: nothing fills the table's required column '"
                + column.name()
                + "' after "
                + taker.get()
                + "; fill it with derive or set, or leave the column of the files its name");
      }
      if (taker.isPresent()) {
        outputs.add(Optional.empty());
        continue;
      }
      String user = "the table's column '" + column.name() + "'";
      Variable variable = scope.resolve(List.of(column.name()), user);
      variable.demand(column.type(), user);
      outputs.add(Optional.of(variable));
    }
    return outputs;
  }

  private Optional<Variable> eventTime(List<Optional<Variable>> outputs) {
    if (target.eventTimeColumn().isEmpty()) {
      return Optional.empty();
    }
    List<String> path = target.eventTimePath();
    int position = target.positionOf(path.get(0));
    String user = "the event-time column '" + target.eventTimeColumn().get() + "'";
    Variable top =
        outputs
            .get(position)
            .orElseThrow(
                () -> new FirnException(ErrorCode.CONFIG, "transform: nothing fills " + user));
    return Optional.of(top.field(path.subList(1, path.size()), user));
  }

  /** What a copy is made of has the type of its target, if it has no other. */
  private void settleTypes() {
    for (Resolution.Action action : actions) {
      if (action instanceof Resolution.Action.Compute compute
          && compute.target().source().expression() instanceof Expression.Call call
          && call.function().equals(Functions.COPY)) {
        for (Variable copied : compute.names().values()) {
          if (copied.type().isEmpty() && !(copied instanceof Variable.Derived)) {
            compute
                .target()
                .wanted()
                .ifPresent(
                    type -> copied.demand(type, compute.target().source().place().toString()));
          }
        }
      }
    }
    scope.lifted().forEach(Variable.Lifted::agree);
  }

  private void checkNames() {
    Set<String> columns = new TreeSet<>();
    target.table().columns().forEach(column -> columns.add(column.name()));
    scope
        .unused()
        .forEach(
            (name, place) -> {
              throw place.error(
                  "'"
                      + name
                      + "' is neither a column of the table nor used by a later step"
                      + nearest(name, columns));
            });
    Set<String> names = new TreeSet<>(TypeUtil.indexNameById(target.table().asStruct()).values());
    names.addAll(scope.names());
    for (Use use : uses) {
      if (use.variable.type().isEmpty() && !(use.variable instanceof Variable.Derived)) {
        throw use.source
            .place()
            .error(
                use.source.text(),
                use.name.position(),
                "'"
                    + use.name
                    + "' is no column of the table, and no type is declared for it"
                    + nearest(use.name.toString(), names)
                    + " (a first step 'columns: {"
                    + use.name.path().get(0)
                    + ": type}' declares what only the files have)");
      }
    }
    for (String unused : scope.unusedDeclared()) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "transform step 1 (columns): '"
              + unused
              + "' is declared, but no step uses it"
              + (columns.contains(unused) ? "; the table's column says its type" : ""));
    }
  }

  private static String nearest(String name, Set<String> names) {
    return Nearest.of(name, names).map(near -> "; did you mean '" + near + "'?").orElse("");
  }
}
