package dev.firn.catalog;

import java.util.List;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** How names are written in the rows: the levels of a namespace joined by dots. */
final class Names {
  /** The width of the columns that other clients create. */
  private static final int MAX_LENGTH = 255;

  private Names() {}

  static String text(Namespace namespace) {
    return String.join(".", namespace.levels());
  }

  static Namespace parse(String text) {
    return Namespace.of(text.split("\\.", -1));
  }

  static Namespace parent(Namespace namespace) {
    List<String> levels = List.of(namespace.levels());
    return Namespace.of(levels.subList(0, levels.size() - 1).toArray(new String[0]));
  }

  static boolean isValid(TableIdentifier table) {
    return problem(table.namespace()) == null && problem(table) == null;
  }

  static void check(Namespace namespace) {
    String problem = problem(namespace);
    if (problem != null) {
      throw new IllegalArgumentException(
          "can't take '" + namespace + "' as a namespace: " + problem);
    }
  }

  static void check(TableIdentifier table) {
    check(table.namespace());
    String problem = problem(table);
    if (problem != null) {
      throw new IllegalArgumentException("can't take '" + table + "' as a table: " + problem);
    }
  }

  private static @Nullable String problem(TableIdentifier table) {
    if (table.name().isEmpty()) {
      return "the name is empty";
    }
    return table.name().length() > MAX_LENGTH
        ? "the name is longer than " + MAX_LENGTH + " characters"
        : null;
  }

  private static @Nullable String problem(Namespace namespace) {
    if (namespace.isEmpty()) {
      return "it has no level, expected at least one";
    }
    for (String level : namespace.levels()) {
      if (level.isEmpty()) {
        return "a level is empty";
      }
      if (level.indexOf('.') >= 0) {
        return "the level '" + level + "' holds a dot, which separates levels in the catalog";
      }
    }
    return text(namespace).length() > MAX_LENGTH
        ? "it is longer than " + MAX_LENGTH + " characters"
        : null;
  }
}
