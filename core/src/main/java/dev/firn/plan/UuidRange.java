package dev.firn.plan;

import dev.firn.plan.manifest.BytesColumn;
import dev.firn.plan.manifest.ColumnStats;
import dev.firn.plan.manifest.ManifestColumns;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.types.Type;

/**
 * What an ordering comparison of UUIDs keeps where bounds are written in one order and rows are
 * compared in the other. Both order by the upper half first, as signed or as unsigned numbers; so
 * they agree on values whose upper halves have one sign and differ. Immutable.
 *
 * <p>A file goes only if its bounds have upper halves of one sign, and the nearer one's upper half
 * is not the literal's. Where writer and reader have the same order it keeps more than is needed;
 * it is combined with the exact tests of either order, which keep the rest.
 *
 * @param half the literal's upper half
 */
record UuidRange(int fieldId, boolean above, long half) implements BoundsTest {
  /** The test of {@code <}, {@code <=}, {@code >} or {@code >=}. */
  static UuidRange of(BoundPredicate<?> predicate) {
    Object literal = predicate.asLiteralPredicate().literal().value();
    return new UuidRange(
        predicate.ref().fieldId(),
        predicate.op() == Operation.GT || predicate.op() == Operation.GT_EQ,
        ((java.util.UUID) literal).getMostSignificantBits());
  }

  /** Whether it is a predicate for this test. */
  static boolean fits(BoundPredicate<?> predicate) {
    return predicate.ref().type().typeId() == Type.TypeID.UUID
        && switch (predicate.op()) {
          case LT, LT_EQ, GT, GT_EQ -> true;
          default -> false;
        };
  }

  @Override
  public void retain(ManifestColumns manifest, FileSet set) {
    ColumnStats stats = BoundsTest.stats(manifest, fieldId);
    Counts counts = Counts.of(stats);
    BytesColumn lower = stats.lower().bytes();
    BytesColumn upper = stats.upper().bytes();
    for (int row = set.next(0); row >= 0; row = set.next(row + 1)) {
      if (counts.hasOnlyNulls(row) || !mayMatch(lower, upper, row)) {
        set.remove(row);
      }
    }
  }

  private boolean mayMatch(BytesColumn lower, BytesColumn upper, int row) {
    if (!lower.isPresent(row) || !upper.isPresent(row)) {
      return true;
    }
    long least = half(lower, row);
    long most = half(upper, row);
    return (least < 0) != (most < 0) || (above ? most : least) == half;
  }

  private static long half(BytesColumn bounds, int row) {
    return bounds.copy(row).getLong();
  }
}
