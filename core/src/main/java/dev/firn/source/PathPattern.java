package dev.firn.source;

import dev.firn.source.PatternElement.Literal;
import dev.firn.source.PatternElement.Time;
import dev.firn.source.PatternElement.TimeField;
import dev.firn.source.PatternElement.Wild;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A path pattern such as {@code {yyyy}/{MM}/{dd}/{HH}/{producer}-{*}.json.gz}.
 *
 * <p>Tokens: {@code {yyyy}} four digits; {@code {MM}}, {@code {dd}}, {@code {HH}}, {@code {mm}} two
 * digits each, in range; {@code {producer}} one character or more without {@code /}; {@code {*}}
 * any text without {@code /}, also none; <code>{**}</code> any text, also none and also with {@code
 * /}. Everything else stands for itself; braces are written {@code {{} and {@code }}}. A smaller
 * unit of time needs the next larger one; a token of time that stands twice has to say the same
 * twice.
 *
 * <p>The whole path has to match. Where several readings are possible, the first token of any
 * length takes as much text as leaves a match for the rest, then the second, and so on: in {@code
 * {producer}-{*}.json} the path {@code ip-10-0-0-7-000123.json} has the producer {@code
 * ip-10-0-0-7}. (If the last part holds dashes itself, as a UUID does, say how many: {@code
 * {producer}-{*}-{*}-{*}-{*}-{*}.json}.) The date is checked after that: a path that says
 * 2024-02-30 does not match.
 *
 * <p>Immutable. A match costs time in proportion to path length times pattern length, whatever the
 * path is.
 */
public final class PathPattern {
  private final String text;
  private final List<PatternElement> elements;

  private PathPattern(String text, List<PatternElement> elements) {
    this.text = text;
    this.elements = elements;
  }

  /**
   * Parses a pattern.
   *
   * @throws dev.firn.error.FirnException with code CONFIG and the column of the fault, from 1
   */
  public static PathPattern parse(String text) {
    return new PathPattern(text, new PatternParser(text).parse());
  }

  /** Whether the pattern has a token: {@code yyyy}, {@code producer}, … (without braces). */
  public boolean hasToken(String token) {
    for (PatternElement element : elements) {
      boolean there =
          element instanceof Time time
              ? time.field().token.equals(token)
              : element instanceof Wild wild && wild.producer() && token.equals("producer");
      if (there) {
        return true;
      }
    }
    return false;
  }

  /** What the path says; empty if the pattern does not match the whole of it. */
  public Optional<PathParts> match(String path) {
    BitSet[] fits = suffixes(path);
    if (!fits[0].get(0)) {
      return Optional.empty();
    }
    int[] times = new int[TimeField.values().length];
    Arrays.fill(times, -1);
    String producer = null;
    int at = 0;
    for (int e = 0; e < elements.size(); e++) {
      PatternElement element = elements.get(e);
      int end = end(element, path, at, fits[e + 1]);
      if (element instanceof Time time) {
        int value = time.field().read(path, at);
        int slot = time.field().ordinal();
        if (times[slot] >= 0 && times[slot] != value) {
          return Optional.empty();
        }
        times[slot] = value;
      } else if (element instanceof Wild wild && wild.producer()) {
        producer = path.substring(at, end);
      }
      at = end;
    }
    return parts(times, producer);
  }

  /**
   * With what the path of every file of a day begins: the pattern up to its first token that the
   * day does not fill. Empty if the pattern has no day, or a token of any length before it.
   */
  public Optional<String> dayPrefix(LocalDate day) {
    StringBuilder prefix = new StringBuilder();
    int found = 0;
    for (PatternElement element : elements) {
      if (element instanceof Literal literal) {
        prefix.append(literal.text());
        continue;
      }
      if (!(element instanceof Time time) || time.field().compareTo(TimeField.DAY) > 0) {
        break;
      }
      int value =
          switch (time.field()) {
            case YEAR -> day.getYear();
            case MONTH -> day.getMonthValue();
            case DAY, HOUR, MINUTE -> day.getDayOfMonth();
          };
      prefix.append(time.field().write(value));
      found |= 1 << time.field().ordinal();
    }
    return found == 0b111 ? Optional.of(prefix.toString()) : Optional.empty();
  }

  /** The pattern as it was written. */
  @Override
  public String toString() {
    return text;
  }

  /** Bit i of element e: the elements from e on match the path from i on; from the back. */
  private BitSet[] suffixes(String path) {
    int length = path.length();
    BitSet[] fits = new BitSet[elements.size() + 1];
    fits[elements.size()] = new BitSet(length + 1);
    fits[elements.size()].set(length);
    for (int e = elements.size() - 1; e >= 0; e--) {
      fits[e] = starts(elements.get(e), path, fits[e + 1]);
    }
    return fits;
  }

  /** Where an element can begin so that what follows it can go on. */
  private static BitSet starts(PatternElement element, String path, BitSet next) {
    BitSet starts = new BitSet(path.length() + 1);
    if (element instanceof Wild wild) {
      for (int i = path.length(); i >= 0; i--) {
        boolean more = i < path.length() && wild.takes(path.charAt(i));
        boolean here =
            wild.producer()
                ? more && (next.get(i + 1) || starts.get(i + 1))
                : next.get(i) || (more && starts.get(i + 1));
        starts.set(i, here);
      }
      return starts;
    }
    int width = width(element);
    for (int end = next.nextSetBit(width); end >= 0; end = next.nextSetBit(end + 1)) {
      starts.set(end - width, fits(element, path, end - width));
    }
    return starts;
  }

  private static int width(PatternElement element) {
    return element instanceof Literal literal
        ? literal.text().length()
        : ((Time) element).field().width;
  }

  private static boolean fits(PatternElement element, String path, int at) {
    return element instanceof Literal literal
        ? path.startsWith(literal.text(), at)
        : ((Time) element).field().read(path, at) >= 0;
  }

  /** Where an element ends that begins at {@code at}; the longest way for one of any length. */
  private static int end(PatternElement element, String path, int at, BitSet next) {
    if (!(element instanceof Wild wild)) {
      return at + width(element);
    }
    int stop = at;
    while (stop < path.length() && wild.takes(path.charAt(stop))) {
      stop++;
    }
    return next.previousSetBit(stop);
  }

  private static Optional<PathParts> parts(int[] times, @Nullable String producer) {
    int year = times[TimeField.YEAR.ordinal()];
    int month = times[TimeField.MONTH.ordinal()];
    int day = times[TimeField.DAY.ordinal()];
    int hour = times[TimeField.HOUR.ordinal()];
    Optional<LocalDate> date = Optional.empty();
    if (day >= 0) {
      if (day > YearMonth.of(year, month).lengthOfMonth()) {
        return Optional.empty();
      }
      date = Optional.of(LocalDate.of(year, month, day));
    }
    return Optional.of(
        new PathParts(
            date,
            hour >= 0 ? OptionalInt.of(hour) : OptionalInt.empty(),
            Optional.ofNullable(producer)));
  }
}
