package dev.firn.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.VersionParser;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.BoundaryOrder;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statistics and page indexes as parquet-java, with its checks on, and DuckDB use them. */
class PageIndexTest {
  private static final int ROWS = 60_000;
  private static final int PARTITIONS = 3_000;
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "action", Types.StringType.get()),
          Types.NestedField.optional(2, "number", Types.LongType.get()),
          Types.NestedField.optional(3, "small", Types.IntegerType.get()),
          Types.NestedField.optional(4, "real", Types.DoubleType.get()),
          Types.NestedField.optional(5, "empty", Types.StringType.get()),
          Types.NestedField.optional(6, "long", Types.StringType.get()));

  @TempDir Path folder;
  private Path file;

  /** Rows come in mixed and are clustered by action as they are written. */
  @BeforeEach
  void writeClusteredRows() {
    file = folder.resolve("clustered.parquet");
    Batch batch = new Batch(SCHEMA);
    for (int i = 0; i < ROWS; i++) {
      append(batch, i % PARTITIONS, i);
    }
    int[] rows = new int[ROWS];
    int at = 0;
    for (int partition = 0; partition < PARTITIONS; partition++) {
      for (int i = partition; i < ROWS; i += PARTITIONS) {
        rows[at++] = i;
      }
    }
    try (ParquetFileWriter writer =
        ParquetFileWriter.create(
            org.apache.iceberg.Files.localOutput(file.toFile()),
            SCHEMA,
            ParquetWriterOptions.DEFAULT.withPages(1 << 20, 5_000).withDeltaIntegers(true))) {
      writer.write(batch, rows, 0, ROWS / 2);
      writer.endRowGroup();
      writer.write(batch, rows, ROWS / 2, ROWS);
      writer.finish();
    }
  }

  private static void append(Batch batch, int partition, int i) {
    ((BytesColumn) batch.column(0)).append("action-" + (10_000 + partition));
    ((LongColumn) batch.column(1)).append(partition * 1_000_000_000L + i);
    if (i % 3 == 0) {
      ((IntColumn) batch.column(2)).append(i % 7);
    }
    ((DoubleColumn) batch.column(3)).append(i == 17 ? Double.NaN : partition - 0.5);
    ((BytesColumn) batch.column(5)).append("x".repeat(100 + partition % 100) + partition);
    batch.endRow();
  }

  private org.apache.parquet.hadoop.ParquetFileReader open(@Nullable FilterPredicate filter)
      throws IOException {
    ParquetReadOptions.Builder options =
        HadoopReadOptions.builder(new Configuration(false))
            .usePageChecksumVerification(true)
            .useColumnIndexFilter(true);
    if (filter != null) {
      options.withRecordFilter(FilterCompat.get(filter));
    }
    return org.apache.parquet.hadoop.ParquetFileReader.open(
        new LocalInputFile(file), options.build());
  }

  @Test
  void aFilterOnTheClusterColumnReadsOnePageOfOneRowGroup() throws IOException {
    FilterPredicate filter =
        FilterApi.eq(FilterApi.binaryColumn("action"), Binary.fromString("action-10007"));
    assertThat(filteredRows(filter)).isEqualTo(5_000);
    assertThat(
            filteredRows(
                FilterApi.and(
                    FilterApi.gtEq(FilterApi.longColumn("number"), 1_600L * 1_000_000_000L),
                    FilterApi.lt(FilterApi.longColumn("number"), 1_601L * 1_000_000_000L))))
        .isEqualTo(5_000);
    assertThat(filteredRows(FilterApi.eq(FilterApi.intColumn("small"), 99))).isZero();
    assertThat(filteredRows(FilterApi.notEq(FilterApi.binaryColumn("empty"), null))).isZero();
    assertThat(filteredRows(FilterApi.eq(FilterApi.binaryColumn("empty"), null))).isEqualTo(ROWS);
  }

  private long filteredRows(FilterPredicate filter) throws IOException {
    long rows = 0;
    try (org.apache.parquet.hadoop.ParquetFileReader reader = open(filter)) {
      PageReadStore pages;
      while ((pages = reader.readNextFilteredRowGroup()) != null) {
        rows += pages.getRowCount();
      }
    }
    return rows;
  }

  @Test
  void indexesHoldOrderedBoundsAndExactNullCounts() throws IOException {
    try (org.apache.parquet.hadoop.ParquetFileReader reader = open(null)) {
      long nulls = 0;
      for (BlockMetaData block : reader.getRowGroups()) {
        ColumnIndex action = reader.readColumnIndex(block.getColumns().get(0));
        assertThat(action.getBoundaryOrder()).isEqualTo(BoundaryOrder.ASCENDING);
        assertThat(action.getMinValues()).hasSize(6);
        ColumnIndex small = reader.readColumnIndex(block.getColumns().get(2));
        for (long count : small.getNullCounts()) {
          nulls += count;
        }
        assertThat(reader.readColumnIndex(block.getColumns().get(4)).getNullPages())
            .containsOnly(true);
        for (ColumnChunkMetaData column : block.getColumns()) {
          assertThat(reader.readOffsetIndex(column).getPageCount()).isGreaterThanOrEqualTo(6);
        }
      }
      assertThat(nulls).isEqualTo(ROWS - ROWS / 3);
      assertThat(reader.readColumnIndex(reader.getRowGroups().get(0).getColumns().get(3)))
          .as("a chunk with a NaN")
          .isNull();
      assertThat(reader.readColumnIndex(reader.getRowGroups().get(1).getColumns().get(3)))
          .isNotNull();
    }
  }

  @Test
  void theFooterNamesItsWriterAndSchemaInTheFormsThatReadersParse() throws Exception {
    try (org.apache.parquet.hadoop.ParquetFileReader reader = open(null)) {
      VersionParser.ParsedVersion version =
          VersionParser.parse(reader.getFileMetaData().getCreatedBy());
      assertThat(version.application).isEqualTo("firn");
      assertThat(version.hasSemanticVersion()).isTrue();
      assertThat(reader.getFileMetaData().getKeyValueMetaData()).containsKey("iceberg.schema");
    }
  }

  @Test
  void everyPageHasACrcThatParquetJavaChecks() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[4 + 200] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(
            () -> {
              try (org.apache.parquet.hadoop.ParquetFileReader reader = open(null)) {
                reader
                    .readNextRowGroup()
                    .getPageReader(reader.getFileMetaData().getSchema().getColumns().get(0))
                    .readDictionaryPage();
              }
            })
        .hasMessageContaining("CRC");
  }

  @Test
  void duckDbCountsTheSameWithAndWithoutPruning() throws SQLException {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      statement.execute("SET threads=1");
      assertThat(number(statement, "count(*)", "action = 'action-10007'")).isEqualTo(20);
      assertThat(number(statement, "count(*)", "action >= 'action-12999'")).isEqualTo(20);
      assertThat(number(statement, "count(*)", "real > 2998")).isEqualTo(21);
      assertThat(number(statement, "count(*)", "real < 0")).isEqualTo(20);
      assertThat(number(statement, "count(*)", "small IS NULL")).isEqualTo(ROWS - ROWS / 3);
      assertThat(number(statement, "count(*)", "long = '" + "x".repeat(199) + "2999'"))
          .isEqualTo(20);
      assertThat(number(statement, "sum(number % 1000000000)", "true"))
          .isEqualTo(ROWS * (ROWS - 1L) / 2);
      try (ResultSet result =
          statement.executeQuery(
              "SELECT count(*), min(num_values), max(row_group_num_rows),"
                  + " count(*) FILTER (stats_null_count IS NULL) FROM parquet_metadata('"
                  + file
                  + "')")) {
        result.next();
        assertThat(result.getLong(1)).isEqualTo(2 * 6);
        assertThat(result.getLong(2)).isEqualTo(ROWS / 2);
        assertThat(result.getLong(3)).isEqualTo(ROWS / 2);
        assertThat(result.getLong(4)).isZero();
      }
    }
  }

  private long number(Statement statement, String value, String where) throws SQLException {
    try (ResultSet result =
        statement.executeQuery(
            "SELECT " + value + " FROM read_parquet('" + file + "') WHERE " + where)) {
      result.next();
      return result.getLong(1);
    }
  }

  @Test
  void rowGroupsTellTheirBounds() {
    try (ParquetFileReader reader =
        ParquetFileReader.open(org.apache.iceberg.Files.localInput(file.toFile()), SCHEMA)) {
      assertThat(reader.rowGroupCount()).isEqualTo(2);
      RowGroup first = reader.rowGroup(0);
      assertThat(first.rowCount()).isEqualTo(ROWS / 2);
      assertThat(first.sizeBytes()).isPositive();
      assertThat(bound(first.lowerBounds(), 1, Types.StringType.get())).isEqualTo("action-10000");
      assertThat(bound(first.upperBounds(), 1, Types.StringType.get())).isEqualTo("action-11499");
      assertThat(bound(reader.rowGroup(1).lowerBounds(), 2, Types.LongType.get()))
          .isEqualTo(1_500L * 1_000_000_000L + 1_500);
      assertThat(first.lowerBounds()).doesNotContainKeys(4, 5);
      assertThat(first.nullCounts()).containsEntry(5, ROWS / 2L);
      assertThat(first.valueCounts()).containsEntry(5, ROWS / 2L);
    }
  }

  private static Object bound(Map<Integer, ByteBuffer> bounds, int id, Type type) {
    Object value = Conversions.fromByteBuffer(type, Objects.requireNonNull(bounds.get(id)));
    return value instanceof CharSequence ? value.toString() : value;
  }
}
