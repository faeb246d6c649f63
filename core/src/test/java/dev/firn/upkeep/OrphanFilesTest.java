package dev.firn.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.FirnException;
import dev.firn.ledger.LedgerLocation;
import dev.firn.ledger.LedgerStore;
import dev.firn.ledger.MergePolicy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Locations that metadata and storage spell in different ways. */
class OrphanFilesTest {
  private static final OrphanFiles.Settings DELETE =
      new OrphanFiles.Settings(OrphanFiles.USUAL_AGE, true, false);

  private final List<FileInfo> listed = new ArrayList<>();
  private final List<String> deleted = new ArrayList<>();
  private Table table;

  /** A table's storage whose listing is what a test says. */
  private final class ListedIo implements SupportsPrefixOperations {
    private final FileIO io;

    ListedIo(FileIO io) {
      this.io = io;
    }

    @Override
    public Iterable<FileInfo> listPrefix(String prefix) {
      return listed;
    }

    @Override
    public void deletePrefix(String prefix) {
      throw new UnsupportedOperationException(prefix);
    }

    @Override
    public InputFile newInputFile(String path) {
      return io.newInputFile(path);
    }

    @Override
    public OutputFile newOutputFile(String path) {
      return io.newOutputFile(path);
    }

    @Override
    public void deleteFile(String path) {
      deleted.add(path);
    }
  }

  @BeforeEach
  void makeTable() {
    InMemoryCatalog catalog = new InMemoryCatalog();
    catalog.initialize("test", Map.of());
    catalog.createNamespace(Namespace.of("logs"));
    table =
        catalog.createTable(
            TableIdentifier.of("logs", "t"),
            new Schema(Types.NestedField.required(1, "id", Types.LongType.get())));
  }

  private void inMetadata(String... locations) {
    AppendFiles append = table.newAppend();
    for (String location : locations) {
      append.appendFile(
          DataFiles.builder(PartitionSpec.unpartitioned())
              .withPath(location)
              .withFileSizeInBytes(10)
              .withRecordCount(1)
              .build());
    }
    append.commit();
  }

  private void inListing(Duration age, String... locations) {
    for (String location : locations) {
      listed.add(new FileInfo(location, 10, Instant.now().minus(age).toEpochMilli()));
    }
  }

  private OrphanFiles orphans() {
    return orphans(Optional.empty());
  }

  private OrphanFiles orphans(Optional<LedgerStore> ledger) {
    TableOperations operations = ((HasTableOperations) table).operations();
    TableOperations withListing =
        (TableOperations)
            java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {TableOperations.class},
                (proxy, method, arguments) ->
                    method.getName().equals("io")
                        ? new ListedIo(operations.io())
                        : method.invoke(operations, arguments));
    return new OrphanFiles(new TableFiles("logs.t", withListing, ledger), Clock.systemUTC());
  }

  @Test
  void c60_samePathInAnotherSpellingIsNeverAnOrphan() {
    inMetadata(
        "/wh/t/data/a.parquet",
        "file:/wh/t/data/b.parquet",
        "s3a://b/t/data/c.parquet",
        "file:///wh/t/data/k+v%231=a%2Fb/d.parquet");
    inListing(
        Duration.ofDays(9),
        "file:///wh/t/data/a.parquet",
        "file:///wh/t/data//b.parquet",
        "s3://b/t/data/c.parquet",
        "file:///wh/t/data/k+v%231=a%2Fb/d.parquet",
        "file:///wh/t/data/k+v#1=a/b/d.parquet",
        "file:///wh/t/data/orphan.parquet");
    OrphanFiles.Report report = orphans().run(DELETE);
    assertThat(deleted)
        .as("only what has another path, nothing decoded")
        .containsExactlyInAnyOrder(
            "file:///wh/t/data/k+v#1=a/b/d.parquet", "file:///wh/t/data/orphan.parquet");
    assertThat(report.orphans()).isEqualTo(2);
  }

  @Test
  void c60_samePathWithAnotherAuthorityOrSchemeStopsEverything() {
    inMetadata("hdfs:/wh/t/data/f.parquet", "/wh/t/data/g.parquet");
    inListing(Duration.ofDays(9), "hdfs://nn:8020/wh/t/data/orphan.parquet");
    inListing(Duration.ofDays(9), "hdfs://nn:8020/wh/t/data/f.parquet");
    assertThatThrownBy(() -> orphans().run(DELETE))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("hdfs://nn:8020/wh/t/data/f.parquet")
        .hasMessageContaining("nothing was deleted");
    assertThat(deleted).isEmpty();

    assertThat(orphans().run(new OrphanFiles.Settings(OrphanFiles.USUAL_AGE, true, true)).deleted())
        .isEqualTo(1);
    assertThat(deleted).containsExactly("hdfs://nn:8020/wh/t/data/orphan.parquet");
  }

  @Test
  void c60_filesOfCommitsUnderWayOrOfUnknownOutcomeStay() {
    inMetadata("file:///wh/t/data/a.parquet");
    inListing(Duration.ofDays(2), "file:///wh/t/data/landing.parquet");
    assertThat(orphans().run(DELETE).young()).isEqualTo(1);
    assertThat(deleted).isEmpty();
  }

  @Test
  void aLedgerInsideTheTablesLocationStays() {
    String books = table.location() + "/books";
    inListing(
        Duration.ofDays(9),
        books + "/ledger/root-1.json",
        books + "/rejects/r1.json.gz",
        books + "/ledger-of-old.parquet");
    LedgerStore ledger =
        new LedgerStore(
            table.io(),
            LedgerLocation.in(books),
            MergePolicy.withRetention(Duration.ofDays(400)),
            Clock.systemUTC(),
            UUID::randomUUID);
    assertThat(orphans(Optional.of(ledger)).run(DELETE).orphans()).isEqualTo(1);
    assertThat(deleted).containsExactly(books + "/ledger-of-old.parquet");
  }

  @Test
  void aTableInsideTheTableStopsEverything() {
    inListing(Duration.ofDays(9), table.location() + "/inner/metadata/v1.metadata.json");
    assertThatThrownBy(() -> orphans().run(DELETE)).hasMessageContaining("another table");
    assertThat(deleted).isEmpty();
  }
}
