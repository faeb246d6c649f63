package dev.firn.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.audit.AuditTotals;
import dev.firn.audit.FileVerdict;
import dev.firn.audit.FirnParquetRows;
import dev.firn.audit.PartitionAudit;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import dev.firn.io.Spool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetTableRowsTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "now_called", Types.LongType.get()),
          Types.NestedField.optional(
              2,
              "outer",
              Types.StructType.of(
                  Types.NestedField.optional(3, "ts", Types.TimestampType.withZone()),
                  Types.NestedField.required(4, "s", Types.StringType.get()))));
  private static final PartitionSpec SPEC =
      PartitionSpec.builderFor(SCHEMA)
          .bucket("now_called", 4)
          .day("outer.ts")
          .truncate("outer.s", 2)
          .build();

  @TempDir private Path folder;

  /** Two rows of 2021-03-05 that DuckDB writes, under names that the table had before. */
  private void write(Path file, String options) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone='UTC'");
      statement.execute(
          "COPY (SELECT 34::int AS id, {'t': ('2021-03-05 1' || i || ':00:00+00')::timestamptz,"
              + " 's': 'abc' || i} AS o FROM range(2) t(i)) TO '"
              + file
              + "' (FORMAT parquet, FIELD_IDS {id: 1, o: {__duckdb_field_id: 2, t: 3, s: 4}}, "
              + options
              + ")");
    }
  }

  private static DataFile data(Path file, Object... partition) throws IOException {
    PartitionData recorded = new PartitionData(SPEC.partitionType());
    for (int i = 0; i < partition.length; i++) {
      recorded.set(i, partition[i]);
    }
    return DataFiles.builder(SPEC)
        .withPath(Locations.of(file))
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(Files.size(file))
        .withRecordCount(2)
        .withPartition(recorded)
        .build();
  }

  @Test
  void filesOfAnyCodecAreReadByFieldIdUnderTheirOldNames() throws Exception {
    Path gzip = folder.resolve("gzip.parquet");
    Path snappy = folder.resolve("snappy.parquet");
    Path broken = folder.resolve("broken.parquet");
    write(gzip, "CODEC 'gzip'");
    write(snappy, "CODEC 'snappy', PARQUET_VERSION v2");
    Files.write(broken, new byte[40]);
    LocalFileIo io = new LocalFileIo(false);
    try (InMemoryCatalog catalog = new InMemoryCatalog()) {
      catalog.initialize("test", Map.of());
      catalog.createNamespace(Namespace.of("db"));
      Table table =
          catalog.createTable(
              TableIdentifier.of("db", "formats" + folder.getFileName()), SCHEMA, SPEC);
      table
          .newAppend()
          .appendFile(data(gzip, 3, 18691, "ab"))
          .appendFile(data(snappy, 3, 18692, "ab"))
          .appendFile(data(broken, 3, 18691, "ab"))
          .commit();
      List<String> found = new ArrayList<>();
      PartitionAudit audit =
          new PartitionAudit(
              ((BaseTable) table).operations().current(),
              new Both(io, table.io()),
              List.of(
                  new FirnParquetRows(),
                  new ParquetTableRows(new Spool(folder.resolve("spool"), 1 << 10, 1 << 20))));
      AuditTotals totals = audit.checkAll(verdict -> found.add(line(verdict)));
      assertThat(found)
          .containsExactlyInAnyOrder(
              "gzip RIGHT right",
              "snappy WRONG row 0 has outer.ts_day=2021-03-05, recorded is"
                  + " outer.ts_day=2021-03-06",
              "broken UNCHECKED not Parquet");
      assertThat(totals.wrongRows()).isEqualTo(2);
      assertThat(totals.rows()).isEqualTo(4);
    }
  }

  private static String line(FileVerdict verdict) {
    String name = verdict.location().replaceAll(".*/|[.]parquet", "");
    Optional<String> detail =
        verdict.detail().map(text -> text.contains("PAR1") ? "not Parquet" : text);
    return name + " " + verdict.outcome() + " " + detail.orElse("right");
  }

  /** Manifests are in memory, data files are on disk. */
  private record Both(LocalFileIo disk, org.apache.iceberg.io.FileIO memory)
      implements org.apache.iceberg.io.FileIO {
    @Override
    public org.apache.iceberg.io.InputFile newInputFile(String path) {
      return path.startsWith("file:") ? disk.newInputFile(path) : memory.newInputFile(path);
    }

    @Override
    public org.apache.iceberg.io.OutputFile newOutputFile(String path) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void deleteFile(String path) {
      throw new UnsupportedOperationException();
    }
  }
}
