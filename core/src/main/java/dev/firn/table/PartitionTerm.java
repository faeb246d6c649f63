package dev.firn.table;

import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Term;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * A transform of a column, by the column's name: what a partition field is made from.
 *
 * @param kind the transform
 * @param argument N of {@code bucket(N, c)} or W of {@code truncate(W, c)}, 1 or more; else 0
 * @param column the source column's full name, its parts joined by dots
 */
public record PartitionTerm(Kind kind, int argument, String column) {
  static final String TRANSFORMS =
      "identity(c) or c, years(c), months(c), days(c), hours(c), bucket(16, c), truncate(10, c),"
          + " void(c)";

  /** The transforms that the Iceberg spec defines, under the names that it gives them. */
  public enum Kind {
    /** The value itself. */
    IDENTITY,
    /** Years since 1970. */
    YEAR,
    /** Months since 1970-01. */
    MONTH,
    /** Days since 1970-01-01. */
    DAY,
    /** Hours since 1970-01-01T00. */
    HOUR,
    /** The hash modulo N. */
    BUCKET,
    /** The value cut to a multiple of W, or to W characters or bytes. */
    TRUNCATE,
    /** Always null. */
    VOID;

    /** The transform of a name in any case: {@code day}, {@code days}, {@code bucket}, …. */
    public static Optional<Kind> named(String word) {
      String lower = word.toLowerCase(Locale.ROOT);
      for (Kind kind : values()) {
        if (lower.equals(kind.text()) || (kind.isTime() && lower.equals(kind.text() + "s"))) {
          return Optional.of(kind);
        }
      }
      return Optional.empty();
    }

    /** Whether it is a step function of time. */
    public boolean isTime() {
      return this == YEAR || this == MONTH || this == DAY || this == HOUR;
    }

    /** Whether it has a number before the column. */
    public boolean hasArgument() {
      return this == BUCKET || this == TRUNCATE;
    }

    /** The name in the Iceberg spec. */
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the argument. */
  public PartitionTerm {
    if (kind.hasArgument() != argument > 0) {
      throw new IllegalArgumentException(kind + " with the argument " + argument);
    }
  }

  /** The column itself. */
  public static PartitionTerm identity(String column) {
    return new PartitionTerm(Kind.IDENTITY, 0, column);
  }

  /**
   * Why a table of the schema can't be partitioned by it, for a person; empty if it can.
   *
   * <p>{@code void} goes with every column that there is.
   */
  public Optional<String> problemIn(Schema schema) {
    Types.NestedField field = schema.findField(column);
    if (field == null) {
      return Optional.of(
          "unknown column '"
              + column
              + "'; the columns are "
              + String.join(", ", new TreeSet<>(TypeUtil.indexByName(schema.asStruct()).keySet())));
    }
    if (kind == Kind.VOID) {
      return Optional.empty();
    }
    if (!field.type().isPrimitiveType() || !transform().canTransform(field.type())) {
      return Optional.of(
          kind.text() + " can't be applied to '" + column + "' of type " + field.type());
    }
    if (kind == Kind.IDENTITY && field.type().typeId() == Type.TypeID.FIXED) {
      return Optional.of(
          "'"
              + column
              + "' of type "
              + field.type()
              + " can't be a partition value: Iceberg's Java library can't read the manifests that it"
              + " writes of it; take bucket(16, "
              + column
              + ")");
    }
    var parents = TypeUtil.indexParents(schema.asStruct());
    for (Integer id = parents.get(field.fieldId()); id != null; id = parents.get(id)) {
      if (!schema.findType(id).isStructType()) {
        return Optional.of(
            "'" + column + "' lies inside a list or a map and has no one value per row");
      }
    }
    return Optional.empty();
  }

  /** Whether a partition field of a spec over the schema has this source and transform. */
  boolean isThatOf(PartitionField field, Schema schema) {
    Types.NestedField source = schema.findField(column);
    return source != null
        && source.fieldId() == field.sourceId()
        && field.transform().toString().equals(transformText());
  }

  /** The same for Iceberg's updates; fails for {@code void}, which those don't know. */
  Term toIceberg() {
    return switch (kind) {
      case IDENTITY -> Expressions.ref(column);
      case YEAR -> Expressions.year(column);
      case MONTH -> Expressions.month(column);
      case DAY -> Expressions.day(column);
      case HOUR -> Expressions.hour(column);
      case BUCKET -> Expressions.bucket(column, argument);
      case TRUNCATE -> Expressions.truncate(column, argument);
      case VOID -> throw new IllegalArgumentException("void is no term");
    };
  }

  private Transform<?, ?> transform() {
    return Transforms.fromString(transformText());
  }

  /** The transform as the Iceberg spec writes it: {@code bucket[16]}. */
  String transformText() {
    return kind.hasArgument() ? kind.text() + "[" + argument + "]" : kind.text();
  }

  /** The name that Iceberg gives the field of a new table. */
  public String usualName() {
    return switch (kind) {
      case IDENTITY -> column;
      case TRUNCATE -> column + "_trunc";
      case VOID -> column + "_null";
      default -> column + "_" + kind.text();
    };
  }

  /** The name that Iceberg and Spark give a field that is added to a table. */
  String usualNameWhenAdded() {
    return kind.hasArgument() ? usualName() + "_" + argument : usualName();
  }

  /** As a rule, with the column's name as it is: {@code days(ts)}. */
  @Override
  public String toString() {
    if (kind == Kind.IDENTITY) {
      return column;
    }
    String name = kind.isTime() ? kind.text() + "s" : kind.text();
    return name + "(" + (kind.hasArgument() ? argument + ", " : "") + column + ")";
  }
}
