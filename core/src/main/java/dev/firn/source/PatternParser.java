package dev.firn.source;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.source.PatternElement.Literal;
import dev.firn.source.PatternElement.Time;
import dev.firn.source.PatternElement.TimeField;
import dev.firn.source.PatternElement.Wild;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns the text of a path pattern into its elements; used once. */
final class PatternParser {
  private static final String TOKENS = "{yyyy} {MM} {dd} {HH} {mm} {producer} {*} {**}";

  private final String text;
  private final List<PatternElement> elements = new ArrayList<>();
  private final StringBuilder literal = new StringBuilder();
  private final Set<TimeField> seen = EnumSet.noneOf(TimeField.class);
  private boolean producerSeen;

  PatternParser(String text) {
    this.text = text;
  }

  List<PatternElement> parse() {
    if (text.isEmpty()) {
      throw error(0, "the pattern is empty");
    }
    if (text.charAt(0) == '/') {
      throw error(0, "paths are relative to the source's folder, so the first '/' has to go");
    }
    int at = 0;
    while (at < text.length()) {
      at = element(at);
    }
    endLiteral();
    checkTimes();
    checkTail();
    return List.copyOf(elements);
  }

  private int element(int at) {
    char c = text.charAt(at);
    if (text.startsWith("{{", at) || text.startsWith("}}", at)) {
      checkPartStart(at, c);
      literal.append(c);
      return at + 2;
    }
    if (c == '}') {
      throw error(at, "'}' closes nothing; a literal one is written '}}'");
    }
    if (c != '{') {
      checkPartStart(at, c);
      literal.append(c);
      return at + 1;
    }
    int end = text.indexOf('}', at);
    if (end < 0) {
      throw error(at, "'{' is not closed; a literal one is written '{{'");
    }
    endLiteral();
    token(at, text.substring(at + 1, end));
    return end + 1;
  }

  private void token(int at, String name) {
    for (TimeField field : TimeField.values()) {
      if (field.token.equals(name)) {
        seen.add(field);
        elements.add(new Time(field));
        return;
      }
    }
    switch (name) {
      case "producer" -> {
        if (producerSeen) {
          throw error(at, "{producer} stands twice");
        }
        producerSeen = true;
        wild(at, new Wild(true, false));
      }
      case "*" -> wild(at, new Wild(false, false));
      case "**" -> wild(at, new Wild(false, true));
      default -> throw error(at, "there is no {" + name + "}; known are " + TOKENS);
    }
  }

  private void wild(int at, Wild element) {
    if (!elements.isEmpty() && elements.get(elements.size() - 1) instanceof Wild) {
      throw error(at, "two tokens of any length need some text between them");
    }
    elements.add(element);
  }

  private void endLiteral() {
    if (literal.length() > 0) {
      elements.add(new Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  /** Hidden names are never read, so a pattern that asks for them would silently match nothing. */
  private void checkPartStart(int at, char c) {
    boolean partStart = at == 0 || text.charAt(at - 1) == '/';
    if (partStart && (c == '.' || c == '_')) {
      throw error(at, "names that begin with '" + c + "' are hidden and never read");
    }
    if (partStart && c == '/') {
      throw error(at, "there is no name between two '/'");
    }
  }

  /** Of several missing tokens the leftmost is named: a wrong {mm} for {MM} is found that way. */
  private void checkTimes() {
    TimeField[] fields = TimeField.values();
    int first = text.length();
    String what = "";
    for (int i = 1; i < fields.length; i++) {
      String token = "{" + fields[i].token + "}";
      int at = text.indexOf(token);
      if (seen.contains(fields[i]) && !seen.contains(fields[i - 1]) && at < first) {
        first = at;
        what = token + " needs {" + fields[i - 1].token + "} somewhere in the pattern";
      }
    }
    if (first < text.length()) {
      throw error(first, what);
    }
  }

  private void checkTail() {
    if (text.endsWith("/")) {
      throw error(text.length() - 1, "the pattern has to end with a file name");
    }
    Optional<String> suffix = FileNames.temporarySuffix(text);
    if (suffix.isPresent()) {
      throw error(
          text.length() - suffix.get().length(),
          "names that end in '" + suffix.get() + "' are temporary and never read");
    }
  }

  private FirnException error(int at, String what) {
    return new FirnException(
        ErrorCode.CONFIG, "path pattern '" + text + "', column " + (at + 1) + ": " + what);
  }
}
