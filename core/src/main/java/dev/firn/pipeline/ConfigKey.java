package dev.firn.pipeline;

import java.util.Optional;

/**
 * One key of the pipeline file: the single place that says what it is called, what it takes and
 * means.
 *
 * @param name the dotted name, as {@code commit.interval}; nested YAML maps are the same as dots
 * @param type how its text becomes a value
 * @param defaultText the default, as one would write it; empty if there is none
 * @param required whether a pipeline can't do without it
 * @param range what values are allowed, for people
 * @param sentence what it does
 * @param <T> the value's type
 */
public record ConfigKey<T>(
    String name,
    ValueType<T> type,
    Optional<String> defaultText,
    boolean required,
    String range,
    String sentence) {

  static <T> ConfigKey<T> required(String name, ValueType<T> type, String range, String sentence) {
    return new ConfigKey<>(name, type, Optional.empty(), true, range, sentence);
  }

  static <T> ConfigKey<T> optional(String name, ValueType<T> type, String range, String sentence) {
    return new ConfigKey<>(name, type, Optional.empty(), false, range, sentence);
  }

  static <T> ConfigKey<T> of(
      String name, ValueType<T> type, String defaultText, String range, String sentence) {
    return new ConfigKey<>(name, type, Optional.of(defaultText), false, range, sentence);
  }
}
