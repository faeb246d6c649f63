package dev.firn.parquet;

import dev.firn.batch.Column;
import dev.firn.batch.ListColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the values of a projected column together from the entries of its leaves.
 *
 * <p>A reader of a nested column looks at the levels of its first leaf to see whether a value is
 * there and how many elements it has.
 */
abstract sealed class ColumnReader {
  /** The leaves, opened per row group, by their index in the file. */
  interface Leaves {
    /** The leaf; every leaf below a projected column is there. */
    LeafReader get(FileNode leaf);
  }

  /** Appends one value, from the entry at hand on, and goes past it. */
  abstract void readOne(Leaves leaves, Column target) throws IOException;

  /** The leaves that {@link #readOne} moves. */
  abstract List<FileNode> leafNodes();

  /** Appends as many values as there are rows. */
  void readAll(Leaves leaves, Column target, int rowCount) throws IOException {
    List<FileNode> nodes = leafNodes();
    for (int row = 0; row < rowCount; row++) {
      for (FileNode node : nodes) {
        requireEntry(leaves.get(node));
        if (leaves.get(node).repetition() != 0) {
          throw new IOException("the levels of nested columns contradict each other");
        }
      }
      readOne(leaves, target);
    }
    for (FileNode node : nodes) {
      if (leaves.get(node).hasEntry()) {
        throw new IOException("values are left when all " + rowCount + " rows are read");
      }
    }
  }

  /** Goes past one value of a node that repeats {@code repetition} times from the root. */
  final void skipOne(Leaves leaves, int repetition) throws IOException {
    for (FileNode node : leafNodes()) {
      LeafReader leaf = leaves.get(node);
      requireEntry(leaf);
      do {
        leaf.advance();
      } while (leaf.hasEntry() && leaf.repetition() > repetition);
    }
  }

  private static void requireEntry(LeafReader leaf) throws IOException {
    if (!leaf.hasEntry()) {
      throw new IOException("a leaf has fewer values than its neighbours");
    }
  }

  /** A leaf with a column of its own. */
  static final class OfLeaf extends ColumnReader {
    private final FileNode node;
    private final ValueAppender appender;

    OfLeaf(FileNode node, ValueAppender appender) {
      this.node = node;
      this.appender = appender;
    }

    @Override
    void readOne(Leaves leaves, Column target) throws IOException {
      LeafReader leaf = leaves.get(node);
      requireEntry(leaf);
      if (leaf.definition() == node.definition()) {
        appender.append(leaf.values(), leaf.value(), leaf.value() + 1, target);
      } else {
        target.appendNull();
      }
      leaf.advance();
    }

    @Override
    void readAll(Leaves leaves, Column target, int rowCount) throws IOException {
      LeafReader leaf = leaves.get(node);
      if (node.repetition() > 0 || leaf.totalEntries() != rowCount) {
        throw new IOException(
            leaf.totalEntries() + " values where there are " + rowCount + " rows");
      }
      while (leaf.hasEntry()) {
        int count = leaf.valuesAhead();
        if (count > 0) {
          appender.append(leaf.values(), leaf.value(), leaf.value() + count, target);
          leaf.advanceValues(count);
        } else {
          target.appendNull();
          leaf.advance();
        }
      }
    }

    @Override
    List<FileNode> leafNodes() {
      return List.of(node);
    }
  }

  /** A struct; a field that the file lacks has no reader. */
  static final class OfStruct extends ColumnReader {
    private final FileNode node;
    private final List<FileNode> leafNodes;
    private final @Nullable ColumnReader[] fields;

    /**
     * @param leafNodes of all fields, or one of the file's if no field is in the file
     */
    OfStruct(FileNode node, List<FileNode> leafNodes, @Nullable ColumnReader[] fields) {
      this.node = node;
      this.leafNodes = leafNodes;
      this.fields = fields;
    }

    @Override
    void readOne(Leaves leaves, Column target) throws IOException {
      LeafReader first = leaves.get(leafNodes.get(0));
      requireEntry(first);
      if (first.definition() < node.definition()) {
        skipOne(leaves, node.repetition());
        target.appendNull();
        return;
      }
      StructColumn column = (StructColumn) target;
      boolean moved = false;
      for (int i = 0; i < fields.length; i++) {
        ColumnReader field = fields[i];
        if (field != null) {
          field.readOne(leaves, column.field(i));
          moved = true;
        }
      }
      if (!moved) {
        skipOne(leaves, node.repetition());
      }
      column.append();
    }

    @Override
    List<FileNode> leafNodes() {
      return leafNodes;
    }
  }

  /** A list or a map: a group with one repeated group. */
  static final class OfElements extends ColumnReader {
    private final FileNode node;
    private final FileNode repeated;
    private final List<FileNode> leafNodes;
    private final ColumnReader first;
    private final @Nullable ColumnReader second;

    /**
     * @param first of the element or the key
     * @param second of the value, null for a list
     */
    OfElements(
        FileNode node,
        List<FileNode> leafNodes,
        ColumnReader first,
        @Nullable ColumnReader second) {
      this.node = node;
      this.repeated = node.children().get(0);
      this.leafNodes = leafNodes;
      this.first = first;
      this.second = second;
    }

    @Override
    void readOne(Leaves leaves, Column target) throws IOException {
      LeafReader leaf = leaves.get(leafNodes.get(0));
      requireEntry(leaf);
      int definition = leaf.definition();
      if (definition < node.definition()) {
        skipOne(leaves, node.repetition());
        target.appendNull();
        return;
      }
      if (definition < repeated.definition()) {
        skipOne(leaves, node.repetition());
      } else {
        readElements(leaves, leaf, target);
      }
      if (target instanceof ListColumn) {
        ((ListColumn) target).append();
      } else {
        ((MapColumn) target).append();
      }
    }

    private void readElements(Leaves leaves, LeafReader leaf, Column target) throws IOException {
      do {
        if (target instanceof ListColumn) {
          first.readOne(leaves, ((ListColumn) target).element());
        } else if (second != null) {
          MapColumn map = (MapColumn) target;
          first.readOne(leaves, map.key());
          second.readOne(leaves, map.value());
        }
      } while (leaf.hasEntry() && leaf.repetition() == repeated.repetition());
    }

    @Override
    List<FileNode> leafNodes() {
      return leafNodes;
    }
  }
}
