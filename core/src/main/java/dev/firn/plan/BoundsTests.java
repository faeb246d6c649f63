package dev.firn.plan;

import dev.firn.plan.manifest.BoundColumn;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.BoundReference;
import org.apache.iceberg.expressions.BoundTransform;
import org.apache.iceberg.expressions.InclusiveMetricsEvaluator;
import org.apache.iceberg.types.Type;

/** Chooses the test for a predicate by its column's type. */
final class BoundsTests implements BoundsTest.Factory {
  private final Schema schema;
  private final boolean caseSensitive;
  private final Set<PlanGuard> enabled;
  private final Set<PlanGuard> fired;

  BoundsTests(Schema schema, boolean caseSensitive, Set<PlanGuard> enabled, Set<PlanGuard> fired) {
    this.schema = schema;
    this.caseSensitive = caseSensitive;
    this.enabled = enabled;
    this.fired = fired;
  }

  @Override
  public BoundsTest of(FilterTree.Leaf leaf) {
    BoundPredicate<?> predicate = leaf.bound();
    if (!(predicate.term() instanceof BoundReference<?> column)) {
      return predicate.term() instanceof BoundTransform ? transform(leaf) : byIceberg(leaf);
    }
    if (predicate.isUnaryPredicate()) {
      return new BoundsTest.OfCounts(column.fieldId(), predicate.op());
    }
    Type type = column.type();
    if (BoundColumn.isNumeric(type)) {
      return NumberBounds.of(predicate);
    }
    return switch (type.typeId()) {
      case STRING, BINARY, FIXED -> BytesBounds.of(predicate);
      case UUID -> uuid(leaf);
      default -> byIceberg(leaf);
    };
  }

  /**
   * A transform that is no range of its column. Iceberg applies it to the bounds, which overflow
   * where the transform's own result does: such a one tells nothing.
   */
  private BoundsTest transform(FilterTree.Leaf leaf) {
    BoundTransform<?, ?> term = (BoundTransform<?, ?>) leaf.bound().term();
    boolean truncate = term.transform().toString().startsWith("truncate[");
    PlanGuard guard = truncate ? PlanGuard.TRUNCATE_WRAPS : PlanGuard.HOURS_WRAP;
    if (!TransformRange.isSupported(term) || !enabled.contains(guard)) {
      return byIceberg(leaf);
    }
    fired.add(guard);
    return (manifest, set) -> {};
  }

  /** A file stays if it may match in either order: nobody says which one its writer used. */
  private BoundsTest uuid(FilterTree.Leaf leaf) {
    if (!enabled.contains(PlanGuard.UUID_ORDER)) {
      return byIceberg(leaf);
    }
    fired.add(PlanGuard.UUID_ORDER);
    BoundsTest either = new BoundsTest.Either(byIceberg(leaf), BytesBounds.of(leaf.bound()));
    return UuidRange.fits(leaf.bound())
        ? new BoundsTest.Either(either, UuidRange.of(leaf.bound()))
        : either;
  }

  private BoundsTest byIceberg(FilterTree.Leaf leaf) {
    return new BoundsTest.ByIceberg(
        new InclusiveMetricsEvaluator(schema, leaf.written(), caseSensitive));
  }
}
