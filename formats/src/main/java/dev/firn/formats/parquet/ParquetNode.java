package dev.firn.formats.parquet;

import dev.firn.batch.Column;
import dev.firn.batch.ListColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;
import dev.firn.decode.RejectReason;
import dev.firn.decode.typed.DuplicateKeys;
import dev.firn.decode.typed.RowFault;
import dev.firn.decode.typed.ValueSink;
import org.apache.iceberg.types.Type;

/**
 * Puts values of one field of a file together from the columns below it, by their definition and
 * repetition levels (Melnik et al., "Dremel", 2010, section 4.2), and appends exactly one to its
 * column per call.
 */
abstract class ParquetNode {
  /** The columns below, one at least. */
  final LeafReader[] leaves;

  ParquetNode(LeafReader[] leaves) {
    this.leaves = leaves;
  }

  /**
   * Where a value goes.
   *
   * @param path the column's full name
   */
  record Target(String path, boolean required, Type type, Column column, RowFault fault) {
    void appendNull() {
      if (required) {
        fault.note(RejectReason.MISSING_REQUIRED, path, "a value in every row");
      }
      column.appendNull();
    }
  }

  /**
   * The levels of a field.
   *
   * @param definition definition level from which on it is there
   * @param repetition how many repeated fields it lies in
   */
  record Levels(int definition, int repetition) {
    Levels of(org.apache.parquet.schema.Type field) {
      switch (field.getRepetition()) {
        case REQUIRED:
          return this;
        case OPTIONAL:
          return new Levels(definition + 1, repetition);
        default:
          return new Levels(definition + 1, repetition + 1);
      }
    }
  }

  abstract void read();

  final LeafReader first() {
    return leaves[0];
  }

  /** Goes on in all columns below, where none of them has a value. */
  final void skip() {
    for (LeafReader leaf : leaves) {
      leaf.next();
    }
  }

  /**
   * Whether another element follows; all columns have to agree.
   *
   * @param repetition of the repeated field
   */
  final boolean hasMore(int repetition) {
    int level = first().repetition();
    for (LeafReader leaf : leaves) {
      if (leaf.repetition() != level || level > repetition) {
        throw new PageFailure(
            ParquetDamageException.corrupt(
                "column "
                    + String.join(".", leaf.column().getPath())
                    + " has other repetition levels than the columns beside it"));
      }
    }
    return level == repetition;
  }

  /** Single values. */
  static final class Single extends ParquetNode {
    private final LeafReader leaf;
    private final int maxDefinition;
    private final ValueSink sink;

    Single(LeafReader leaf, ValueSink sink) {
      super(new LeafReader[] {leaf});
      this.leaf = leaf;
      this.maxDefinition = leaf.column().getMaxDefinitionLevel();
      this.sink = sink;
    }

    @Override
    void read() {
      if (leaf.definition() == maxDefinition) {
        leaf.put(sink);
      } else {
        sink.putNull();
      }
      leaf.next();
    }
  }

  /** A column that is read only to know whether the group around it is there. */
  static final class Presence extends ParquetNode {
    private final int repetition;

    Presence(LeafReader leaf, int repetition) {
      super(new LeafReader[] {leaf});
      this.repetition = repetition;
    }

    @Override
    void read() {
      do {
        first().next();
      } while (first().repetition() > repetition);
    }
  }

  /** Groups. */
  static final class Struct extends ParquetNode {
    private final int definition;
    private final ParquetNode[] fields;
    private final Target target;

    Struct(LeafReader[] leaves, int definition, ParquetNode[] fields, Target target) {
      super(leaves);
      this.definition = definition;
      this.fields = fields;
      this.target = target;
    }

    @Override
    void read() {
      if (first().definition() < definition) {
        skip();
        target.appendNull();
        return;
      }
      for (ParquetNode field : fields) {
        field.read();
      }
      ((StructColumn) target.column()).append();
    }
  }

  /** Lists. */
  static final class Items extends ParquetNode {
    private final int definition;
    private final Levels repeated;
    private final ParquetNode element;
    private final Target target;

    Items(int definition, Levels repeated, ParquetNode element, Target target) {
      super(element.leaves);
      this.definition = definition;
      this.repeated = repeated;
      this.element = element;
      this.target = target;
    }

    @Override
    void read() {
      int level = first().definition();
      if (level < definition) {
        skip();
        target.appendNull();
        return;
      }
      if (level < repeated.definition()) {
        skip();
      } else {
        do {
          element.read();
        } while (hasMore(repeated.repetition()));
      }
      ((ListColumn) target.column()).append();
    }
  }

  /** Maps. */
  static final class Entries extends ParquetNode {
    private final int definition;
    private final Levels repeated;
    private final ParquetNode key;
    private final ParquetNode value;
    private final Target target;
    private final DuplicateKeys duplicates = new DuplicateKeys();

    Entries(
        LeafReader[] leaves, int definition, Levels repeated, ParquetNode[] entry, Target target) {
      super(leaves);
      this.definition = definition;
      this.repeated = repeated;
      this.key = entry[0];
      this.value = entry[1];
      this.target = target;
    }

    @Override
    void read() {
      int level = first().definition();
      if (level < definition) {
        skip();
        target.appendNull();
        return;
      }
      MapColumn column = (MapColumn) target.column();
      int from = column.key().size();
      if (level < repeated.definition()) {
        skip();
      } else {
        do {
          key.read();
          value.read();
        } while (hasMore(repeated.repetition()));
      }
      if (duplicates.any(column.key(), from, column.key().size())) {
        target.fault().note(RejectReason.DUPLICATE_KEY, target.path(), "each key once");
      }
      column.append();
    }
  }
}
