package dev.firn.catalog.database;

import java.util.List;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** How names are written in the rows: the levels of a namespace joined by dots. */
public final class Names {
  /** The width of the columns that other clients create. */
  private static final int MAX_LENGTH = 255;

  private Names() {}

  /** A namespace as the rows write it. */
  public static String text(Namespace namespace) {
    return String.join(".", namespace.levels());
  }

  /** A namespace as it was written. */
  public static Namespace parse(String text) {
    return Namespace.of(text.split("\\.", -1));
  }

  /** The namespace above; empty for one of a single level. */
  public static Namespace parent(Namespace namespace) {
    List<String> levels = List.of(namespace.levels());
    return Namespace.of(levels.subList(0, levels.size() - 1).toArray(new String[0]));
  }

  /** Whether the rows can hold the name. */
  public static boolean isValid(TableIdentifier table) {
    return problem(table.namespace()) == null && problem(table) == null;
  }

  /** Refuses what the rows can't hold, with an {@link IllegalArgumentException}. */
  public static void check(Namespace namespace) {
    String problem = problem(namespace);
    if (problem != null) {
      throw new IllegalArgumentException(
          "can't take '" + namespace + "' as a namespace: " + problem);
    }
  }

  /** Refuses what the rows can't hold, with an {@link IllegalArgumentException}. */
  public static void check(TableIdentifier table) {
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
