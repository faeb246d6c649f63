package dev.firn.decode.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** What is collected while columns are made from the values that were seen. */
final class ColumnTypes {
  private final boolean withText;
  private final List<String> jsonText = new ArrayList<>();
  private int lastId;

  private ColumnTypes(boolean withText) {
    this.withText = withText;
  }

  /** Columns whose values are of several kinds hold JSON text. */
  static ColumnTypes withText() {
    return new ColumnTypes(true);
  }

  /** There are no columns for values of several kinds, or for nulls only. */
  static ColumnTypes uniform() {
    return new ColumnTypes(false);
  }

  /** Full names of columns that hold JSON text. */
  List<String> jsonText() {
    return jsonText;
  }

  int nextId() {
    return ++lastId;
  }

  /** The type for values of several kinds. */
  Optional<Type> mixed(String path) {
    if (!withText) {
      return Optional.empty();
    }
    jsonText.add(path);
    return Optional.of(Types.StringType.get());
  }

  /** The type for no value at all. */
  Optional<Type> nothing() {
    return withText ? Optional.of(Types.StringType.get()) : Optional.empty();
  }
}
