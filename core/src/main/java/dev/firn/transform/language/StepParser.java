package dev.firn.transform.language;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.error.Nearest;
import dev.firn.table.SchemaText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the list of steps of a pipeline file. */
public final class StepParser {
  private static final List<String> KINDS =
      List.of("columns", "explode", "rename", "where", "derive", "set");

  private StepParser() {}

  /** The steps of a configuration tree. */
  public static List<Step> parse(Object tree) {
    if (!(tree instanceof List<?> list) || list.isEmpty()) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'transform' takes a list of steps, each one of "
              + String.join(", ", KINDS)
              + "; got '"
              + tree
              + "'");
    }
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      steps.add(step(i + 1, list.get(i)));
    }
    return steps;
  }

  private static Step step(int number, @Nullable Object tree) {
    if (!(tree instanceof Map<?, ?> map) || map.size() != 1) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "transform step "
              + number
              + ": expected one of "
              + String.join(", ", KINDS)
              + " with what it takes; got '"
              + tree
              + "'");
    }
    Map.Entry<?, ?> entry = map.entrySet().iterator().next();
    String kind = String.valueOf(entry.getKey());
    StepPlace place = new StepPlace(number, kind);
    Object value = entry.getValue();
    return switch (kind) {
      case "columns" -> new Step.Columns(place, SchemaText.parse(place + " columns", value));
      case "explode" -> explode(place, value);
      case "rename" -> rename(place, value);
      case "where" -> new Step.Where(place, where(place, value));
      case "derive" -> derive(place, value);
      case "set" -> set(place, value);
      default ->
          throw new FirnException(
              ErrorCode.CONFIG,
              "transform step "
                  + number
                  + ": there is no '"
                  + kind
                  + "'"
                  + Nearest.of(kind, KINDS).map(n -> "; did you mean '" + n + "'?").orElse("")
                  + " (known are "
                  + String.join(", ", KINDS)
                  + ")");
    };
  }

  private static Step explode(StepPlace place, @Nullable Object value) {
    if (value instanceof String array) {
      return new Step.Explode(place, path(place, array), Optional.empty());
    }
    if (value instanceof Map<?, ?> map
        && map.get("array") instanceof String array
        && map.keySet().stream().allMatch(Set.of("array", "as")::contains)) {
      Object as = map.get("as");
      if (as == null || (as instanceof String name && !name.isEmpty())) {
        return new Step.Explode(place, path(place, array), Optional.ofNullable((String) as));
      }
    }
    throw place.error(
        "expected the name of an array, or {array: …, as: the element's name}; got '"
            + value
            + "'");
  }

  private static Step rename(StepPlace place, @Nullable Object value) {
    Map<List<String>, String> names = new LinkedHashMap<>();
    for (Map.Entry<?, ?> each : map(place, value, "{old name: new name}").entrySet()) {
      String from = String.valueOf(each.getKey());
      if (!(each.getValue() instanceof String to) || to.isEmpty()) {
        throw place.error("'" + from + "' needs a new name; got '" + each.getValue() + "'");
      }
      if (names.put(path(place, from), to) != null) {
        throw place.error("'" + from + "' stands here twice");
      }
    }
    return new Step.Rename(place, names);
  }

  private static Step.ExpressionText where(StepPlace place, @Nullable Object value) {
    if (!(value instanceof String text)) {
      throw place.error("expected a condition such as \"status >= 500\"; got '" + value + "'");
    }
    return ExpressionParser.parse(place, text);
  }

  private static Step derive(StepPlace place, @Nullable Object value) {
    Map<String, Step.ExpressionText> columns = new LinkedHashMap<>();
    map(place, value, "{column: expression}")
        .forEach(
            (key, expression) -> {
              String name = String.valueOf(key);
              StepPlace at = new StepPlace(place.number(), "derive " + name);
              if (!(expression instanceof String text)) {
                throw at.error(
                    "expected an expression, got '" + expression + "'; constants go under 'set'");
              }
              columns.put(name, ExpressionParser.parse(at, text));
            });
    return new Step.Derive(place, columns);
  }

  private static Step set(StepPlace place, @Nullable Object value) {
    Map<String, Step.ExpressionText> columns = new LinkedHashMap<>();
    map(place, value, "{column: constant}")
        .forEach(
            (key, constant) -> {
              String name = String.valueOf(key);
              StepPlace at = new StepPlace(place.number(), "set " + name);
              if (constant instanceof Map<?, ?> || constant instanceof List<?>) {
                throw at.error("expected a text, number or truth value, got '" + constant + "'");
              }
              String text = String.valueOf(constant);
              columns.put(
                  name,
                  new Step.ExpressionText(
                      at, text, new Expression.Literal(Expression.Literal.Kind.ANY, text, 0)));
            });
    return new Step.Derive(place, columns);
  }

  private static Map<?, ?> map(StepPlace place, @Nullable Object value, String expected) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      return map;
    }
    throw place.error("expected a map " + expected + "; got '" + value + "'");
  }

  private static List<String> path(StepPlace place, String name) {
    return NamePath.parse(name)
        .orElseThrow(
            () ->
                place.error(
                    "'"
                        + name
                        + "' is no name: parts are divided by dots, none is empty, and"
                        + " backticks come in pairs"));
  }
}
