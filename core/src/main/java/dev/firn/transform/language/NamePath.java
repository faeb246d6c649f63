package dev.firn.transform.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Dotted names as they stand in keys of the pipeline file; parts may stand in backticks. */
final class NamePath {
  private NamePath() {}

  /** The parts of a name; empty if a part is missing or a backtick is not closed. */
  static Optional<List<String>> parse(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    boolean any = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '`') {
        boolean doubled = quoted && i + 1 < text.length() && text.charAt(i + 1) == '`';
        if (doubled) {
          part.append(c);
          i++;
        } else {
          quoted = !quoted;
        }
        any = true;
      } else if (c == '.' && !quoted) {
        if (!any) {
          return Optional.empty();
        }
        parts.add(part.toString());
        part.setLength(0);
        any = false;
      } else {
        part.append(c);
        any = true;
      }
    }
    if (quoted || !any) {
      return Optional.empty();
    }
    parts.add(part.toString());
    return Optional.of(List.copyOf(parts));
  }
}
