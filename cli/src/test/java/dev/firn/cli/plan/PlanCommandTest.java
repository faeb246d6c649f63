package dev.firn.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firn.cli.Main;
import dev.firn.error.ErrorCode;
import dev.firn.io.LocalFileIo;
import dev.firn.migrate.open.CatalogAddress;
import dev.firn.migrate.open.Catalogs;
import dev.firn.migrate.open.OpenedCatalog;
import dev.firn.plan.PlanReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
  private static final String TRINO =
      "s3://starburst-benchmarks-data/iceberg-tpch-sf1000-parquet-part/orders";
  private static final String TRINO_METADATA =
      "00001-2aea44dd-eb63-480d-8d14-1476113fd04a.metadata.json";

  @TempDir private Path folder;

  /** What a command printed, and how it ended. */
  private record Ran(int code, String out, String err) {}

  private static Ran run(List<String> words) {
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

  private Ran catalog(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--catalog", "sqlite:" + folder.resolve("firn.db")));
    return run(all);
  }

  private static JsonNode json(Ran ran) throws IOException {
    assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
    return new ObjectMapper().readTree(ran.out());
  }

  /** Three days of two actions, landed and not compacted, in the table logs.a. */
  private String pipeline() throws IOException {
    Files.createDirectories(folder.resolve("incoming"));
    for (int day = 1; day <= 3; day++) {
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < 10 * day; i++) {
        lines.append(
            String.format(
                java.util.Locale.ROOT,
                "{\"ts\":\"2026-01-0%dT10:00:%02dZ\",\"action\":\"%s\",\"n\":%d}%n",
                day,
                i,
                i % 2 == 0 ? "login" : "buy",
                i));
      }
      Files.writeString(folder.resolve("incoming/" + day + ".json"), lines);
    }
    Path pipeline = folder.resolve("pipeline.yaml");
    Files.writeString(
        pipeline,
        """
        table: logs.a
        source: {folder: incoming, pattern: "{*}.json", settle: 0s}
        catalog: {uri: "sqlite:firn.db"}
        event-time: {column: ts, past: 36500d}
        partition: [days(ts), action]
        storage: {fsync: false}
        schema: {ts: timestamptz required, action: string, n: long}
        """);
    Ran ran = run(List.of("run", pipeline.toString(), "--once", "--quiet"));
    assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
    return pipeline.toString();
  }

  @Test
  void itTellsWhatIsOpenedAndHowManyRowsMatch() throws IOException {
    pipeline();
    String where = "days(ts) = '2026-01-02' and action = 'login' and n >= 10";
    JsonNode told = json(catalog("plan", "logs.a", "--where", where, "--count", "--json"));
    assertThat(told.at("/totals/rows-total").asLong()).isEqualTo(60);
    assertThat(told.at("/totals/rows-opened").asLong()).isEqualTo(20);
    assertThat(told.at("/totals/rows-matching").asLong()).isEqualTo(5);
    Ran text = catalog("plan", "logs.a", "--where", where, "--count");
    assertThat(text.out())
        .contains("where      " + where)
        .contains("20 of 60 opened")
        .contains("5 match (25.0 %)")
        .contains("5 rows match: 4.0 rows opened for each of them")
        .containsPattern("\\[#+[.:]+]");
    assertThat(catalog("plan", "logs.a").out()).contains("60 of 60 rows").contains("all rows");
    assertThat(catalog("plan", "logs.a", "-w", "n > 99", "--count").out())
        .contains("no row matches");
  }

  @Test
  void itTellsOfAnEarlierState() throws IOException {
    String pipeline = pipeline();
    JsonNode now = json(catalog("plan", "logs.a", "--json"));
    String snapshot = now.get("snapshot-id").asText();
    Files.writeString(
        folder.resolve("incoming/4.json"), "{\"ts\":\"2026-01-04T10:00:00Z\",\"n\":1}\n");
    assertThat(run(List.of("run", pipeline, "--once", "--quiet")).code()).isZero();
    assertThat(json(catalog("plan", "logs.a", "--json")).at("/totals/rows-total").asLong())
        .isEqualTo(61);
    for (String state : List.of(snapshot, now.get("snapshot-time").asText())) {
      assertThat(
              json(catalog("plan", "logs.a", "--as-of", state, "--json"))
                  .at("/totals/rows-total")
                  .asLong())
          .as(state)
          .isEqualTo(60);
    }
    assertThat(json(catalog("plan", "logs.a", "--as-of", "main", "--json")).get("snapshot-id"))
        .isNotEqualTo(now.get("snapshot-id"));
    assertThat(catalog("plan", "logs.a", "--as-of", "2001-01-01").err())
        .contains("no snapshot at 2001-01-01");
    Ran unknown = catalog("plan", "logs.a", "--as-of", "yesterday");
    assertThat(unknown.code()).isEqualTo(ErrorCode.NOT_FOUND.exitCode());
    assertThat(unknown.err()).contains("no tag, branch or snapshot is 'yesterday'", "main");
  }

  @Test
  void anErrorPointsAtItsPlace() throws IOException {
    pipeline();
    Ran ran = catalog("plan", "logs.a", "--where", "acton = 'login'");
    assertThat(ran.code()).isEqualTo(ErrorCode.USAGE.exitCode());
    assertThat(ran.err())
        .isEqualToNormalizingNewlines(
            """
            firn: line 1, column 1: unknown column 'acton', did you mean action? The columns are _rescued, action, n, ts
              acton = 'login'
              ^
            """);
  }

  @Test
  void c23_totalsAreThoseOfAnIndependentWalkOfTheManifests() throws IOException {
    Path origin = Path.of("../core/src/test/resources/dev/firn/plan/trino-orders");
    Path copy = Files.createDirectories(folder.resolve("orders/metadata"));
    try (Stream<Path> files = Files.list(origin)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    catalog("sql", "-e", "CREATE NAMESPACE tpch");
    Ran relocated =
        catalog(
            "relocate",
            "tpch.orders",
            "--metadata",
            TRINO + "/metadata/" + TRINO_METADATA,
            "--from",
            TRINO,
            "--to",
            folder.resolve("orders").toString(),
            "--no-check");
    assertThat(relocated.code()).as(relocated.err()).isZero();
    JsonNode all = json(catalog("plan", "tpch.orders", "--json"));
    assertThat(all.at("/totals/files-opened").asLong()).isEqualTo(2_406);
    assertThat(all.at("/totals/rows-opened").asLong()).isEqualTo(1_500_000_000L);
    assertThat(all.at("/totals/bytes-opened").asLong()).isEqualTo(43_236_022_665L);
    assertThat(catalog("plan", "tpch.orders").out())
        .contains("2,406 of 2,406 files, 1,500,000,000 of 1,500,000,000 rows, 40.3 GiB");
    JsonNode year = json(catalog("plan", "tpch.orders", "-w", "year(orderdate) = 1995", "--json"));
    assertSameAsWalk(year, day -> day.getYear() == 1995);
    JsonNode days =
        json(
            catalog(
                "plan",
                "tpch.orders",
                "-w",
                "orderdate NOT BETWEEN '1992-01-03' AND '1998-07-31'",
                "--json"));
    assertSameAsWalk(
        days,
        day -> day.isBefore(LocalDate.of(1992, 1, 3)) || day.isAfter(LocalDate.of(1998, 7, 31)));
  }

  private void assertSameAsWalk(JsonNode told, Predicate<LocalDate> matches) throws IOException {
    long[] opened = new long[3];
    try (OpenedCatalog catalog =
        Catalogs.open(
            CatalogAddress.of("sqlite:" + folder.resolve("firn.db")), new LocalFileIo(false))) {
      Table table = catalog.table(TableIdentifier.of("tpch", "orders"));
      for (ManifestFile manifest : table.currentSnapshot().dataManifests(table.io())) {
        try (ManifestReader<DataFile> reader =
            ManifestFiles.read(manifest, table.io(), table.specs())) {
          for (DataFile file : reader) {
            if (matches.test(LocalDate.ofEpochDay(file.partition().get(0, Integer.class)))) {
              opened[0]++;
              opened[1] += file.recordCount();
              opened[2] += file.fileSizeInBytes();
            }
          }
        }
      }
    }
    assertThat(opened[0]).isBetween(1L, 2_000L);
    assertThat(told.at("/totals/files-opened").asLong()).isEqualTo(opened[0]);
    assertThat(told.at("/totals/rows-opened").asLong()).isEqualTo(opened[1]);
    assertThat(told.at("/totals/bytes-opened").asLong()).isEqualTo(opened[2]);
    assertThat(told.at("/totals/files-total").asLong()).isEqualTo(2_406);
    assertThat(told.at("/plan/specs/0/plan/files/by-partition").asLong())
        .isEqualTo(2_406 - opened[0]);
  }

  @Test
  void thePictureShowsEveryKindThatThereIs() {
    assertThat(PlanText.bar(new PlanReport.Files(1, 0, 0, 0))).isEqualTo("#".repeat(50));
    assertThat(PlanText.bar(new PlanReport.Files(1, 1, 1, 1_000_000)))
        .hasSize(50)
        .startsWith("#-")
        .endsWith(":.");
    assertThat(PlanText.bar(new PlanReport.Files(25, 25, 0, 0))).hasSize(50).startsWith("######");
    assertThat(PlanText.bar(new PlanReport.Files(0, 0, 0, 0))).isEqualTo(" ".repeat(50));
    for (int i = 1; i < 200; i++) {
      assertThat(PlanText.bar(new PlanReport.Files(i, 3L * i, i / 2, 1))).hasSize(50);
    }
  }
}
