package dev.firn.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.ledger.LedgerState.Unknown;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A table in Iceberg's own catalog, with commits as Firn makes them and roots in a map. */
abstract class LedgerTable {
  static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
  static final TableIdentifier NAME = TableIdentifier.of("logs", "actions");

  final InMemoryCatalog catalog = new InMemoryCatalog();
  final Map<String, LedgerRoot> roots = new HashMap<>();
  Table table;
  private int files;

  @BeforeEach
  void createTable() {
    catalog.initialize("test", Map.of());
    catalog.createNamespace(Namespace.of("logs"));
    table = catalog.createTable(NAME, SCHEMA);
  }

  @AfterEach
  void close() throws Exception {
    catalog.close();
  }

  long land(String root, @Nullable String previous) {
    return commit(root, previous, true);
  }

  /** Append, summary keys and property in one transaction, as a landing commit does it. */
  long commit(String root, @Nullable String previous, boolean withFile) {
    LedgerRoot before = previous == null ? null : roots.get(previous);
    roots.put(
        root,
        root(
            root,
            Optional.ofNullable(previous),
            before == null ? 1 : before.sequence() + 1,
            UUID.fromString(metadata().uuid())));
    Transaction transaction = table.newTransaction();
    AppendFiles append = transaction.newAppend();
    if (withFile) {
      append.appendFile(file());
    }
    append.set(LedgerKeys.SUMMARY_LEDGER, root);
    append.set(LedgerKeys.SUMMARY_COMMIT, UUID.randomUUID().toString());
    append.commit();
    transaction.updateProperties().set(LedgerKeys.PROPERTY_LEDGER, root).commit();
    transaction.commitTransaction();
    table.refresh();
    return table.currentSnapshot().snapshotId();
  }

  static LedgerRoot root(
      String location, Optional<String> previous, long sequence, UUID tableUuid) {
    return new LedgerRoot(
        location,
        tableUuid,
        sequence,
        previous,
        UUID.randomUUID(),
        Instant.EPOCH,
        List.of(),
        LedgerTotals.NONE,
        LedgerRoot.NO_STATE);
  }

  void foreignAppend() {
    table.newAppend().appendFile(file()).commit();
    table.refresh();
  }

  DataFile file() {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("mem://data/" + files++ + ".parquet")
        .withFileSizeInBytes(10)
        .withRecordCount(1)
        .build();
  }

  void expireAllButCurrent() {
    table
        .expireSnapshots()
        .expireOlderThan(Long.MAX_VALUE)
        .retainLast(1)
        .cleanupLevel(ExpireSnapshots.CleanupLevel.NONE)
        .commit();
    table.refresh();
  }

  Snapshot newestSnapshot() {
    table.refresh();
    Snapshot newest = table.currentSnapshot();
    for (Snapshot snapshot : table.snapshots()) {
      newest = snapshot.sequenceNumber() > newest.sequenceNumber() ? snapshot : newest;
    }
    return newest;
  }

  TableMetadata metadata() {
    return ((HasTableOperations) table).operations().refresh();
  }

  LedgerState state() {
    return LedgerHead.of(metadata(), location -> Optional.ofNullable(roots.get(location)));
  }

  Unknown unknown() {
    LedgerState state = state();
    assertThat(state).isInstanceOf(Unknown.class);
    return (Unknown) state;
  }
}
