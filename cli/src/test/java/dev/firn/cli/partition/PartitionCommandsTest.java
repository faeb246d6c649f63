package dev.firn.cli.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firn.catalog.FirnCatalog;
import dev.firn.cli.Main;
import dev.firn.error.ErrorCode;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  /** What a command printed, and how it ended. */
  private record Ran(int code, String out, String err) {
    JsonNode json() {
      try {
        return JSON.readTree(out);
      } catch (IOException e) {
        throw new AssertionError("not JSON: " + out, e);
      }
    }
  }

  @BeforeEach
  void writePipeline() throws IOException {
    Files.createDirectories(folder.resolve("incoming"));
    Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        source:
          folder: incoming
          pattern: '{*}.json'
        table: logs.orders
        catalog:
          uri: sqlite:firn.db
        warehouse: warehouse
        event-time:
          column: order_ts
          past: 36500d
        """);
  }

  private Ran pipeline(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-p", folder.resolve("pipeline.yaml").toString()));
    return firn(all);
  }

  private Ran catalog(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--catalog", "sqlite:" + folder.resolve("firn.db")));
    return firn(all);
  }

  private static Ran firn(List<String> words) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
      int code = Main.execute(words.toArray(String[]::new));
      return new Ran(
          code,
          outBytes.toString(StandardCharsets.UTF_8),
          errBytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private FirnCatalog open() {
    return FirnCatalog.embedded(
        "firn",
        folder.resolve("firn.db"),
        Locations.of(folder.resolve("warehouse")),
        new LocalFileIo(false));
  }

  private void create() {
    Ran created =
        pipeline(
            "sql",
            "-e",
            "CREATE NAMESPACE logs; CREATE TABLE logs.orders (order_ts timestamp not null,"
                + " customer_id bigint, action string) PARTITIONED BY (months(order_ts))");
    assertThat(created.err()).isEmpty();
    assertThat(created.code()).isZero();
    assertThat(created.out()).isEqualTo("created namespace logs\ncreated table logs.orders\n");
  }

  private void land(String name, String... lines) throws IOException {
    Files.writeString(folder.resolve("incoming").resolve(name), String.join("\n", lines) + "\n");
    List<String> words =
        List.of("run", folder.resolve("pipeline.yaml").toString(), "--once", "--quiet");
    Ran ran = firn(words);
    assertThat(ran.code()).as(ran.err()).isZero();
  }

  private static String order(String ts, int customer) {
    return "{\"order_ts\":\"" + ts + "\",\"customer_id\":" + customer + ",\"action\":\"buy\"}";
  }

  @Test
  void rulesAreShownChangedAndTheLandingSpecFollows() throws IOException {
    create();
    land("a.json", order("2021-03-05T10:00:00Z", 34));
    assertThat(pipeline("partition", "show", "logs.orders").out())
        .isEqualTo(
            """
            spec 0, default: months(order_ts) AS order_ts_month (1000)
            spec 1, landing: days(order_ts) AS order_ts_day (1001)
            """);
    Ran replaced =
        pipeline("partition", "replace", "logs.orders", "months(order_ts)", "days(order_ts)");
    assertThat(replaced.out())
        .isEqualTo(
            "altered table logs.orders\n"
                + "spec 1, default, landing: days(order_ts) AS order_ts_day (1001)\n");
    land("b.json", order("2021-04-05T10:00:00Z", 35));
    Ran added =
        catalog("partition", "add", "logs.orders", "bucket(4, customer_id) AS shard", "--json");
    assertThat(added.json().path("specs").path(2).path("fields").path(1).path("name").asText())
        .isEqualTo("shard");
    assertThat(added.json().path("specs").path(2).path("is-default").asBoolean()).isTrue();
    land("c.json", order("2021-04-06T10:00:00Z", 36));
    Ran dropped = pipeline("partition", "drop", "logs.orders", "shard");
    assertThat(dropped.code()).isZero();
    Ran statement =
        pipeline(
            "sql",
            "-e",
            "ALTER TABLE logs.orders REPLACE PARTITION FIELD days(order_ts) WITH hours(order_ts)");
    assertThat(statement.code()).isZero();
    land("d.json", order("2021-04-07T10:00:00Z", 37));
    assertThat(pipeline("partition", "show", "logs.orders", "--json").json().path("specs"))
        .hasSize(4);
    Ran verified = pipeline("partition", "verify", "logs.orders");
    assertThat(verified.out())
        .isEqualTo(
            "4 of 4 files looked at: 4 right, 0 wrong, 0 unchecked; 0 of 4 rows in a wrong file\n");
    assertThat(verified.code()).isZero();
  }

  @Test
  void aFileUnderAWrongPartitionIsFoundAndTheExitCodeSaysSo() throws IOException {
    create();
    land("a.json", order("2021-03-05T10:00:00Z", 34), order("2021-03-05T11:00:00Z", 34));
    land("b.json", order("2021-03-06T10:00:00Z", 34));
    try (FirnCatalog catalog = open()) {
      Table table = catalog.loadTable(TableIdentifier.of("logs", "orders"));
      DataFile landed;
      try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
        List<DataFile> files = new ArrayList<>();
        tasks.forEach(task -> files.add(task.file()));
        files.sort(java.util.Comparator.comparing(DataFile::recordCount));
        landed = files.get(1);
      }
      PartitionData april = new PartitionData(table.specs().get(0).partitionType());
      april.set(0, 615);
      DataFile wrong =
          DataFiles.builder(table.specs().get(0))
              .withPath(landed.location())
              .withFormat(landed.format())
              .withFileSizeInBytes(landed.fileSizeInBytes())
              .withRecordCount(landed.recordCount())
              .withPartition(april)
              .build();
      table.newOverwrite().deleteFile(landed).addFile(wrong).commit();
    }
    Ran verified = pipeline("partition", "verify", "logs.orders");
    assertThat(verified.code()).isEqualTo(ErrorCode.TABLE.exitCode());
    assertThat(verified.out())
        .contains("wrong     spec 0  order_ts_month=2021-04  file:")
        .contains("row 0 has order_ts_month=2021-03, recorded is order_ts_month=2021-04")
        .contains("2 of 2 files looked at: 1 right, 1 wrong, 0 unchecked");
    JsonNode json =
        pipeline("partition", "verify", "logs.orders", "--json", "--all", "--sample", "10").json();
    assertThat(json.path("files")).hasSize(2);
    assertThat(json.path("totals").path("wrong").asInt()).isEqualTo(1);
  }

  @Test
  void statementsThatCantBeReadPointAtThePlace() {
    create();
    Ran typo = pipeline("sql", "-e", "ALTER TABLE logs.orders ADD PARTITION FELD days(order_ts)");
    assertThat(typo.code()).isEqualTo(ErrorCode.USAGE.exitCode());
    assertThat(typo.err())
        .isEqualTo(
            """
            firn: line 1, column 39: expected FIELD, got 'FELD'
              ALTER TABLE logs.orders ADD PARTITION FELD days(order_ts)
                                                    ^
            """);
    Ran select = pipeline("sql", "-e", "SELECT * FROM logs.orders", "--json");
    assertThat(select.json().path("error").path("message").asText())
        .startsWith("line 1, column 1: SELECT is not supported yet");
    Ran second =
        pipeline("sql", "-e", "CREATE NAMESPACE other; DROP TABLE logs.nothing; DROP TABLE x.y");
    assertThat(second.code()).isEqualTo(ErrorCode.NOT_FOUND.exitCode());
    assertThat(second.err())
        .startsWith("firn: statement 2 of 3: the table logs.nothing does not exist")
        .endsWith("those before it are done\n");
  }

  @Test
  void rulesThatDontFitAreRefusedInOneLine() {
    create();
    Ran unknown = pipeline("partition", "add", "logs.orders", "days(orderts)");
    assertThat(unknown.code()).isEqualTo(ErrorCode.USAGE.exitCode());
    assertThat(unknown.err()).contains("unknown column 'orderts'").hasLineCount(1);
    Ran daily = pipeline("partition", "add", "logs.orders", "daily(order_ts)");
    assertThat(daily.err()).contains("column 1: unknown transform 'daily'").hasLineCount(1);
    assertThat(catalog("partition", "show", "logs.no").code())
        .isEqualTo(ErrorCode.NOT_FOUND.exitCode());
    Ran warned = pipeline("partition", "add", "logs.orders", "hours(order_ts)");
    assertThat(warned.code()).isZero();
    assertThat(warned.err()).startsWith("firn: warning: 'order_ts_month' and 'order_ts_hour'");
    Ran kept = pipeline("sql", "-e", "ALTER TABLE logs.orders DROP COLUMN order_ts");
    assertThat(kept.err()).contains("the pipeline finds a row's day in it");
  }
}
