package dev.firn.decode.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.firn.decode.IsoTimes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** What the values of one key have been so far. */
final class InferredType {
  /** Keys of one object that become columns; an object used as a map has no end of them. */
  static final int MAX_FIELDS = 1000;

  private static final int MAX_DEPTH = 32;

  /**
   * Values of another kind that are taken for faults in the data, out of a hundred: rows that hold
   * one will be rejected, which is better than a column of strings that rejects all the others.
   */
  private static final int ODD_VALUES_PERCENT = 5;

  private enum Kind {
    LONG,
    DOUBLE,
    BOOLEAN,
    TIMESTAMP,
    DATE,
    STRING,
    STRUCT,
    LIST
  }

  private final int depth;
  private final Budget budget;
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private final Map<String, InferredType> fields = new LinkedHashMap<>();
  private final Set<String> spellings = new HashSet<>();
  private @Nullable InferredType element;
  private long valueCount;

  /** How many fields may still be kept in mind, of all values together. */
  static final class Budget {
    private int left;

    Budget(int fields) {
      this.left = fields;
    }
  }

  /**
   * @param depth objects and arrays around the value
   * @param budget shared by all values of a sample; past it, further fields are passed over
   */
  InferredType(int depth, Budget budget) {
    this.depth = depth;
    this.budget = budget;
  }

  /** Makes parsers for values that a {@link JsonSkipper} has passed. */
  static JsonFactory jsonFactory() {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNumberLength(Integer.MAX_VALUE)
                .maxStringLength(Integer.MAX_VALUE)
                .maxNameLength(Integer.MAX_VALUE)
                .maxNestingDepth(JsonSkipper.MAX_DEPTH)
                .build())
        .build();
  }

  /** Keys of objects seen, in the order of their first appearance. */
  Map<String, InferredType> fields() {
    return fields;
  }

  /** Values that were not null. */
  long valueCount() {
    return valueCount;
  }

  boolean isTimestamp() {
    return kinds().equals(EnumSet.of(Kind.TIMESTAMP));
  }

  private void count(Kind kind) {
    counts.merge(kind, 1L, Long::sum);
  }

  /** The kinds of values seen, without those that are so rare that they are taken for faults. */
  private Set<Kind> kinds() {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    counts.forEach(
        (kind, count) -> {
          // Whole numbers among fractions, or the other way round, are no fault.
          boolean number = kind == Kind.LONG || kind == Kind.DOUBLE;
          long alike =
              number
                  ? counts.getOrDefault(Kind.LONG, 0L) + counts.getOrDefault(Kind.DOUBLE, 0L)
                  : count;
          if (alike * 100 > valueCount * ODD_VALUES_PERCENT) {
            kinds.add(kind);
          }
        });
    return kinds;
  }

  /** Adds the value at the parser's current token, and leaves the parser at its last one. */
  void add(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return;
    }
    valueCount++;
    switch (token) {
      case VALUE_TRUE, VALUE_FALSE -> count(Kind.BOOLEAN);
      case VALUE_NUMBER_INT -> count(wholeKind(parser));
      case VALUE_NUMBER_FLOAT -> count(Kind.DOUBLE);
      case VALUE_STRING -> count(textKind(parser.getText()));
      case START_OBJECT -> addObject(parser);
      default -> addArray(parser);
    }
  }

  private static Kind wholeKind(JsonParser parser) throws IOException {
    return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER ? Kind.DOUBLE : Kind.LONG;
  }

  private static Kind textKind(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    IsoTimes times = new IsoTimes();
    if (times.timestamp(bytes, 0, bytes.length)) {
      return Kind.TIMESTAMP;
    }
    return times.date(bytes, 0, bytes.length) ? Kind.DATE : Kind.STRING;
  }

  private void addObject(JsonParser parser) throws IOException {
    if (depth == MAX_DEPTH) {
      parser.skipChildren();
      return;
    }
    count(Kind.STRUCT);
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      parser.nextToken();
      InferredType field = field(key);
      if (field == null) {
        parser.skipChildren();
      } else {
        field.add(parser);
      }
    }
  }

  /**
   * The field with a name; null for an empty name, one that differs from another by case only, or a
   * new one for which there is no room.
   */
  private @Nullable InferredType field(String key) {
    InferredType field = fields.get(key);
    if (field == null && !key.isEmpty() && fields.size() < MAX_FIELDS && budget.left > 0) {
      if (!spellings.add(key.toLowerCase(Locale.ROOT))) {
        return null;
      }
      budget.left--;
      field = new InferredType(depth + 1, budget);
      fields.put(key, field);
    }
    return field;
  }

  private void addArray(JsonParser parser) throws IOException {
    if (depth == MAX_DEPTH) {
      parser.skipChildren();
      return;
    }
    count(Kind.LIST);
    InferredType items = element;
    if (items == null) {
      items = new InferredType(depth + 1, budget);
      element = items;
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(parser);
    }
  }

  /**
   * The Iceberg type that holds all values seen; empty if there is none, as for objects without a
   * key.
   *
   * @param path the column's full name
   */
  Optional<Type> toType(String path, ColumnTypes out) {
    if (valueCount == 0) {
      return out.nothing();
    }
    Set<Kind> kinds = kinds();
    if (kinds.equals(EnumSet.of(Kind.STRUCT))) {
      List<Types.NestedField> columns = columns(path + ".", out);
      return columns.isEmpty() ? Optional.empty() : Optional.of(Types.StructType.of(columns));
    }
    if (kinds.equals(EnumSet.of(Kind.LIST))) {
      int id = out.nextId();
      return element == null
          ? Optional.empty()
          : element.toType(path + ".element", out).map(type -> Types.ListType.ofOptional(id, type));
    }
    Optional<Type> single = singleType(kinds);
    return single.isPresent() ? single : out.mixed(path);
  }

  /** The type of values that are neither objects nor arrays; empty if there is none for all. */
  private static Optional<Type> singleType(Set<Kind> kinds) {
    if (kinds.isEmpty()) {
      return Optional.empty();
    }
    if (kinds.equals(EnumSet.of(Kind.LONG))) {
      return Optional.of(Types.LongType.get());
    }
    if (EnumSet.of(Kind.LONG, Kind.DOUBLE).containsAll(kinds)) {
      return Optional.of(Types.DoubleType.get());
    }
    if (kinds.equals(EnumSet.of(Kind.BOOLEAN))) {
      return Optional.of(Types.BooleanType.get());
    }
    if (kinds.equals(EnumSet.of(Kind.TIMESTAMP))) {
      return Optional.of(Types.TimestampType.withZone());
    }
    if (kinds.equals(EnumSet.of(Kind.DATE))) {
      return Optional.of(Types.DateType.get());
    }
    return EnumSet.of(Kind.STRING, Kind.DATE, Kind.TIMESTAMP).containsAll(kinds)
        ? Optional.of(Types.StringType.get())
        : Optional.empty();
  }

  /**
   * The fields as optional columns.
   *
   * @param prefix of their full names
   */
  List<Types.NestedField> columns(String prefix, ColumnTypes out) {
    List<Types.NestedField> columns = new ArrayList<>();
    fields.forEach(
        (name, field) -> {
          if (!isAmbiguous(name)) {
            int id = out.nextId();
            field
                .toType(prefix + name, out)
                .ifPresent(type -> columns.add(Types.NestedField.optional(id, name, type)));
          }
        });
    return columns;
  }

  /** Whether the name {@code a.b} stands beside {@code a}, so that a path could mean either. */
  private boolean isAmbiguous(String name) {
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      if (fields.containsKey(name.substring(0, dot))) {
        return true;
      }
    }
    return false;
  }
}
