package dev.firn.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.catalog.FirnCatalog;
import dev.firn.commit.SchemaWidening.Widened;
import dev.firn.decode.NewColumn;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaWideningTest {
  private static final TableIdentifier NAME = TableIdentifier.of("logs", "t");
  private static final CommitOptions OPTIONS =
      new CommitOptions(
          CommitOptions.DEFAULT.onOverwrite(),
          Duration.ofSeconds(20),
          Duration.ofMillis(1),
          Duration.ofMillis(20));

  @TempDir private Path folder;
  private FirnCatalog catalog;
  private Table table;

  @BeforeEach
  void create() {
    catalog =
        FirnCatalog.embedded(
            "firn",
            folder.resolve("firn.db"),
            "file://" + folder + "/warehouse",
            new LocalFileIo(false));
    catalog.createNamespace(Namespace.of("logs"), Map.of());
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "ts", Types.TimestampType.withZone()),
            Types.NestedField.optional(
                2,
                "g",
                Types.StructType.of(Types.NestedField.optional(3, "x", Types.LongType.get()))),
            Types.NestedField.optional(
                4,
                "items",
                Types.ListType.ofOptional(
                    5,
                    Types.StructType.of(Types.NestedField.optional(6, "k", Types.LongType.get())))),
            Types.NestedField.optional(7, "a.b", Types.LongType.get()));
    table = catalog.createTable(NAME, schema, PartitionSpec.builderFor(schema).day("ts").build());
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private SchemaWidening widening() {
    return widening(catalog.operations(NAME));
  }

  private static SchemaWidening widening(TableOperations operations) {
    return new SchemaWidening(operations, "logs.t", OPTIONS);
  }

  private static NewColumn column(String parent, String name, Type type) {
    return new NewColumn(parent, name, type);
  }

  private static NewColumn column(String name) {
    return column("", name, Types.LongType.get());
  }

  private static List<String> names(List<SchemaWidening.Refused> refused) {
    return refused.stream().map(r -> r.column().fullName()).toList();
  }

  @Test
  void columnsAreAddedAtEveryDepthAndKnownAsFound() throws Exception {
    Widened widened =
        widening()
            .addFound(
                List.of(
                    column("n"),
                    column("g", "y", Types.StringType.get()),
                    column("items.element", "z", Types.DoubleType.get()),
                    column(
                        "",
                        "s",
                        Types.StructType.of(
                            Types.NestedField.optional(1, "q", Types.BooleanType.get())))),
                100);
    assertThat(widened.refused()).isEmpty();
    Schema schema = widened.metadata().schema();
    table.refresh();
    assertThat(schema.sameSchema(table.schema())).isTrue();
    assertThat(schema.findType("g.y")).isEqualTo(Types.StringType.get());
    assertThat(schema.findType("items.element.z")).isEqualTo(Types.DoubleType.get());
    assertThat(schema.findType("s.q")).isEqualTo(Types.BooleanType.get());
    Set<Integer> found =
        List.of("n", "g.y", "items.element.z", "s").stream()
            .map(name -> schema.findField(name).fieldId())
            .collect(Collectors.toSet());
    assertThat(SchemaWidening.addedFields(widened.metadata())).isEqualTo(found);
  }

  @Test
  void whatIsThereAlreadyOrLiesNowhereChangesNothing() throws Exception {
    TableMetadata before = catalog.operations(NAME).refresh();
    Widened widened =
        widening()
            .addFound(
                List.of(
                    column("", "ts", Types.StringType.get()),
                    column("g", "x", Types.StringType.get()),
                    column("gone", "x", Types.LongType.get()),
                    column("g.x", "x", Types.LongType.get())),
                100);
    assertThat(widened.refused()).isEmpty();
    assertThat(widened.metadata().metadataFileLocation()).isEqualTo(before.metadataFileLocation());
  }

  @Test
  void namesThatTheTableCanNotHaveAreRefusedAndTheOthersAdded() throws Exception {
    Widened widened =
        widening()
            .addFound(
                List.of(
                    column("ok"),
                    column("TS"),
                    column("ts_day"),
                    column(""),
                    column("line\nend"),
                    column("x".repeat(256)),
                    column("_pos"),
                    column("OK"),
                    column("g.x"),
                    column("c.d")),
                100);
    assertThat(names(widened.refused()))
        .containsExactly("TS", "ts_day", "", "line\nend", "x".repeat(256), "_pos", "OK", "g.x");
    assertThat(widened.refused().get(1).why())
        .isEqualTo("the partition field 'ts_day' (day of ts) of partition spec 0 has the name");
    assertThat(widened.metadata().schema().asStruct().field("ok")).isNotNull();
    assertThat(widened.metadata().schema().asStruct().field("c.d")).isNotNull();
  }

  @Test
  void columnsInsideOfOthersCountToo() throws Exception {
    Types.StructType two =
        Types.StructType.of(
            Types.NestedField.optional(1, "p", Types.LongType.get()),
            Types.NestedField.optional(2, "q", Types.LongType.get()));
    Widened widened =
        widening().addFound(List.of(column("n1"), column("", "s", two), column("n2")), 9);
    assertThat(names(widened.refused())).containsExactly("s");
    assertThat(widened.refused().get(0).tooMany()).isTrue();
    assertThat(widened.metadata().schema().findField("n2")).isNotNull();
  }

  @Test
  void aDeclaredColumnIsNoFoundOneAndFailsIfItCanNotBe() throws Exception {
    TableMetadata metadata = widening().addDeclared(column("", "_rescued", Types.StringType.get()));
    assertThat(metadata.schema().findField("_rescued")).isNotNull();
    assertThat(SchemaWidening.addedFields(metadata)).isEmpty();
    assertThatThrownBy(() -> widening().addDeclared(column("ts_day")))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE))
        .hasMessageContaining("can't add the column 'ts_day' to logs.t")
        .hasMessageContaining("partition spec 0");
  }

  @Test
  void conflictsAndLostAnswersAreFoundOut() throws Exception {
    Flaky flaky = new Flaky(catalog.operations(NAME));
    Widened widened = widening(flaky).addFound(List.of(column("n")), 100);
    assertThat(flaky.commits).as("conflict, lost answer, and nothing left to do").isEqualTo(2);
    assertThat(widened.metadata().schema().findField("n")).isNotNull();
    table.refresh();
    assertThat(table.schemas()).hasSize(2);
  }

  @Test
  void manyWhoWidenAtOnceConverge() throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    List<Widened> results = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int own = i;
      Type type = i % 2 == 0 ? Types.LongType.get() : Types.StringType.get();
      Thread thread =
          new Thread(
              () -> {
                try {
                  Widened result =
                      widening()
                          .addFound(List.of(column("", "shared", type), column("own" + own)), 100);
                  synchronized (results) {
                    results.add(result);
                  }
                } catch (Throwable e) {
                  synchronized (failures) {
                    failures.add(e);
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    assertThat(results)
        .hasSize(4)
        .allMatch(result -> result.metadata().schema().findField("shared") != null);
    table.refresh();
    assertThat(table.schema().columns()).hasSize(4 + 1 + 4);
  }

  /** The first commit is a conflict; the second one lands, but its answer is lost. */
  private static final class Flaky implements TableOperations {
    private final TableOperations delegate;
    private int commits;

    Flaky(TableOperations delegate) {
      this.delegate = delegate;
    }

    @Override
    public TableMetadata current() {
      return delegate.current();
    }

    @Override
    public TableMetadata refresh() {
      return delegate.refresh();
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      commits++;
      if (commits == 1) {
        throw new CommitFailedException("somebody was first");
      }
      delegate.commit(base, metadata);
      throw new CommitStateUnknownException(new IllegalStateException("the answer is lost"));
    }

    @Override
    public FileIO io() {
      return delegate.io();
    }

    @Override
    public EncryptionManager encryption() {
      return delegate.encryption();
    }

    @Override
    public String metadataFileLocation(String fileName) {
      return delegate.metadataFileLocation(fileName);
    }

    @Override
    public LocationProvider locationProvider() {
      return delegate.locationProvider();
    }

    @Override
    public TableOperations temp(TableMetadata uncommitted) {
      return delegate.temp(uncommitted);
    }

    @Override
    public long newSnapshotId() {
      return delegate.newSnapshotId();
    }
  }
}
