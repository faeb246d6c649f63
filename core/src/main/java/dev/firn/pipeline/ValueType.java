package dev.firn.pipeline;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the text of a configuration value becomes a typed value.
 *
 * @param label the type's name in the reference
 * @param parser takes the text; throws {@link IllegalArgumentException} that says what was expected
 * @param <T> the value's type
 */
public record ValueType<T>(String label, Function<String, T> parser) {
  private static final Pattern QUANTITY = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([a-zA-Z]*)");

  static final ValueType<String> TEXT = new ValueType<>("text", Function.identity());

  static final ValueType<Duration> DURATION =
      new ValueType<>("duration (500ms, 45s, 10m, 6h, 400d)", ValueType::duration);

  static final ValueType<Long> SIZE =
      new ValueType<>("size (64KiB, 512MiB, 2GiB)", ValueType::size);

  static final ValueType<ZoneId> ZONE = new ValueType<>("time zone", ValueType::zone);

  static final ValueType<Boolean> FLAG =
      new ValueType<>(
          "true or false", text -> choice(text, List.of("true", "false")).equals("true"));

  static ValueType<Integer> integer(int min, int max) {
    return new ValueType<>(
        "integer",
        text -> {
          int value;
          try {
            value = Integer.parseInt(text);
          } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a whole number", e);
          }
          if (value < min || value > max) {
            throw new IllegalArgumentException("expected " + min + " to " + max);
          }
          return value;
        });
  }

  static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
    List<String> names = Arrays.stream(type.getEnumConstants()).map(ValueType::kebab).toList();
    return new ValueType<>(
        String.join(" or ", names),
        text -> type.getEnumConstants()[names.indexOf(choice(text, names))]);
  }

  static ValueType<String> choice(List<String> allowed) {
    return new ValueType<>(String.join(" or ", allowed), text -> choice(text, allowed));
  }

  static String kebab(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String choice(String text, List<String> allowed) {
    if (!allowed.contains(text)) {
      throw new IllegalArgumentException("expected one of: " + String.join(", ", allowed));
    }
    return text;
  }

  private static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "expected a time zone, as UTC, Europe/Berlin or +02:00", e);
    }
  }

  private static Duration duration(String text) {
    Matcher m = QUANTITY.matcher(text.trim());
    if (m.matches()) {
      double amount = Double.parseDouble(m.group(1));
      long unitMillis =
          switch (m.group(2)) {
            case "ms" -> 1L;
            case "s" -> 1000L;
            case "m", "min" -> 60_000L;
            case "h" -> 3_600_000L;
            case "d" -> 86_400_000L;
            default -> -1L;
          };
      if (unitMillis > 0) {
        return Duration.ofMillis(Math.round(amount * unitMillis));
      }
    }
    throw new IllegalArgumentException("expected a number with a unit: 500ms, 45s, 10m, 6h, 400d");
  }

  private static Long size(String text) {
    Matcher m = QUANTITY.matcher(text.trim());
    if (m.matches()) {
      double amount = Double.parseDouble(m.group(1));
      long unit =
          switch (m.group(2)) {
            case "B" -> 1L;
            case "KiB" -> 1L << 10;
            case "MiB" -> 1L << 20;
            case "GiB" -> 1L << 30;
            default -> -1L;
          };
      if (unit > 0) {
        return Math.round(amount * unit);
      }
    }
    throw new IllegalArgumentException("expected a number with a unit: 64KiB, 512MiB, 2GiB");
  }
}
