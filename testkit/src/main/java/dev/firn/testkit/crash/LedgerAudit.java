package dev.firn.testkit.crash;

import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.OpenedTable;
import dev.firn.testkit.generate.FileTruth;
import dev.firn.testkit.oracle.TableRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;

/** Compares the table's rows and the ledger's books with what is expected, at the end. */
final class LedgerAudit {
  private static final int EXAMPLES_MAX = 5;

  private static final Schema REJECTS =
      new Schema(Types.NestedField.required(1, "source_file", Types.StringType.get()));

  private final OpenedTable opened;
  private final Expectations expectations;
  private final List<String> problems;

  LedgerAudit(OpenedTable opened, Expectations expectations, List<String> problems) {
    this.opened = opened;
    this.expectations = expectations;
    this.problems = problems;
  }

  /** Reads the whole table once, as anybody would. */
  void rows(Table table, TableState state, RowFiles files) throws IOException {
    Map<Long, Integer> expected = new HashMap<>();
    for (SourceVersion version : expectations.versions()) {
      if (version.isPresent()) {
        for (long id : version.goodRows()) {
          expected.merge(id, 1, Integer::sum);
        }
      }
    }
    for (String file : state.liveFiles().orElse(List.of())) {
      for (long id : files.ids(file)) {
        if (RowFiles.isForeign(id)) {
          expected.merge(id, 1, Integer::sum);
        }
      }
    }
    boolean foreignRowsAreKnown = state.liveFiles().isPresent();
    TableRows.read(
        table,
        "row_id",
        id -> {
          if (foreignRowsAreKnown || !RowFiles.isForeign(id)) {
            expected.merge(id, -1, Integer::sum);
          }
        });
    tell("lost: rows that should be in the table", expected, 1);
    tell("doubled: rows that are in the table too often", expected, -1);
  }

  private void tell(String what, Map<Long, Integer> difference, int sign) {
    List<Long> ids =
        difference.entrySet().stream()
            .filter(entry -> entry.getValue() * sign > 0)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    if (!ids.isEmpty()) {
      problems.add(
          what + ": " + ids.size() + ", as " + ids.subList(0, Math.min(EXAMPLES_MAX, ids.size())));
    }
  }

  /** Compares every entry of the ledger, and the rejected rows that it refers to. */
  void books() throws IOException {
    Optional<LedgerRoot> root = opened.head();
    List<LedgerEntry> entries = new ArrayList<>();
    root.ifPresent(head -> opened.ledger().forEach(head, entries::add));
    Set<LedgerEntry> explained = new HashSet<>();
    for (SourceVersion version : expectations.versions()) {
      List<LedgerEntry> ofVersion =
          entries.stream()
              .filter(entry -> entry.file().sameVersionAs(version.identity().orElseThrow()))
              .filter(
                  entry ->
                      entry.file().location().equals(version.identity().orElseThrow().location()))
              .toList();
      explained.addAll(ofVersion);
      compare(version, ofVersion);
    }
    for (LedgerEntry entry : entries) {
      if (!explained.contains(entry)) {
        problems.add("books: an entry of a file that never was: " + entry);
      }
    }
  }

  private void compare(SourceVersion version, List<LedgerEntry> entries) throws IOException {
    if (entries.size() > 1) {
      problems.add("books: " + entries.size() + " newest entries of " + version);
    }
    Optional<LedgerEntry> entry = entries.stream().findFirst();
    Fate fate = Fate.of(entry.map(LedgerEntry::status));
    // Rows that an operator's reset forgot: a later rollback may take them for withdrawn, and no
    // ledger can know better.
    boolean unlisted =
        version.can(Fate.UNLISTED) && (fate == Fate.UNSEEN || fate == Fate.WITHDRAWN);
    // A rollback may bring back a request to read a version that was overwritten meanwhile.
    boolean overwritten = fate == Fate.REPLAY && !version.isOnDisk();
    if (!version.can(fate) && !unlisted && !overwritten) {
      problems.add("books: the ledger says " + fate + " of " + version);
    }
    if (entry.isPresent() && entry.get().status() == FileStatus.INGESTED) {
      compareCounts(version, entry.get());
    }
  }

  private void compareCounts(SourceVersion version, LedgerEntry entry) throws IOException {
    FileTruth truth = version.file().truth();
    long rejected = truth.badRows().size();
    if (entry.rowsIn() != truth.rows()
        || entry.rowsRejected() != rejected
        || entry.rowsWritten() != version.goodRows().length) {
      problems.add("books: wrong counts of " + version + ": " + entry);
    }
    long found = 0;
    if (entry.rejects().isPresent()) {
      found = rejectedRows(entry.rejects().get(), entry.file().location());
    }
    if (found != rejected) {
      problems.add(
          "books: "
              + found
              + " rows in the rejects file of "
              + version
              + " instead of "
              + rejected);
    }
  }

  private long rejectedRows(String rejectsFile, String source) throws IOException {
    long found = 0;
    try (CloseableIterable<Record> rows =
        Parquet.read(opened.io().newInputFile(rejectsFile))
            .project(REJECTS)
            .createReaderFunc(type -> GenericParquetReaders.buildReader(REJECTS, type))
            .build()) {
      for (Record row : rows) {
        found += source.equals(row.getField("source_file")) ? 1 : 0;
      }
    }
    return found;
  }
}
