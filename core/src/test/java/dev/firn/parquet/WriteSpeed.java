package dev.firn.parquet;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.batch.StructColumn;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;

/**
 * Measures rows per CPU second of one thread: log rows of 12 columns, in batches as a decoder makes
 * them, into one file. Not a test; run by hand with {@code [rows] [repetitions] [folder]}.
 */
public final class WriteSpeed {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "ts", Types.TimestampType.withZone()),
          Types.NestedField.required(2, "action", Types.StringType.get()),
          Types.NestedField.optional(3, "user_id", Types.LongType.get()),
          Types.NestedField.optional(4, "session", Types.StringType.get()),
          Types.NestedField.optional(5, "path", Types.StringType.get()),
          Types.NestedField.optional(6, "status", Types.IntegerType.get()),
          Types.NestedField.optional(7, "bytes", Types.IntegerType.get()),
          Types.NestedField.optional(8, "latency", Types.DoubleType.get()),
          Types.NestedField.optional(9, "ip", Types.StringType.get()),
          Types.NestedField.optional(10, "agent", Types.StringType.get()),
          Types.NestedField.optional(11, "message", Types.StringType.get()),
          Types.NestedField.optional(
              12,
              "client",
              Types.StructType.of(
                  Types.NestedField.optional(13, "os", Types.StringType.get()),
                  Types.NestedField.optional(14, "version", Types.StringType.get()))));

  private static final int BATCH_ROWS = 100_000;

  private WriteSpeed() {}

  /** See the class. */
  public static void main(String[] arguments) throws IOException {
    int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2_000_000;
    int repetitions = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    Path folder = arguments.length > 2 ? Path.of(arguments[2]) : Files.createTempDirectory("speed");
    List<Batch> batches = batches(rows);
    List<ParquetWriterOptions> options =
        List.of(
            ParquetWriterOptions.DEFAULT,
            ParquetWriterOptions.DEFAULT.withDeltaIntegers(true),
            ParquetWriterOptions.DEFAULT.withCodec(Codec.ZSTD, 3),
            ParquetWriterOptions.DEFAULT.withCodec(Codec.NONE, 0));
    for (int i = 0; i < repetitions; i++) {
      for (int o = 0; o < options.size(); o++) {
        Path file = folder.resolve("speed" + o + ".parquet");
        Files.deleteIfExists(file);
        long start = cpuNanos();
        WrittenParquet written = write(batches, file, options.get(o));
        double seconds = (cpuNanos() - start) / 1e9;
        report("firn " + name(options.get(o)), rows, seconds, written.sizeBytes());
      }
      read(folder.resolve("speed0.parquet"), rows);
      iceberg(batches, folder.resolve("speedi.parquet"));
    }
  }

  private static void read(Path file, int rows) {
    long start = cpuNanos();
    Batch batch = new Batch(SCHEMA);
    try (ParquetFileReader reader =
        ParquetFileReader.open(org.apache.iceberg.Files.localInput(file.toFile()), SCHEMA)) {
      for (int i = 0; i < reader.rowGroupCount(); i++) {
        batch.clear();
        reader.read(i, batch);
      }
    }
    report("firn read", rows, (cpuNanos() - start) / 1e9, file.toFile().length());
  }

  private static String name(ParquetWriterOptions options) {
    return options.codec() + " " + options.level() + (options.deltaIntegers() ? " delta" : "");
  }

  private static void report(String what, int rows, double seconds, long bytes) {
    System.out.printf(
        Locale.ROOT,
        "%-24s %6.3f CPU s  %5.2f M rows/CPU s  %,d bytes%n",
        what,
        seconds,
        rows / seconds / 1e6,
        bytes);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static WrittenParquet write(
      List<Batch> batches, Path file, ParquetWriterOptions options) {
    try (ParquetFileWriter writer =
        ParquetFileWriter.create(
            org.apache.iceberg.Files.localOutput(file.toFile()), SCHEMA, options)) {
      for (Batch batch : batches) {
        writer.write(batch);
      }
      return writer.finish();
    }
  }

  /** Iceberg's generic writer on a quarter of the rows, records made beforehand. */
  private static void iceberg(List<Batch> batches, Path file) throws IOException {
    Files.deleteIfExists(file);
    List<Record> records = new ArrayList<>();
    for (Batch batch : batches.subList(0, Math.max(1, batches.size() / 8))) {
      for (int row = 0; row < batch.rowCount(); row++) {
        records.add(record(batch, row));
      }
    }
    long start = cpuNanos();
    try (FileAppender<Record> appender =
        Parquet.write(org.apache.iceberg.Files.localOutput(file.toFile()))
            .schema(SCHEMA)
            .setAll(Map.of("write.parquet.compression-codec", "zstd"))
            .createWriterFunc(GenericParquetWriter::create)
            .build()) {
      appender.addAll(records);
    }
    report("iceberg", records.size(), (cpuNanos() - start) / 1e9, file.toFile().length());
  }

  private static Record record(Batch batch, int row) {
    Record record = GenericRecord.create(SCHEMA);
    for (int i = 0; i < 11; i++) {
      if (batch.column(i) instanceof BytesColumn bytes) {
        record.set(i, bytes.getString(row));
      } else if (batch.column(i) instanceof LongColumn longs) {
        record.set(i, i == 0 ? time(longs.get(row)) : longs.get(row));
      } else if (batch.column(i) instanceof IntColumn ints) {
        record.set(i, ints.get(row));
      } else if (batch.column(i) instanceof DoubleColumn doubles) {
        record.set(i, doubles.get(row));
      }
    }
    Record client = GenericRecord.create(SCHEMA.findType("client").asStructType());
    client.set(0, ((BytesColumn) ((StructColumn) batch.column(11)).field(0)).getString(row));
    client.set(1, ((BytesColumn) ((StructColumn) batch.column(11)).field(1)).getString(row));
    record.set(11, client);
    return record;
  }

  private static Object time(long micros) {
    return org.apache.iceberg.util.DateTimeUtil.timestamptzFromMicros(micros);
  }

  static List<Batch> batches(int rows) {
    Random random = new Random(1);
    List<Batch> batches = new ArrayList<>();
    long time = 1_767_225_600_000_000L;
    for (int from = 0; from < rows; from += BATCH_ROWS) {
      Batch batch = new Batch(SCHEMA);
      for (int i = from; i < Math.min(rows, from + BATCH_ROWS); i++) {
        time += random.nextInt(2_000);
        row(batch, random, time);
      }
      batches.add(batch);
    }
    return batches;
  }

  private static void row(Batch batch, Random random, long time) {
    ((LongColumn) batch.column(0)).append(time / 1_000 * 1_000);
    text(batch, 1, "action-" + zipf(random, 300));
    ((LongColumn) batch.column(2)).append(random.nextInt(1_000_000));
    text(batch, 3, Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong()));
    text(batch, 4, "/shop/category/" + zipf(random, 40) + "/item/" + zipf(random, 5_000));
    ((IntColumn) batch.column(5)).append(random.nextInt(20) == 0 ? 500 : 200);
    ((IntColumn) batch.column(6)).append(random.nextInt(100_000));
    ((DoubleColumn) batch.column(7)).append(Math.round(random.nextDouble() * 1e5) / 1e3);
    text(batch, 8, "10." + random.nextInt(16) + "." + random.nextInt(64) + "." + zipf(random, 99));
    text(batch, 9, "Mozilla/5.0 (agent number " + zipf(random, 200) + ") like Gecko");
    if (random.nextInt(3) > 0) {
      text(batch, 10, "message " + random.nextInt(1000) + " of order " + random.nextInt(100_000));
    }
    StructColumn client = (StructColumn) batch.column(11);
    ((BytesColumn) client.field(0)).append("os" + random.nextInt(5));
    ((BytesColumn) client.field(1)).append("1." + random.nextInt(30));
    client.append();
    batch.endRow();
  }

  private static int zipf(Random random, int size) {
    return (int) (Math.pow(size, random.nextDouble()));
  }

  private static void text(Batch batch, int column, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    ((BytesColumn) batch.column(column)).append(bytes, 0, bytes.length);
  }
}
