package dev.firn.transform;

import dev.firn.transform.language.StepPlace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * What names stand for at one point of the steps. A name that no step has made is a column of the
 * files; inside of an exploded array, the element's field, or else the column around it.
 */
final class Scope {
  private final Map<String, Binding> bindings = new LinkedHashMap<>();

  /** Names that steps have taken away, with the step. */
  private final Map<String, StepPlace> gone = new LinkedHashMap<>();

  /** Where names are looked up that no step has made, the outermost first. */
  private final List<Layer> layers = new ArrayList<>();

  private final Map<List<String>, Variable> known = new LinkedHashMap<>();
  private final List<Variable.Lifted> lifted = new ArrayList<>();
  private final Set<String> usedDeclared = new HashSet<>();
  private @Nullable Schema declared;

  private record Binding(Variable variable, StepPlace place, boolean[] used) {}

  private record Layer(SourceNode node, int level, Set<String> hidden) {}

  Scope(SourceNode row) {
    layers.add(new Layer(row, 0, Set.of()));
  }

  /** Types of columns of the files that the table does not have. */
  void declare(Schema columns) {
    declared = columns;
  }

  /** The step that has taken a name away, if one has. */
  Optional<StepPlace> takenBy(String name) {
    return bindings.containsKey(name) ? Optional.empty() : Optional.ofNullable(gone.get(name));
  }

  /** The step that has made a name, if one has. */
  Optional<StepPlace> madeBy(String name) {
    return Optional.ofNullable(bindings.get(name)).map(Binding::place);
  }

  /**
   * What a name stands for; one that was taken away must not be asked for.
   *
   * @param user who asks, for messages
   */
  Variable resolve(List<String> path, String user) {
    Variable variable = find(path, user);
    Types.NestedField field = declared == null ? null : declared.findField(String.join(".", path));
    if (field != null && !(variable instanceof Variable.Derived)) {
      usedDeclared.add(path.get(0));
      variable.demand(field.type(), "'columns'");
    }
    return variable;
  }

  private Variable find(List<String> path, String user) {
    Binding binding = bindings.get(path.get(0));
    if (binding != null) {
      binding.used[0] = true;
      return binding.variable.field(path.subList(1, path.size()), user);
    }
    Variable variable = known.get(path);
    if (variable == null) {
      variable = lookUp(path, user);
      known.put(path, variable);
    }
    return variable;
  }

  private Variable lookUp(List<String> path, String user) {
    Variable found = null;
    for (Layer layer : layers) {
      if (!layer.hidden.contains(path.get(0))) {
        Variable top = new Variable.Source(layer.node, layer.level).field(path.get(0), user);
        Variable here = top.field(path.subList(1, path.size()), user);
        if (found == null) {
          found = here;
        } else {
          Variable.Lifted both = new Variable.Lifted(top, here, found);
          lifted.add(both);
          found = both;
        }
      }
    }
    if (found == null) {
      throw new IllegalStateException("'" + path + "' was taken away");
    }
    return found;
  }

  /** Makes a name. It must not be made already, see {@link #madeBy}. */
  void bind(String name, Variable variable, StepPlace place) {
    bindings.put(name, new Binding(variable, place, new boolean[1]));
  }

  /** Takes a name away. */
  void take(String name, StepPlace place) {
    if (bindings.remove(name) == null) {
      gone.put(name, place);
    }
  }

  /** From now on, names are first looked up in an element. */
  void lift(SourceNode element, int level) {
    Layer innermost = layers.get(layers.size() - 1);
    Set<String> hidden = new HashSet<>(innermost.hidden);
    hidden.addAll(gone.keySet());
    layers.set(layers.size() - 1, new Layer(innermost.node, innermost.level, hidden));
    layers.add(new Layer(element, level, Set.of()));
    gone.clear();
    known.clear();
  }

  /** Whether names are looked up in an element. */
  boolean isLifted() {
    return layers.size() > 1;
  }

  /** Names that were made and that nobody has asked for, with their steps. */
  Map<String, StepPlace> unused() {
    Map<String, StepPlace> unused = new LinkedHashMap<>();
    bindings.forEach(
        (name, binding) -> {
          if (!binding.used[0]) {
            unused.put(name, binding.place);
          }
        });
    return unused;
  }

  /** Declared columns that nobody has asked for. */
  Set<String> unusedDeclared() {
    Set<String> unused = new TreeSet<>();
    if (declared != null) {
      declared.columns().forEach(column -> unused.add(column.name()));
    }
    unused.removeAll(usedDeclared);
    return unused;
  }

  /** Names to choose from, for messages. */
  Set<String> names() {
    Set<String> names = new TreeSet<>(bindings.keySet());
    if (declared != null) {
      declared.columns().forEach(column -> names.add(column.name()));
    }
    return names;
  }

  /** All variables that are looked up in two places. */
  List<Variable.Lifted> lifted() {
    return lifted;
  }
}
