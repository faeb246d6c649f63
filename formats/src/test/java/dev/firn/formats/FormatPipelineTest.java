package dev.firn.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.Progress;
import dev.firn.pipeline.SchemaSample;
import dev.firn.pipeline.TableSetup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a folder of files of each format into a table, read back with Iceberg's reader. */
class FormatPipelineTest {
  private static final int ROWS = 1000;

  @TempDir private Path folder;

  private void pipeline(String format, String more) throws IOException {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        table: logs.t
        source.folder: in
        source.settle: 0s
        event-time.past: 20000d
        storage.fsync: false
        memory: 16MiB
        workers: 2
        format: %s
        """
                .formatted(format)
            + more);
  }

  private PipelineConfig config() {
    return PipelineConfig.load(folder.resolve("pipeline.yaml"));
  }

  /** As {@code firn run --once} does. */
  private Progress run() throws InterruptedException {
    PipelineConfig config = config();
    if (config.structured("schema").isEmpty()) {
      SchemaSample.writeInto(config, SchemaSample.find(config, true));
    }
    try (OpenedTable table = TableSetup.openOrCreate(config(), Environment.system())) {
      Pipeline pipeline = new Pipeline(table, Environment.system(), true);
      pipeline.run();
      return pipeline.progress();
    }
  }

  private List<String> rows(List<String> columns) throws IOException {
    List<String> texts = new ArrayList<>();
    try (OpenedTable opened = OpenedTable.open(config(), Environment.system())) {
      Table table = opened.catalog().loadTable(TableIdentifier.of("logs", "t"));
      try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
        for (Record row : rows) {
          texts.add(String.join("|", columns.stream().map(c -> text(row.getField(c))).toList()));
        }
      }
    }
    texts.sort(null);
    return texts;
  }

  private static String text(Object value) {
    return value instanceof OffsetDateTime time
        ? time.toInstant().toString()
        : String.valueOf(value);
  }

  private static List<String> expected() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(time(i) + "|" + action(i) + "|" + i + "|" + i * 0.5);
    }
    rows.sort(null);
    return rows;
  }

  private static String time(int i) {
    return java.time.Instant.ofEpochSecond(1_622_282_400L + i * 60L).toString();
  }

  private static String action(int i) {
    return i % 7 == 0 ? "null" : "action " + i % 5;
  }

  private static String csv(int from, int to) {
    StringBuilder text = new StringBuilder("id,ts,action,x\r\n");
    for (int i = from; i < to; i++) {
      text.append(i).append(',').append(time(i)).append(',');
      text.append(i % 7 == 0 ? "" : "\"" + action(i) + "\"").append(',').append(i * 0.5);
      text.append("\r\n");
    }
    return text.toString();
  }

  private static final List<String> COLUMNS = List.of("ts", "action", "id", "x");

  @Test
  void csvFilesLandInATableMadeForThem() throws Exception {
    pipeline("csv", "");
    Files.writeString(folder.resolve("in/a.csv"), csv(0, 400));
    String bad = csv(400, ROWS) + "1,2021-05-29T12:00:00Z,\"a\",x\r\n5,6\r\n";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(bad.getBytes(StandardCharsets.UTF_8));
    }
    Files.write(folder.resolve("in/b.csv.gz"), bytes.toByteArray());
    Files.writeString(folder.resolve("in/c.csv"), "id,id\n1,2\n");
    Progress done = run();
    assertThat(done.rowsWritten()).isEqualTo(ROWS);
    assertThat(done.rowsRejected()).isEqualTo(2);
    assertThat(done.filesRejected()).isEqualTo(1);
    assertThat(rows(COLUMNS)).isEqualTo(expected());
    assertThat(Files.readString(folder.resolve("pipeline.yaml")))
        .contains("event-time.column: ts", "ts: timestamptz", "id: long", "x: double");
    assertThat(run().filesCommitted()).isZero();
  }

  @Test
  void avroFilesLandInATableMadeForThem() throws Exception {
    pipeline("avro", "");
    avro("a.avro", 0, 300);
    avro("b.avro", 300, ROWS);
    byte[] cut = Files.readAllBytes(folder.resolve("in/a.avro"));
    Files.write(folder.resolve("in/c.avro"), java.util.Arrays.copyOf(cut, cut.length - 5));
    Progress done = run();
    assertThat(done.rowsWritten()).isEqualTo(ROWS);
    assertThat(done.filesRejected()).isEqualTo(1);
    assertThat(rows(COLUMNS)).isEqualTo(expected());
  }

  private void avro(String name, int from, int to) throws IOException {
    Schema time = LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG));
    Schema schema =
        SchemaBuilder.record("log")
            .fields()
            .requiredLong("id")
            .name("ts")
            .type(time)
            .noDefault()
            .optionalString("action")
            .requiredDouble("x")
            .endRecord();
    try (DataFileWriter<Object> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
      writer.create(schema, folder.resolve("in").resolve(name).toFile());
      for (int i = from; i < to; i++) {
        GenericData.Record record = new GenericData.Record(schema);
        record.put("id", (long) i);
        record.put("ts", 1_622_282_400_000L + i * 60_000L);
        record.put("action", i % 7 == 0 ? null : action(i));
        record.put("x", i * 0.5);
        writer.append(record);
      }
    }
  }

  @Test
  void parquetFilesLandInATableMadeForThem() throws Exception {
    pipeline("parquet", "spool.folder: spooled\n");
    parquet("a.parquet", 0, 300, "snappy");
    parquet("b.parquet", 300, ROWS, "zstd");
    byte[] cut = Files.readAllBytes(folder.resolve("in/a.parquet"));
    Files.write(folder.resolve("in/c.parquet"), java.util.Arrays.copyOf(cut, cut.length - 5));
    Progress done = run();
    assertThat(done.rowsWritten()).isEqualTo(ROWS);
    assertThat(done.filesRejected()).isEqualTo(1);
    assertThat(rows(COLUMNS)).isEqualTo(expected());
  }

  private void parquet(String name, int from, int to, String codec) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone='UTC'");
      statement.execute(
          "COPY (SELECT i AS id, TIMESTAMPTZ '2021-05-29 10:00:00Z' + INTERVAL (i) MINUTE AS ts,"
              + " CASE WHEN i % 7 = 0 THEN NULL ELSE 'action ' || (i % 5) END AS action,"
              + " (i * 0.5)::DOUBLE AS x FROM range("
              + from
              + ", "
              + to
              + ") r(i)) TO '"
              + folder.resolve("in").resolve(name)
              + "' (FORMAT parquet, CODEC '"
              + codec
              + "')");
    }
  }

  @Test
  void stepsRunBehindEveryFormat() throws Exception {
    String steps =
        """
        schema: {when: timestamptz, id: long required, action: string}
        event-time.column: when
        transform:
          - rename: {ts: when}
          - where: id < 10
        """;
    for (String format : List.of("csv", "avro", "parquet")) {
      Path before = folder;
      folder = Files.createDirectories(before.resolve(format));
      pipeline(format, steps);
      switch (format) {
        case "csv" -> Files.writeString(folder.resolve("in/a.csv"), csv(0, 20));
        case "avro" -> avro("a.avro", 0, 20);
        default -> parquet("a.parquet", 0, 20, "gzip");
      }
      Progress done = run();
      assertThat(done.rowsWritten()).as(format).isEqualTo(10);
      assertThat(rows(List.of("when", "id", "action")))
          .as(format)
          .contains(time(3) + "|3|action 3", time(7) + "|7|null");
      folder = before;
    }
  }

  @Test
  void numbersAreTimesByDeclarationAndLocalTimesOfAZone() throws Exception {
    pipeline(
        "csv",
        """
        schema: {e: timestamptz, local: timestamptz}
        source.timestamps: {e: epoch-s}
        source.zone: Europe/Berlin
        csv.delimiter: ";"
        csv.quote: "'"
        csv.max-row: 2KiB
        spool.max-file: 1GiB
        csv.null: "-"
        """);
    Files.writeString(folder.resolve("in/a.csv"), "e;local\n1622282400;'2021-05-29 12:00'\n-;-\n");
    assertThat(run().rowsWritten()).isEqualTo(2);
    assertThat(rows(List.of("e", "local")))
        .containsExactly("2021-05-29T10:00:00Z|2021-05-29T10:00:00Z", "null|null");
  }

  @Test
  void settingsThatDoNotFitAreRefusedBeforeAnyFile() throws Exception {
    pipeline("csv", "schema: {a: int}\ncsv.delimiter: e\n");
    assertThatThrownBy(this::run).hasMessageContaining("'csv.delimiter' is not allowed");
    pipeline("csv", "schema: {a: list<int> required}\n");
    assertThatThrownBy(() -> TableSetup.validate(config()))
        .hasMessageContaining("can't be read from CSV");
    pipeline("orc", "schema: {a: int}\n");
    assertThatThrownBy(this::run).hasMessageContaining("expected one of: json, csv, avro, parquet");
  }
}
