package dev.firn.plan;

import java.util.function.Consumer;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ExpressionVisitors;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.UnboundPredicate;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** A filter without NOT, as a tree to walk; leaves are bound predicates. Immutable. */
public sealed interface FilterTree {
  /** All or nothing. */
  record Constant(boolean value) implements FilterTree {}

  /** Both. */
  record Both(FilterTree left, FilterTree right) implements FilterTree {}

  /** At least one. */
  record Either(FilterTree left, FilterTree right) implements FilterTree {}

  /** One predicate, as it was written and as it is bound. */
  record Leaf(UnboundPredicate<?> written, BoundPredicate<?> bound) implements FilterTree {}

  /** Calls {@code visitor} with every leaf. */
  static void forEachLeaf(FilterTree tree, Consumer<Leaf> visitor) {
    if (tree instanceof Both both) {
      forEachLeaf(both.left(), visitor);
      forEachLeaf(both.right(), visitor);
    } else if (tree instanceof Either either) {
      forEachLeaf(either.left(), visitor);
      forEachLeaf(either.right(), visitor);
    } else if (tree instanceof Leaf leaf) {
      visitor.accept(leaf);
    }
  }

  /** Calls {@code visitor} with the name of every column in a filter, those that fold away too. */
  static void forEachName(Expression filter, Consumer<String> visitor) {
    ExpressionVisitors.visit(
        filter,
        new ExpressionVisitors.ExpressionVisitor<@Nullable Void>() {
          @Override
          public <T> @Nullable Void predicate(UnboundPredicate<T> written) {
            visitor.accept(written.ref().name());
            return null;
          }
        });
  }

  /** The tree of a filter over the columns of a schema. */
  static FilterTree of(Schema schema, Expression filter, boolean caseSensitive) {
    return of(schema.asStruct(), filter, caseSensitive);
  }

  /** The tree of a filter over the fields of a struct. */
  static FilterTree of(Types.StructType struct, Expression filter, boolean caseSensitive) {
    return ExpressionVisitors.visit(
        Expressions.rewriteNot(filter),
        new ExpressionVisitors.ExpressionVisitor<FilterTree>() {
          @Override
          public FilterTree alwaysTrue() {
            return new Constant(true);
          }

          @Override
          public FilterTree alwaysFalse() {
            return new Constant(false);
          }

          @Override
          public FilterTree and(FilterTree left, FilterTree right) {
            if (left instanceof Constant constant) {
              return constant.value() ? right : left;
            }
            if (right instanceof Constant constant) {
              return constant.value() ? left : right;
            }
            return new Both(left, right);
          }

          @Override
          public FilterTree or(FilterTree left, FilterTree right) {
            if (left instanceof Constant constant) {
              return constant.value() ? left : right;
            }
            if (right instanceof Constant constant) {
              return constant.value() ? right : left;
            }
            return new Either(left, right);
          }

          @Override
          public <T> FilterTree predicate(BoundPredicate<T> bound) {
            throw new IllegalArgumentException(
                "the filter has the bound predicate " + bound + "; expected an unbound one");
          }

          @Override
          public <T> FilterTree predicate(UnboundPredicate<T> written) {
            Expression bound = written.bind(struct, caseSensitive);
            return bound instanceof BoundPredicate<?> predicate
                ? new Leaf(written, predicate)
                : new Constant(bound.op() == Expression.Operation.TRUE);
          }
        });
  }
}
