package dev.firn.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.batch.Batch;
import dev.firn.batch.RowJson;
import dev.firn.decode.SourceFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of parquet-java's own writer, of any schema and in all its ways, and damaged ones. */
class ParquetRoundTripTest {
  private static final long SEED = Long.getLong("firn.seed", 20210529L);
  private static final int ROWS = 300;
  private static final List<CompressionCodecName> CODECS =
      List.of(
          CompressionCodecName.UNCOMPRESSED,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.ZSTD,
          CompressionCodecName.LZ4_RAW);

  @TempDir private Path folder;
  private int files;

  /** A file and the rows that are in it, as JSON. */
  private record Written(byte[] bytes, Schema table, List<String> rows) {}

  private Written write(long seed) throws IOException {
    Random dice = new Random(seed);
    RandomParquet random = new RandomParquet(dice);
    MessageType schema = random.schema();
    Schema table = ParquetTypes.table(schema);
    Batch batch = new Batch(table);
    Path path = folder.resolve(seed + "-" + files++ + ".parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(path))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .withWriterVersion(
                dice.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
            .withDictionaryEncoding(dice.nextBoolean())
            .withByteStreamSplitEncoding(dice.nextBoolean())
            .withCompressionCodec(CODECS.get(dice.nextInt(CODECS.size())))
            .withPageSize(500)
            .withPageRowCountLimit(50 + dice.nextInt(100))
            .withRowGroupSize(20_000L)
            .withPageWriteChecksumEnabled(dice.nextBoolean())
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        Group group = new SimpleGroup(schema);
        random.fill(schema, group, batch.root());
        batch.endRow();
        writer.write(group);
      }
    }
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      rows.add(RowJson.row(batch, row));
    }
    return new Written(Files.readAllBytes(path), table, rows);
  }

  @Test
  void rowsOfAnySchemaAreReadBackEqual() throws IOException {
    for (long seed = SEED; seed < SEED + 80; seed++) {
      Written file = write(seed);
      assertThat(ParquetBytes.schemaOf(file.bytes()).asStruct())
          .as("seed %s", seed)
          .isEqualTo(file.table().asStruct());
      ParquetBytes read = ParquetBytes.decode(file.table(), file.bytes());
      assertThat(read.rejects).as("seed %s, %s", seed, file.table()).isEmpty();
      assertThat(read.rows()).as("seed %s, %s", seed, file.table()).isEqualTo(file.rows());
    }
  }

  @Test
  void damagedFilesEndAsDeclared() throws IOException {
    int rejected = 0;
    for (long seed = SEED; seed < SEED + 15; seed++) {
      Written file = write(seed);
      Random dice = new Random(seed);
      for (int n = 0; n < 60; n++) {
        byte[] damaged = file.bytes().clone();
        for (int flips = 1 + dice.nextInt(3); flips > 0; flips--) {
          damaged[dice.nextInt(damaged.length)] = (byte) dice.nextInt(256);
        }
        try {
          ParquetBytes.decode(file.table(), damaged);
        } catch (SourceFileException e) {
          rejected++;
          assertThat(e.getMessage()).as("seed %s, %s", seed, n).contains("file:///logs/a.parquet");
        }
      }
    }
    assertThat(rejected).isGreaterThan(200);
  }

  @Test
  void filesThatAreCutOffAreTruncated() throws IOException {
    byte[] bytes = write(SEED).bytes();
    Schema table = write(SEED).table();
    for (int length = 1; length < bytes.length; length += 97) {
      byte[] cut = java.util.Arrays.copyOf(bytes, length);
      int at = length;
      org.assertj.core.api.Assertions.assertThatThrownBy(() -> ParquetBytes.decode(table, cut))
          .as("cut at %s", at)
          .isInstanceOfSatisfying(
              SourceFileException.class,
              e -> assertThat(e.reason()).isEqualTo(dev.firn.decode.RejectReason.TRUNCATED));
    }
  }
}
