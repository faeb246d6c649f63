package dev.firn.plan;

import java.util.Collection;
import java.util.Set;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.expressions.BoundLiteralPredicate;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.BoundTransform;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * What a predicate on a column says of the partition values of one spec (inclusive projection):
 * Iceberg's, except where its transforms get it wrong.
 */
final class GuardedProjection {
  private static final String TRUNCATE = "truncate[";
  private static final long MICROS_PER_HOUR = 3_600_000_000L;

  private final PartitionSpec spec;
  private final Set<PlanGuard> enabled;
  private final Set<PlanGuard> fired;

  /**
   * A projection for one spec.
   *
   * @param fired gets the guards that changed anything
   */
  GuardedProjection(PartitionSpec spec, Set<PlanGuard> enabled, Set<PlanGuard> fired) {
    this.spec = spec;
    this.enabled = enabled;
    this.fired = fired;
  }

  /** An expression over the partition tuple that is true for the tuple of every matching row. */
  Expression project(BoundPredicate<?> predicate) {
    Expression all = Expressions.alwaysTrue();
    Collection<PartitionField> fields = spec.getFieldsBySourceId(predicate.ref().fieldId());
    if (fields == null) {
      return all;
    }
    for (PartitionField field : fields) {
      all = Expressions.and(all, project(field, predicate));
    }
    return all;
  }

  /** Says nothing of what manifests' summaries, ordered as their writer orders, can't tell. */
  Expression projectForSummaries(BoundPredicate<?> predicate) {
    boolean uuid = predicate.ref().type().typeId() == Type.TypeID.UUID;
    return uuid && !predicate.isUnaryPredicate() && enabled.contains(PlanGuard.UUID_ORDER)
        ? Expressions.alwaysTrue()
        : project(predicate);
  }

  private Expression project(PartitionField field, BoundPredicate<?> predicate) {
    if (predicate.term() instanceof BoundTransform
        && field.transform().isIdentity()
        && fires(PlanGuard.TRANSFORM_ON_IDENTITY)) {
      return Expressions.alwaysTrue();
    }
    if (predicate.term() instanceof BoundTransform) {
      return iceberg(field, predicate);
    }
    if (UuidRange.fits(predicate) && fires(PlanGuard.UUID_ORDER)) {
      // Whoever compares rows may do it in the other order.
      return Expressions.alwaysTrue();
    }
    String transform = field.transform().toString();
    Type source = predicate.ref().type();
    if (transform.equals("hour") && hoursWrap(source, predicate) && fires(PlanGuard.HOURS_WRAP)) {
      return Expressions.alwaysTrue();
    }
    if (transform.startsWith(TRUNCATE)) {
      int width = Integer.parseInt(transform.substring(TRUNCATE.length(), transform.length() - 1));
      return truncated(field, predicate, width);
    }
    return iceberg(field, predicate);
  }

  private Expression truncated(PartitionField field, BoundPredicate<?> predicate, int width) {
    Type source = predicate.ref().type();
    if (predicate.op() == Operation.STARTS_WITH) {
      String prefix = prefix(predicate);
      if (prefix.codePointCount(0, prefix.length()) < width
          && prefix.length() >= width
          && fires(PlanGuard.PREFIX_IN_UNITS)) {
        return Expressions.startsWith(field.name(), prefix);
      }
    }
    boolean isInt = source.typeId() == Type.TypeID.INTEGER;
    if ((!isInt && source.typeId() != Type.TypeID.LONG)
        || !enabled.contains(PlanGuard.TRUNCATE_WRAPS)) {
      return iceberg(field, predicate);
    }
    long least = isInt ? Integer.MIN_VALUE : Long.MIN_VALUE;
    long most = isInt ? Integer.MAX_VALUE : Long.MAX_VALUE;
    switch (predicate.op()) {
      case GT, GT_EQ:
        // The boundary itself is cut past the lowest value and comes out at the top.
        return value(predicate) < least + width && fires(PlanGuard.TRUNCATE_WRAPS)
            ? Expressions.alwaysTrue()
            : iceberg(field, predicate);
      case LT, LT_EQ:
        fired.add(PlanGuard.TRUNCATE_WRAPS);
        Expression top =
            isInt
                ? Expressions.greaterThan(field.name(), (int) (most - width))
                : Expressions.or(
                    Expressions.greaterThan(field.name(), most - width), topOfInts(field, width));
        return Expressions.or(iceberg(field, predicate), top);
      case EQ, IN:
        return !isInt && nearLeastInt(predicate, width) && fires(PlanGuard.TRUNCATE_WRAPS)
            ? Expressions.alwaysTrue()
            : iceberg(field, predicate);
      default:
        return iceberg(field, predicate);
    }
  }

  /** Where files lie whose value was cut past the lowest int, before the column became a long. */
  private static Expression topOfInts(PartitionField field, int width) {
    return Expressions.and(
        Expressions.greaterThan(field.name(), (long) Integer.MAX_VALUE - width),
        Expressions.lessThanOrEqual(field.name(), (long) Integer.MAX_VALUE));
  }

  private static boolean nearLeastInt(BoundPredicate<?> predicate, int width) {
    if (predicate.isLiteralPredicate()) {
      return nearLeastInt(value(predicate), width);
    }
    return predicate.asSetPredicate().literalSet().stream()
        .anyMatch(value -> nearLeastInt(((Number) value).longValue(), width));
  }

  private static boolean nearLeastInt(long value, int width) {
    return value >= Integer.MIN_VALUE && value < (long) Integer.MIN_VALUE + width;
  }

  private static long value(BoundPredicate<?> predicate) {
    Object value = ((BoundLiteralPredicate<?>) predicate).literal().value();
    return ((Number) value).longValue();
  }

  private static String prefix(BoundPredicate<?> predicate) {
    return ((BoundLiteralPredicate<?>) predicate).literal().value().toString();
  }

  private static boolean hoursWrap(Type source, BoundPredicate<?> predicate) {
    if (!(source instanceof Types.TimestampType)) {
      return false;
    }
    if (predicate.isLiteralPredicate()) {
      return hoursWrap(value(predicate));
    }
    return predicate.isSetPredicate()
        && predicate.asSetPredicate().literalSet().stream()
            .anyMatch(value -> hoursWrap(((Number) value).longValue()));
  }

  private static boolean hoursWrap(long micros) {
    long hours = Math.floorDiv(micros, MICROS_PER_HOUR);
    // One hour less on both sides: the projection moves the boundary by one first.
    return hours <= Integer.MIN_VALUE + 1 || hours >= Integer.MAX_VALUE - 1;
  }

  @SuppressWarnings("unchecked")
  private Expression iceberg(PartitionField field, BoundPredicate<?> predicate) {
    Transform<Object, ?> transform = (Transform<Object, ?>) field.transform();
    Expression projected = transform.project(field.name(), (BoundPredicate<Object>) predicate);
    // Iceberg answers null where there is no projection.
    return projected == null ? Expressions.alwaysTrue() : projected;
  }

  private boolean fires(PlanGuard guard) {
    if (enabled.contains(guard)) {
      fired.add(guard);
      return true;
    }
    return false;
  }
}
