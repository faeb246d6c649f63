package dev.firn.plan;

import dev.firn.plan.manifest.PartitionTuples;
import java.util.Set;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.BoundReference;
import org.apache.iceberg.expressions.Evaluator;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * A projected filter over the partition tuples of manifests. Every distinct value of a field is
 * looked at once, by Iceberg's own rule. Immutable.
 */
final class PartitionFilter {
  private sealed interface Node {}

  private record Constant(boolean value) implements Node {}

  private record Both(Node left, Node right) implements Node {}

  private record Either(Node left, Node right) implements Node {}

  private record Leaf(int position, Operation op, Evaluator evaluator, boolean isSet)
      implements Node {
    boolean passes(OneField field) {
      return isSet && field.value == null ? op == Operation.NOT_IN : evaluator.eval(field);
    }
  }

  private static final byte UNKNOWN = 0;
  private static final byte PASSES = 1;
  private static final byte FAILS = 2;

  private final Types.StructType type;
  private final Set<PlanGuard> enabled;
  private final Node root;

  PartitionFilter(Types.StructType type, FilterTree tree, Set<PlanGuard> enabled) {
    this.type = type;
    this.enabled = enabled;
    this.root = compile(tree);
  }

  private Node compile(FilterTree tree) {
    if (tree instanceof FilterTree.Both both) {
      return new Both(compile(both.left()), compile(both.right()));
    }
    if (tree instanceof FilterTree.Either either) {
      return new Either(compile(either.left()), compile(either.right()));
    }
    if (tree instanceof FilterTree.Leaf leaf) {
      BoundPredicate<?> bound = leaf.bound();
      int position = position(((BoundReference<?>) bound.ref()).fieldId());
      boolean set = bound.op() == Operation.IN || bound.op() == Operation.NOT_IN;
      return new Leaf(
          position,
          bound.op(),
          new Evaluator(type, leaf.written()),
          set && enabled.contains(PlanGuard.NULL_IN_SET));
    }
    return new Constant(((FilterTree.Constant) tree).value());
  }

  private int position(int fieldId) {
    for (int i = 0; i < type.fields().size(); i++) {
      if (type.fields().get(i).fieldId() == fieldId) {
        return i;
      }
    }
    throw new IllegalStateException("no partition field has the id " + fieldId);
  }

  /** Whether every tuple passes. */
  boolean isAlwaysTrue() {
    return root instanceof Constant constant && constant.value();
  }

  /** The tuples that pass. */
  FileSet matching(PartitionTuples tuples) {
    FileSet set = FileSet.all(tuples.count());
    retain(root, tuples, set);
    return set;
  }

  /** Whether one tuple passes. */
  boolean matches(StructLike tuple) {
    return matches(root, tuple);
  }

  private static boolean matches(Node node, StructLike tuple) {
    if (node instanceof Both both) {
      return matches(both.left(), tuple) && matches(both.right(), tuple);
    }
    if (node instanceof Either either) {
      return matches(either.left(), tuple) || matches(either.right(), tuple);
    }
    if (node instanceof Leaf leaf) {
      OneField field = new OneField(leaf.position());
      field.value = tuple.get(leaf.position(), Object.class);
      return leaf.passes(field);
    }
    return ((Constant) node).value();
  }

  private void retain(Node node, PartitionTuples tuples, FileSet set) {
    if (node instanceof Both both) {
      retain(both.left(), tuples, set);
      retain(both.right(), tuples, set);
    } else if (node instanceof Either either) {
      FileSet right = set.copy();
      retain(either.left(), tuples, set);
      right.removeAll(set);
      retain(either.right(), tuples, right);
      set.addAll(right);
    } else if (node instanceof Leaf leaf) {
      retain(leaf, tuples, set);
    } else if (node instanceof Constant constant && !constant.value()) {
      set.clear();
    }
  }

  private static void retain(Leaf leaf, PartitionTuples tuples, FileSet set) {
    @Nullable Object[] values = tuples.values(leaf.position());
    // Values of tuples that are out already may be ones that Iceberg's evaluator fails on.
    byte[] verdicts = new byte[values.length];
    OneField field = new OneField(leaf.position());
    for (int tuple = set.next(0); tuple >= 0; tuple = set.next(tuple + 1)) {
      int code = tuples.valueCode(leaf.position(), tuple);
      if (verdicts[code] == UNKNOWN) {
        field.value = values[code];
        verdicts[code] = leaf.passes(field) ? PASSES : FAILS;
      }
      if (verdicts[code] == FAILS) {
        set.remove(tuple);
      }
    }
  }

  /** A tuple of which one field is looked at. */
  private static final class OneField implements StructLike {
    private final int position;
    private @Nullable Object value;

    OneField(int position) {
      this.position = position;
    }

    @Override
    public int size() {
      return position + 1;
    }

    @Override
    public <T> @Nullable T get(int pos, Class<T> javaClass) {
      return javaClass.cast(value);
    }

    @Override
    public <T> void set(int pos, T value) {
      throw new UnsupportedOperationException("a tuple is read only");
    }
  }
}
