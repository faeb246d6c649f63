package dev.firn.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.plan.manifest.ManifestCache;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Files;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class PlanReportTest {
  private static final Schema DAYS =
      new Schema(Types.NestedField.optional(1, "d", Types.DateType.get()));

  @Test
  void c23_deletedEntriesAreInNoCount() {
    CaseTable table = new CaseTable(2, DAYS, PartitionSpec.builderFor(DAYS).identity("d").build());
    table.append(table.dataFile("a1", false, row(1)), table.dataFile("a2", false, row(1)));
    table.append(
        table.dataFile("b1", false, row(2)),
        table.dataFile("b2", false, row(2)),
        table.dataFile("b3", false, row(2)));
    table.table().newDelete().deleteFile("memory:/b3").commit();
    table.file("c1", 9);
    Expression filter = Expressions.equal("d", 2);
    PlanReport report = table.planner().explain(table.input(filter));
    assertThat(report.manifestsRead() + report.manifestsSkipped()).isEqualTo(3);
    assertThat(report.manifestsRead()).isEqualTo(1);
    assertThat(report.filesOpened()).isEqualTo(2);
    assertThat(report.rowsOpened()).isEqualTo(2);
    assertThat(report.bytesOpened()).isEqualTo(2_000);
    PlanReport.Files files = report.specs().get(0).files();
    assertThat(files.byPartition() + files.byBounds()).isZero();
    assertThat(files.bySummary()).isEqualTo(3);
    assertThat(files.total()).isEqualTo(5);
    assertThat(report.specs().get(0).fields()).isEqualTo("d");
    assertThat(report.rowsTotal()).isEqualTo(5);
  }

  private static Object[] row(int day) {
    return new Object[] {day};
  }

  @Test
  void c23_totalsOfATrinoTableAreThoseOfItsManifest() throws Exception {
    Path folder =
        Path.of(PlanReportTest.class.getResource("/dev/firn/plan/trino-orders/ORIGIN.md").toURI())
            .getParent();
    Table table =
        new BaseTable(
            new StaticTableOperations(
                "00001-2aea44dd-eb63-480d-8d14-1476113fd04a.metadata.json", new Folder(folder)),
            "orders");
    Planner planner = new Planner(new ManifestCache(8 << 20));
    PlanInput.Source source = PlanInput.Source.of(table, table.currentSnapshot());
    PlanReport report = planner.explain(PlanInput.of(source, Expressions.alwaysTrue()));
    assertThat(report.filesOpened()).isEqualTo(2_406);
    assertThat(report.rowsOpened()).isEqualTo(1_500_000_000L);
    assertThat(report.bytesOpened()).isEqualTo(43_236_022_665L);

    Expression year = Expressions.equal(Expressions.year("orderdate"), 1995 - 1970);
    PlanReport one = planner.explain(PlanInput.of(source, year));
    long[] walked = walk(table, table.currentSnapshot().dataManifests(table.io()).get(0), 1995);
    assertThat(one.filesOpened()).isEqualTo(walked[0]).isEqualTo(365);
    assertThat(one.rowsOpened()).isEqualTo(walked[1]);
    assertThat(one.bytesOpened()).isEqualTo(walked[2]);
    assertThat(one.filesTotal()).isEqualTo(2_406);
    assertThat(one.rowsTotal()).isEqualTo(1_500_000_000L);
    assertThat(one.specs().get(0).files().byPartition()).isEqualTo(2_406 - 365);
    assertThat(one.guards()).contains(PlanGuard.RANGE_FOR_TRANSFORM);
  }

  private static long[] walk(Table table, ManifestFile manifest, int year) throws IOException {
    long[] sums = new long[3];
    try (ManifestReader<DataFile> reader =
        ManifestFiles.read(manifest, table.io(), table.specs())) {
      for (DataFile file : reader) {
        int day = file.partition().get(0, Integer.class);
        if (java.time.LocalDate.ofEpochDay(day).getYear() == year) {
          sums[0]++;
          sums[1] += file.recordCount();
          sums[2] += file.fileSizeInBytes();
        }
      }
    }
    return sums;
  }

  /** Finds every location by its last part in one folder. */
  private record Folder(Path path) implements FileIO {
    @Override
    public InputFile newInputFile(String location) {
      String name = location.substring(location.lastIndexOf('/') + 1);
      return Files.localInput(path.resolve(name).toFile());
    }

    @Override
    public OutputFile newOutputFile(String location) {
      throw new UnsupportedOperationException("read only");
    }

    @Override
    public void deleteFile(String location) {
      throw new UnsupportedOperationException("read only");
    }

    @Override
    public Map<String, String> properties() {
      return Map.of();
    }
  }
}
