package dev.firn.transform;

import dev.firn.batch.Batch;
import dev.firn.batch.ListColumn;
import dev.firn.transform.eval.ColumnCopy;
import dev.firn.transform.eval.Predicate;
import dev.firn.transform.eval.Rows;
import dev.firn.transform.eval.Values;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/** The steps over one batch of the source's schema, which they own. One thread. */
final class Program {
  private final Batch source;
  private final SourceTexts texts;
  private final Rows rows;
  private final List<Operation> operations;
  private final Outputs outputs;
  private final RowChecks checks;
  private final List<FileValue> fileValues;
  private byte[] truths = new byte[0];

  /** What a step does. */
  sealed interface Operation {
    /** Keeps rows. */
    record Keep(Predicate condition) implements Operation {}

    /** Makes elements rows. */
    record Explode(Values array) implements Operation {}

    /** Computes a column. */
    record Compute(Values values) implements Operation {}
  }

  /** What fills the columns of the table, in their order. */
  static final class Outputs {
    private final Schema table;
    private final List<Optional<Values>> values;
    private final ColumnCopy[] copies;

    Outputs(Schema table, List<Optional<Values>> values) {
      this.table = table;
      this.values = values;
      this.copies =
          table.columns().stream()
              .map(Types.NestedField::type)
              .map(ColumnCopy::of)
              .toArray(ColumnCopy[]::new);
    }

    /** Loads the values of the rows at hand. */
    void load(Rows rows) {
      for (Optional<Values> each : values) {
        if (each.isPresent()) {
          each.get().load(rows);
        }
      }
    }

    /** Appends rows whose values are loaded. */
    void append(int from, int to, Batch out) {
      for (int i = 0; i < copies.length; i++) {
        if (values.get(i).isPresent()) {
          Values each = values.get(i).get();
          copies[i].append(each.column(), each.rows(), from, to, out.column(i));
        }
      }
      for (int i = from; i < to; i++) {
        out.endRow();
      }
    }
  }

  Program(
      Batch source,
      Rows rows,
      List<Operation> operations,
      Outputs outputs,
      RowChecks checks,
      List<FileValue> fileValues) {
    this.source = source;
    this.texts = new SourceTexts(source);
    this.rows = rows;
    this.operations = operations;
    this.outputs = outputs;
    this.checks = checks;
    this.fileValues = fileValues;
  }

  /** The batch that a decoder fills. */
  Batch source() {
    return source;
  }

  /** Begins a file. */
  void begin(FileValue.SourceFile file) {
    texts.clear(source);
    fileValues.forEach(value -> value.begin(file));
  }

  /** Appends what becomes of the batch's rows, and empties the batch. */
  void run(Batch out, Rejection rejection, Tally tally) {
    rows.begin(source.rowCount());
    for (Operation operation : operations) {
      if (rows.count() > 0) {
        run(operation, tally);
      }
    }
    if (!checks.isEmpty() && rows.count() > 0) {
      check(rejection, tally);
    }
    if (rows.count() > 0) {
      outputs.load(rows);
      outputs.append(0, rows.count(), out);
    }
    texts.clear(source);
  }

  private void run(Operation operation, Tally tally) {
    if (operation instanceof Operation.Keep keep) {
      keep.condition().test(rows, truths());
      tally.dropped += rows.keep(truths);
    } else if (operation instanceof Operation.Explode explode) {
      int before = rows.count();
      explode.array().load(rows);
      int dropped = rows.explode((ListColumn) explode.array().column(), explode.array().rows());
      tally.dropped += dropped;
      tally.added += (long) rows.count() + dropped - before;
    } else if (operation instanceof Operation.Compute compute) {
      compute.values().load(rows);
      rows.addLevel(compute.values().rows());
    }
  }

  private byte[] truths() {
    if (truths.length < rows.count()) {
      truths = new byte[rows.count() + (rows.count() >> 1)];
    }
    return truths;
  }

  private void check(Rejection rejection, Tally tally) {
    int bad = checks.check(rows, rejection.accepted(), tally, truths());
    if (bad == 0) {
      return;
    }
    outputs.load(rows);
    for (int i = 0; i < rows.count(); i++) {
      if (truths[i] != Predicate.TRUE) {
        rejection.reject(
            rows.index(0)[i], checks.reason(i), checks.detail(i, rejection.accepted()), text(i));
      }
    }
    tally.rejected += bad;
    rows.keep(truths);
  }

  /** The row as it would stand in the table. */
  private Rejection.RowText text(int row) {
    return () -> {
      Batch one = new Batch(outputs.table);
      outputs.append(row, row + 1, one);
      return dev.firn.batch.RowJson.row(one, 0);
    };
  }
}
