package dev.firn.table.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.table.LandingRule;
import dev.firn.table.TableChangeLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.MetadataTableUtils;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DdlSessionTest {
  private static final TableIdentifier T = TableIdentifier.of("db", "t");

  private final InMemoryCatalog catalog = new InMemoryCatalog();
  private final DdlSession session =
      new DdlSession(catalog, name -> Optional.empty(), TableChangeLoop.DEFAULT);

  @BeforeEach
  void open() {
    catalog.initialize("firn", Map.of());
    catalog.createNamespace(Namespace.of("db"));
  }

  @AfterEach
  void close() throws Exception {
    catalog.close();
  }

  private List<DdlResult> run(String sql) {
    List<DdlResult> results = new ArrayList<>();
    DdlParser.parse(sql).forEach(statement -> results.add(session.execute(statement)));
    return results;
  }

  private Table table() {
    return catalog.loadTable(T);
  }

  private void refused(String sql, ErrorCode code, String message) {
    assertThatThrownBy(() -> run(sql))
        .isInstanceOfSatisfying(FirnException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  /** Appends a file of the table's current spec, without rows to be read. */
  private void append(String name, Object... partition) {
    Table table = table();
    PartitionData data = new PartitionData(table.spec().partitionType());
    for (int i = 0; i < partition.length; i++) {
      data.set(i, partition[i]);
    }
    DataFile file =
        DataFiles.builder(table.spec())
            .withPath("memory:/" + name)
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(10)
            .withRecordCount(1)
            .withPartition(data)
            .build();
    table.newAppend().appendFile(file).commit();
  }

  private List<String> planned(Expression filter) throws Exception {
    List<String> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table().newScan().filter(filter).planFiles()) {
      tasks.forEach(task -> files.add(task.file().location().substring("memory:/".length())));
    }
    files.sort(null);
    return files;
  }

  @Test
  void aTableLivesFromCreationToDrop() {
    assertThat(
            run(
                "CREATE NAMESPACE shop; CREATE TABLE firn.shop.o (ts timestamp not null, id int)"
                    + " PARTITIONED BY (months(ts)) TBLPROPERTIES ('format-version'='2');"
                    + " ALTER TABLE shop.o REPLACE PARTITION FIELD months(ts) WITH days(ts);"
                    + " ALTER TABLE shop.o ADD COLUMNS (name string comment 'x' after ts, g"
                    + " struct<a: int>); ALTER TABLE shop.o ADD COLUMN g.b bigint;"
                    + " ALTER TABLE shop.o RENAME COLUMN g.b TO c; ALTER TABLE shop.o SET"
                    + " TBLPROPERTIES ('format-version'='3', 'k'='v'); ALTER TABLE shop.o RENAME TO"
                    + " p"))
        .extracting(DdlResult::done)
        .contains("created namespace shop", "created table shop.o", "altered table shop.o")
        .endsWith("renamed table shop.o to shop.p");
    Table table = catalog.loadTable(TableIdentifier.of("shop", "p"));
    assertThat(table.schema().columns().stream().map(Types.NestedField::name))
        .containsExactly("ts", "name", "id", "g");
    assertThat(table.schema().findField("g.c").type()).isEqualTo(Types.LongType.get());
    assertThat(table.properties()).containsEntry("k", "v");
    assertThat(table.spec().fields()).singleElement().hasToString("1001: ts_day: day(1)");
    assertThat(run("CREATE TABLE IF NOT EXISTS shop.p (x int); DROP TABLE shop.p PURGE"))
        .extracting(DdlResult::done)
        .containsExactly(
            "table shop.p exists, left as it is", "dropped table shop.p and its files");
    assertThat(run("DROP TABLE IF EXISTS shop.p; DROP NAMESPACE shop"))
        .extracting(DdlResult::done)
        .containsExactly("table shop.p does not exist", "dropped namespace shop");
  }

  @Test
  void namesThatAreNotThereOrAreThereAlreadyAreSaid() {
    run("CREATE TABLE db.t (a int, s string)");
    refused("CREATE TABLE db.t (a int)", ErrorCode.ALREADY_EXISTS, "db.t exists already");
    refused("CREATE TABLE no.t (a int)", ErrorCode.NOT_FOUND, "CREATE NAMESPACE no first");
    refused("CREATE TABLE t (a int)", ErrorCode.USAGE, "has no namespace");
    refused("DROP TABLE db.u", ErrorCode.NOT_FOUND, "db.u does not exist");
    refused("ALTER TABLE db.u ADD COLUMN b int", ErrorCode.NOT_FOUND, "db.u does not exist");
    refused("DROP NAMESPACE db", ErrorCode.USAGE, "not empty");
    refused("DROP NAMESPACE nothing", ErrorCode.NOT_FOUND, "does not exist");
    refused("CREATE NAMESPACE db", ErrorCode.ALREADY_EXISTS, "exists already");
    refused("ALTER TABLE db.t RENAME COLUMN A TO b", ErrorCode.NOT_FOUND, "it has 'a'");
    refused("ALTER TABLE db.t ADD COLUMN S int", ErrorCode.ALREADY_EXISTS, "more than case");
    refused("ALTER TABLE db.t DROP COLUMN x", ErrorCode.NOT_FOUND, "its columns are a, s");
    refused("ALTER TABLE db.t UNSET TBLPROPERTIES ('x')", ErrorCode.NOT_FOUND, "no property 'x'");
    refused("ALTER TABLE db.t SET TBLPROPERTIES ('firn.ledger'='x')", ErrorCode.USAGE, "own state");
    refused("ALTER TABLE db.t ADD COLUMN n int NOT NULL", ErrorCode.USAGE, "rows that the table");
    refused("ALTER TABLE db.t ALTER COLUMN a SET NOT NULL", ErrorCode.USAGE, "rows that the table");
    refused(
        "ALTER TABLE db.t SET TBLPROPERTIES ('format-version'='9')", ErrorCode.USAGE, "version");
  }

  @Test
  void c12_aColumnOfAnEarlierSpecIsDroppedWithAWarningAndTheTableStaysReadable() throws Exception {
    run("CREATE TABLE db.t (s string, x int) PARTITIONED BY (s)");
    append("one", "a");
    refused("ALTER TABLE db.t DROP COLUMN s", ErrorCode.USAGE, "drop that partition field first");
    List<DdlResult> results =
        run("ALTER TABLE db.t DROP PARTITION FIELD s; ALTER TABLE db.t DROP COLUMN s");
    assertThat(results.get(1).warnings())
        .singleElement()
        .asString()
        .contains("earlier spec 0", "'s'");
    assertThat(planned(Expressions.alwaysTrue())).containsExactly("one");
    Table partitions =
        MetadataTableUtils.createMetadataTableInstance(table(), MetadataTableType.PARTITIONS);
    try (CloseableIterable<FileScanTask> tasks = partitions.newScan().planFiles()) {
      assertThat(tasks).isNotEmpty();
    }
    assertThat(table().specs()).hasSize(2);
    run("ALTER TABLE db.t ADD PARTITION FIELD bucket(4, x)");
    assertThat(table().spec().fields())
        .singleElement()
        .hasToString("1001: x_bucket_4: bucket[4](2)");
  }

  @Test
  void c14_filesOfTwoWidthsUnderOneNameAreBothFound() throws Exception {
    run("CREATE TABLE db.t (a string)");
    run("ALTER TABLE db.t ADD PARTITION FIELD truncate(1, a) AS a_trunc");
    append("one", "a");
    run("ALTER TABLE db.t REPLACE PARTITION FIELD a_trunc WITH truncate(10, a) AS a_trunc");
    append("ten", "abcd");
    assertThat(planned(Expressions.equal("a", "abcd"))).containsExactly("one", "ten");
    assertThat(planned(Expressions.equal("a", "abce"))).containsExactly("one");
    assertThat(table().specs().values().stream().flatMap(s -> s.fields().stream()))
        .extracting(f -> f.fieldId() + " " + f.name())
        .containsExactly("1000 a_trunc", "1001 a_trunc");
  }

  @Test
  void c15_aColumnCantHaveAPartitionFieldsNameAndTheMessageSaysWhoseItIs() {
    run("CREATE TABLE db.t (ts timestamp, s string, id int) PARTITIONED BY (months(ts))");
    refused(
        "ALTER TABLE db.t ADD COLUMN ts_month int",
        ErrorCode.USAGE,
        "can't name a column 'ts_month': partition field 1000 (month of ts) of the current spec 0");
    run("ALTER TABLE db.t REPLACE PARTITION FIELD ts_month WITH hours(ts)");
    refused(
        "ALTER TABLE db.t RENAME COLUMN id TO ts_month",
        ErrorCode.USAGE,
        "partition field 1000 (month of ts) of the earlier spec 0 has the name; take another one");
    refused(
        "ALTER TABLE db.t ADD PARTITION FIELD bucket(16, id) AS s",
        ErrorCode.USAGE,
        "the table has a column 's'");
    run("ALTER TABLE db.t ADD PARTITION FIELD s AS s");
    assertThat(table().spec().fields()).hasSize(2);
  }

  @Test
  void c16_aVersionOneTableKeepsItsMonthFiles() throws Exception {
    run(
        "CREATE TABLE db.t (ts timestamp) PARTITIONED BY (months(ts)) TBLPROPERTIES"
            + " ('format-version'='1')");
    append("month", 587);
    run("ALTER TABLE db.t REPLACE PARTITION FIELD months(ts) WITH days(ts)");
    append("day", null, 17866);
    assertThat(table().spec().fields())
        .extracting(f -> f.fieldId() + " " + f.name() + " " + f.transform())
        .containsExactly("1000 ts_month void", "1001 ts_day day");
    assertThat(planned(Expressions.equal("ts", "2018-12-05T00:00:00+00:00")))
        .containsExactly("month");
    assertThat(planned(Expressions.equal("ts", "2018-12-01T10:00:00+00:00")))
        .containsExactly("day", "month");
  }

  @Test
  void c18_apartitionsSourceBecomesWiderButADateNoTimestamp() throws Exception {
    run("CREATE TABLE db.t (id int, d date) PARTITIONED BY (bucket(16, id), truncate(10, id), d)");
    append("int", 3, 30, 17866);
    run("ALTER TABLE db.t ALTER COLUMN id TYPE bigint");
    append("long", 3, 30L, 17866);
    assertThat(planned(Expressions.equal("id", 34L))).containsExactly("int", "long");
    assertThat(planned(Expressions.equal("id", 35L))).isEmpty();
    refused(
        "ALTER TABLE db.t ALTER COLUMN d TYPE timestamp_ntz", ErrorCode.USAGE, "only become wider");
    run("ALTER TABLE db.t SET TBLPROPERTIES ('format-version'='3')");
    refused(
        "ALTER TABLE db.t ALTER COLUMN d TYPE timestamp_ntz", ErrorCode.USAGE, "only become wider");
    refused("ALTER TABLE db.t ALTER COLUMN id TYPE int", ErrorCode.USAGE, "only become wider");
  }

  @Test
  void thePipelinesColumnsArePreservedAndItsLandingSpecFollows() {
    run("CREATE TABLE db.t (ts timestamp, seen timestamp) PARTITIONED BY (days(seen))");
    DdlSession ofPipeline =
        new DdlSession(
            catalog,
            name -> Optional.of(new LandingRule(Optional.empty(), Optional.of("ts"))),
            TableChangeLoop.DEFAULT);
    assertThatThrownBy(
            () -> ofPipeline.execute(DdlParser.parse("ALTER TABLE db.t DROP COLUMN ts").get(0)))
        .hasMessageContaining("the pipeline finds a row's day in it");
    DdlResult renamed =
        ofPipeline.execute(DdlParser.parse("ALTER TABLE db.t RENAME COLUMN ts TO t").get(0));
    assertThat(renamed.warnings()).singleElement().asString().contains("names the column 'ts'");
    run("ALTER TABLE db.t RENAME COLUMN t TO ts");
    ofPipeline.execute(
        DdlParser.parse("ALTER TABLE db.t REPLACE PARTITION FIELD days(seen) WITH hours(seen)")
            .get(0));
    assertThat(table().specs().values())
        .anySatisfy(
            spec -> assertThat(spec.fields()).singleElement().hasToString("1002: ts_day: day(1)"));
    assertThat(table().spec().fields()).singleElement().hasToString("1001: seen_hour: hour(2)");
  }
}
