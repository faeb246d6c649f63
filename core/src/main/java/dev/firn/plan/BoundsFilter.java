package dev.firn.plan;

import dev.firn.plan.manifest.LongColumn;
import dev.firn.plan.manifest.ManifestColumns;

/**
 * A filter over the counts and bounds of files, column by column. It answers as Iceberg's {@code
 * InclusiveMetricsEvaluator} does for each file. Immutable.
 */
final class BoundsFilter {
  private sealed interface Node {}

  private record Constant(boolean value) implements Node {}

  private record Both(Node left, Node right) implements Node {}

  private record Either(Node left, Node right) implements Node {}

  private record Leaf(BoundsTest test) implements Node {}

  private final Node root;

  BoundsFilter(FilterTree tree, BoundsTest.Factory tests) {
    this.root = compile(tree, tests);
  }

  private static Node compile(FilterTree tree, BoundsTest.Factory tests) {
    if (tree instanceof FilterTree.Both both) {
      return new Both(compile(both.left(), tests), compile(both.right(), tests));
    }
    if (tree instanceof FilterTree.Either either) {
      return new Either(compile(either.left(), tests), compile(either.right(), tests));
    }
    if (tree instanceof FilterTree.Leaf leaf) {
      return new Leaf(tests.of(leaf));
    }
    return new Constant(((FilterTree.Constant) tree).value());
  }

  /** Takes the files out of {@code set} in which no row can match. */
  void retain(ManifestColumns manifest, FileSet set) {
    LongColumn counts = manifest.recordCounts();
    // Files of unknown length are kept whatever their statistics say, empty ones never.
    FileSet unknown = FileSet.none(0);
    if (!counts.isConstant() || counts.get(0) <= 0) {
      unknown = FileSet.none(set.size());
      for (int row = set.next(0); row >= 0; row = set.next(row + 1)) {
        if (counts.get(row) == 0) {
          set.remove(row);
        } else if (counts.get(row) < 0) {
          unknown.add(row);
        }
      }
    }
    retain(root, manifest, set);
    if (unknown.size() > 0) {
      set.addAll(unknown);
    }
  }

  private static void retain(Node node, ManifestColumns manifest, FileSet set) {
    if (node instanceof Both both) {
      retain(both.left(), manifest, set);
      retain(both.right(), manifest, set);
    } else if (node instanceof Either either) {
      FileSet right = set.copy();
      retain(either.left(), manifest, set);
      right.removeAll(set);
      retain(either.right(), manifest, right);
      set.addAll(right);
    } else if (node instanceof Leaf leaf) {
      leaf.test().retain(manifest, set);
    } else if (node instanceof Constant constant && !constant.value()) {
      set.clear();
    }
  }
}
