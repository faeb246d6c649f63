package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.io.LocalFileIo;
import dev.firn.migrate.open.CatalogAddress;
import dev.firn.migrate.open.Catalogs;
import dev.firn.migrate.open.OpenedCatalog;
import dev.firn.plan.FirnScans;
import dev.firn.plan.Planner;
import dev.firn.plan.explain.AsOf;
import dev.firn.plan.explain.Explainer;
import dev.firn.plan.explain.Explanation;
import dev.firn.plan.manifest.ManifestCache;
import dev.firn.table.where.WhereParser;
import dev.firn.testkit.engine.EngineProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of {@code examples/partition-evolution}, and the same files from every engine. */
class PartitionEvolutionTest {
  private static final Duration LAB_MAX = Duration.ofMinutes(5);

  private final Path root = Path.of(System.getProperty("firn.root"));

  @TempDir private Path folder;

  /**
   * A filter for each of the programs.
   *
   * @param where SQL of Spark
   * @param rowFilter pyiceberg's
   * @param rows how many rows match
   * @param files how many files are opened
   */
  private record Filter(
      String table, Expression iceberg, String where, String rowFilter, int rows, int files) {
    static Filter days(LocalDate from, LocalDate until, int rows, int files) {
      return new Filter(
          "shop.orders",
          Expressions.and(
              Expressions.greaterThanOrEqual("order_ts", micros(from)),
              Expressions.lessThan("order_ts", micros(until))),
          "order_ts >= timestamp '" + from + "' and order_ts < timestamp '" + until + "'",
          "order_ts >= '" + from + "T00:00:00+00:00' and order_ts < '" + until + "T00:00:00+00:00'",
          rows,
          files);
    }

    private static long micros(LocalDate day) {
      return day.atStartOfDay(ZoneOffset.UTC).toEpochSecond() * 1_000_000;
    }
  }

  private static final Map<String, Filter> FILTERS =
      Map.of(
          "a day of March",
          Filter.days(LocalDate.of(2021, 3, 15), LocalDate.of(2021, 3, 16), 100, 1),
          "a day of April",
          Filter.days(LocalDate.of(2021, 4, 15), LocalDate.of(2021, 4, 16), 100, 1),
          "days of both months",
          Filter.days(LocalDate.of(2021, 3, 30), LocalDate.of(2021, 4, 4), 500, 4),
          "a customer",
          new Filter(
              "shop.customers",
              Expressions.equal("customer_id", 34L),
              "customer_id = 34",
              "customer_id = 34",
              1,
              1),
          "all customers",
          new Filter(
              "shop.customers", Expressions.alwaysTrue(), "true", "customer_id >= 0", 1_000, 4));

  private static List<String> planned(TableScan scan, Expression filter) throws IOException {
    List<String> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = scan.filter(filter).planFiles()) {
      tasks.forEach(task -> files.add(task.file().location()));
    }
    files.sort(null);
    return files;
  }

  @Test
  void everyEngineOpensTheSameFiles() throws IOException, InterruptedException {
    Path work = Files.createDirectories(root.resolve("interop/target/evolution-work"));
    Engines engines = new Engines(root, work, folder);
    engines.prepare();
    Path lab = folder.resolve("lab");
    EngineProcess.run(
        List.of(
            "env",
            "FIRN_CLASSPATH=" + System.getProperty("java.class.path"),
            "JAVA_HOME=" + System.getProperty("java.home"),
            root.resolve("examples/partition-evolution/run").toString(),
            lab.toString()),
        work.resolve("lab.log"),
        LAB_MAX);
    Path database = lab.resolve("firn.db");

    Map<String, String> sql = new LinkedHashMap<>();
    List<String> questions = new ArrayList<>();
    FILTERS.forEach(
        (name, filter) -> {
          sql.put(
              name,
              "SELECT _file, count(*) FROM firn."
                  + filter.table()
                  + " WHERE "
                  + filter.where()
                  + " GROUP BY _file");
          questions.add(name + "\t" + filter.table() + "\t" + filter.rowFilter());
        });
    Map<String, List<String>> spark = engines.spark(database, lab.resolve("warehouse"), sql);
    Path asked = Files.write(work.resolve("plan-questions.txt"), questions);
    Path answers = work.resolve("plan-answers.txt");
    engines.python(
        engines.script("plan_files.py"), database.toString(), asked.toString(), answers.toString());
    List<String> python = Files.readAllLines(answers);

    try (OpenedCatalog catalog =
        Catalogs.open(CatalogAddress.of("sqlite:" + database), new LocalFileIo(false))) {
      FirnScans firn = new FirnScans();
      for (Map.Entry<String, Filter> entry : FILTERS.entrySet()) {
        Filter filter = entry.getValue();
        Table table = catalog.table(TableIdentifier.parse(filter.table()));
        List<String> files = planned(table.newScan(), filter.iceberg());
        assertThat(files).as(entry.getKey()).hasSize(filter.files());
        assertThat(planned(firn.newScan(table), filter.iceberg()))
            .as("Firn, %s", entry.getKey())
            .isEqualTo(files);
        Expression where = WhereParser.parse(filter.where(), table.schema());
        assertThat(planned(firn.newScan(table), where))
            .as("Firn, %s", filter.where())
            .isEqualTo(files);
        Explanation explained =
            new Explainer(new Planner(new ManifestCache(1 << 20)), table)
                .explain(AsOf.now(table), where, true);
        assertThat(explained.filesOpened()).isEqualTo(filter.files());
        assertThat(explained.counted().orElseThrow().matching()).isEqualTo(filter.rows());
        // Spark tells where the matching rows are; each file that is opened here has some.
        assertThat(spark.get(entry.getKey()))
            .as("Spark, %s", entry.getKey())
            .extracting(line -> line.split("\t")[0])
            .containsExactlyElementsOf(files);
        assertThat(
                spark.get(entry.getKey()).stream()
                    .mapToInt(line -> Integer.parseInt(line.split("\t")[1]))
                    .sum())
            .isEqualTo(filter.rows());
        assertThat(python)
            .as("pyiceberg, %s", entry.getKey())
            .filteredOn(line -> line.startsWith(entry.getKey() + "\t"))
            .containsExactlyElementsOf(
                files.stream()
                    .map(file -> entry.getKey() + "\t" + file + "\t" + filter.rows())
                    .toList());
      }
    }
  }
}
