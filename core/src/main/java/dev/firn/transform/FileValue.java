package dev.firn.transform;

import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.IntColumn;
import dev.firn.source.PathParts;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** A value that is the same for all rows of a file; its column is filled when a file begins. */
final class FileValue {
  private final Column one;
  private final Function<SourceFile, Optional<String>> text;
  private final Function<SourceFile, Optional<Integer>> day;

  private FileValue(
      Type type,
      Function<SourceFile, Optional<String>> text,
      Function<SourceFile, Optional<Integer>> day) {
    this.one = Column.of(type);
    this.text = text;
    this.day = day;
  }

  /**
   * A source file.
   *
   * @param location where it is
   * @param path what its path says
   */
  record SourceFile(String location, PathParts path) {
    String name() {
      return location.substring(location.lastIndexOf('/') + 1);
    }
  }

  /** The last part of its location. */
  static FileValue name() {
    return text(file -> Optional.of(file.name()));
  }

  /** Its location. */
  static FileValue location() {
    return text(file -> Optional.of(file.location()));
  }

  /** What a token of the path pattern stands for; {@code day} is the date. */
  static Optional<FileValue> ofPath(String token) {
    return switch (token) {
      case "yyyy" -> Optional.of(text(file -> file.path().day().map(d -> digits(d.getYear(), 4))));
      case "MM" ->
          Optional.of(text(file -> file.path().day().map(d -> digits(d.getMonthValue(), 2))));
      case "dd" ->
          Optional.of(text(file -> file.path().day().map(d -> digits(d.getDayOfMonth(), 2))));
      case "HH" ->
          Optional.of(
              text(
                  file ->
                      file.path().hour().isPresent()
                          ? Optional.of(digits(file.path().hour().getAsInt(), 2))
                          : Optional.empty()));
      case "producer" -> Optional.of(text(file -> file.path().producer()));
      case "day" ->
          Optional.of(
              new FileValue(
                  Types.DateType.get(),
                  file -> Optional.empty(),
                  file -> file.path().day().map(d -> Math.toIntExact(d.toEpochDay()))));
      default -> Optional.empty();
    };
  }

  private static FileValue text(Function<SourceFile, Optional<String>> text) {
    return new FileValue(Types.StringType.get(), text, file -> Optional.empty());
  }

  private static String digits(int value, int width) {
    return String.format(Locale.ROOT, "%0" + width + "d", value);
  }

  /** A column whose one row has the value of the file that has begun. */
  Column column() {
    return one;
  }

  Type type() {
    return one instanceof IntColumn ? Types.DateType.get() : Types.StringType.get();
  }

  /** Takes the value of a file. */
  void begin(SourceFile file) {
    one.clear();
    if (one instanceof BytesColumn bytes) {
      text.apply(file).ifPresentOrElse(bytes::append, one::appendNull);
    } else {
      day.apply(file).ifPresentOrElse(((IntColumn) one)::append, one::appendNull);
    }
  }
}
