package dev.firn.testkit.jdbc;

/**
 * What a catalog must not do.
 *
 * @param text what happened, for a person
 */
public record Violation(Kind kind, String text) {
  /** The kinds. */
  public enum Kind {
    /** An append that was acknowledged is not in the table. */
    LOST,
    /** An append that was refused is in the table. */
    GHOST,
    /** A file is in the table twice. */
    DOUBLED,
    /** A conflict was reported, and what it was about is in the table. */
    WRONG_CONFLICT,
    /** A conflict was reported, and nobody had moved the pointer. */
    NEEDLESS_CONFLICT,
    /** A metadata file that the table never had, though the outcome was known. */
    ORPHAN,
    /** A file that the table names is missing. */
    BROKEN
  }
}
