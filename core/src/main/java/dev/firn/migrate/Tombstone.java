package dev.firn.migrate;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a tombstone, for people and for whoever resumes: {@code <target> as <table>; journal
 * <location>}.
 *
 * @param target the target's name
 * @param as the table's name there
 * @param journal where the journal is
 */
record Tombstone(String target, String as, String journal) {
  private static final Pattern TEXT = Pattern.compile("(.+) as (.+?); journal (.+)");

  static Tombstone of(JournalEntry entry) {
    return new Tombstone(entry.target(), entry.as().toString(), entry.location());
  }

  static Optional<Tombstone> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    return matcher.matches()
        ? Optional.of(new Tombstone(matcher.group(1), matcher.group(2), matcher.group(3)))
        : Optional.empty();
  }

  String text() {
    return target + " as " + as + "; journal " + journal;
  }
}
