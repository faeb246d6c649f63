package dev.firn.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.expressions.UnboundPredicate;
import org.apache.iceberg.expressions.UnboundTerm;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Filters over all predicates, on a table's columns and on transforms of them. */
final class RandomFilter {
  private static final Operation[] COMPARISONS = {
    Operation.LT, Operation.LT_EQ, Operation.GT, Operation.GT_EQ, Operation.EQ, Operation.NOT_EQ
  };
  private static final long FAR_MICROS = 7_900_000_000_000_000_000L;

  private final Random random;
  private final RandomValues values;
  private final List<Types.NestedField> columns;
  private final List<RandomTable.Known> files;

  RandomFilter(Random random, RandomTable table) {
    this.random = random;
    this.values = new RandomValues(random);
    this.columns = table.table().schema().columns();
    this.files = table.files();
  }

  Expression next() {
    return next(random.nextInt(4));
  }

  private Expression next(int depth) {
    if (depth == 0) {
      return predicate();
    }
    return switch (random.nextInt(4)) {
      case 0 -> Expressions.not(next(depth - 1));
      case 1 -> Expressions.and(next(depth - 1), next(depth - 1));
      case 2 -> Expressions.or(next(depth - 1), next(depth - 1));
      default -> predicate();
    };
  }

  private Expression predicate() {
    int position = random.nextInt(columns.size());
    Types.NestedField column = columns.get(position);
    if (random.nextInt(6) == 0) {
      Expression transformed = transformed(column, position);
      if (transformed != null) {
        return transformed;
      }
    }
    Type type = column.type();
    String name = column.name();
    int kind = random.nextInt(10);
    if (kind == 0) {
      return random.nextBoolean() ? Expressions.isNull(name) : Expressions.notNull(name);
    }
    if (kind == 1 && FilterRules.isFloatingPoint(type)) {
      return random.nextBoolean() ? Expressions.isNaN(name) : Expressions.notNaN(name);
    }
    if (kind <= 3 && type.typeId() == Type.TypeID.STRING) {
      String prefix = prefix((String) value(type, position));
      return random.nextBoolean()
          ? Expressions.startsWith(name, prefix)
          : Expressions.notStartsWith(name, prefix);
    }
    if (kind <= 5) {
      List<Object> set = new ArrayList<>();
      int size = random.nextInt(60) == 0 ? 230 : 1 + random.nextInt(4);
      for (int i = 0; i < size; i++) {
        set.add(value(type, position));
      }
      Operation op = random.nextBoolean() ? Operation.IN : Operation.NOT_IN;
      return Expressions.predicate(op, name, (Iterable<Object>) set);
    }
    Operation op = COMPARISONS[random.nextInt(COMPARISONS.length)];
    boolean far = type.typeId() == Type.TypeID.TIMESTAMP && random.nextInt(20) == 0;
    Object value = far ? (Object) FAR_MICROS : value(type, position);
    return Expressions.predicate(op, name, literal(value));
  }

  private String prefix(String of) {
    if (of.isEmpty()) {
      return "a";
    }
    int points = of.codePointCount(0, of.length());
    return of.substring(0, of.offsetByCodePoints(0, 1 + random.nextInt(points)));
  }

  /** A value of the column: mostly one that some row has. */
  private Object value(Type type, int position) {
    Object value = null;
    if (random.nextInt(4) > 0 && !files.isEmpty()) {
      List<Object[]> rows = files.get(random.nextInt(files.size())).rows();
      value = rows.get(random.nextInt(rows.size()))[position];
    }
    while (value == null || value.equals(Double.NaN) || value.equals(Float.NaN)) {
      value = values.of(type);
    }
    return value;
  }

  private static Literal<Object> literal(Object value) {
    Expression made = Expressions.equal("any", value);
    @SuppressWarnings("unchecked")
    UnboundPredicate<Object> predicate = (UnboundPredicate<Object>) made;
    return predicate.literal();
  }

  private Expression transformed(Types.NestedField column, int position) {
    Type.TypeID type = column.type().typeId();
    String name = column.name();
    String transform;
    switch (type) {
      case TIMESTAMP, DATE -> {
        String[] times = {"year", "month", "day", "hour"};
        transform = times[random.nextInt(type == Type.TypeID.DATE ? 3 : 4)];
      }
      case INTEGER, LONG, STRING -> transform = random.nextBoolean() ? "truncate" : "bucket";
      default -> {
        return null;
      }
    }
    int width = 1 + random.nextInt(6);
    UnboundTerm<Object> term = transform(transform, name, width);
    if (random.nextInt(8) == 0) {
      return random.nextBoolean() ? Expressions.isNull(term) : Expressions.notNull(term);
    }
    Object literal =
        switch (transform) {
          case "truncate" -> value(column.type(), position);
          case "bucket" -> random.nextInt(width);
          case "year" -> random.nextInt(8) - 4;
          case "month" -> random.nextInt(12) - 6;
          case "day" -> random.nextInt(80) - 40;
          default -> random.nextInt(2000) - 1000;
        };
    if (random.nextInt(3) == 0) {
      List<Object> set = List.of(literal, literal(literal).value());
      return random.nextBoolean()
          ? Expressions.in(term, set.toArray())
          : Expressions.notIn(term, set.toArray());
    }
    Operation op = COMPARISONS[random.nextInt(COMPARISONS.length)];
    return switch (op) {
      case LT -> Expressions.lessThan(term, literal);
      case LT_EQ -> Expressions.lessThanOrEqual(term, literal);
      case GT -> Expressions.greaterThan(term, literal);
      case GT_EQ -> Expressions.greaterThanOrEqual(term, literal);
      case EQ -> Expressions.equal(term, literal);
      default -> Expressions.notEqual(term, literal);
    };
  }

  @SuppressWarnings("unchecked")
  static UnboundTerm<Object> transform(String transform, String name, int width) {
    UnboundTerm<?> term =
        switch (transform) {
          case "year" -> Expressions.year(name);
          case "month" -> Expressions.month(name);
          case "day" -> Expressions.day(name);
          case "hour" -> Expressions.hour(name);
          case "truncate" -> Expressions.truncate(name, width);
          default -> Expressions.bucket(name, width);
        };
    return (UnboundTerm<Object>) term;
  }
}
