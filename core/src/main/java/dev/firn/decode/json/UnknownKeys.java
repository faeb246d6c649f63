package dev.firn.decode.json;

import java.util.Set;

/**
 * What becomes of keys that the schema has no column for, at every depth.
 *
 * @param handling what becomes of them
 * @param rescueColumn unless they are ignored: the optional string column, at the top of the
 *     schema, that takes them; no key of a row ever fills it
 * @param unaddable full names that can't become columns; they are rescued
 * @param looseFields ids of fields that were found in the logs, not declared: a value that does not
 *     fit them, or a field below them, is rescued and the row is taken
 */
public record UnknownKeys(
    Handling handling, String rescueColumn, Set<String> unaddable, Set<Integer> looseFields) {
  /** The three ways. */
  public enum Handling {
    /** They are passed over. */
    IGNORE,
    /** They go into the rescue column, as one JSON text. */
    RESCUE,
    /** They are reported, to become columns; until then, and if they can't, they are rescued. */
    ADD_COLUMN
  }

  /** All are passed over. */
  public static final UnknownKeys IGNORED =
      new UnknownKeys(Handling.IGNORE, "", Set.of(), Set.of());

  /** Copies the sets. */
  public UnknownKeys {
    unaddable = Set.copyOf(unaddable);
    looseFields = Set.copyOf(looseFields);
  }

  /** All are rescued. */
  public static UnknownKeys rescued(String column) {
    return new UnknownKeys(Handling.RESCUE, column, Set.of(), Set.of());
  }

  /** Whether there is a rescue column. */
  public boolean rescues() {
    return handling != Handling.IGNORE;
  }
}
