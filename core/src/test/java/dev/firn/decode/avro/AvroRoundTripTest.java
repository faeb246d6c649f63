package dev.firn.decode.avro;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.batch.Batch;
import dev.firn.batch.ModelRows;
import dev.firn.decode.DecodedFile;
import dev.firn.decode.RejectReason;
import dev.firn.decode.SourceFileException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What Avro's own writer has written is read back equal, and damaged files are told. */
class AvroRoundTripTest {
  private static final long SEED = Long.getLong("firn.seed", 20210529L);
  private static final List<CodecFactory> CODECS =
      List.of(
          CodecFactory.nullCodec(),
          CodecFactory.deflateCodec(6),
          CodecFactory.zstandardCodec(1),
          CodecFactory.snappyCodec());

  @Test
  void recordsOfAnySchemaAreReadBackEqual() {
    for (int i = 0; i < 200; i++) {
      RandomAvro random = new RandomAvro(new Random(SEED + i));
      Schema schema = random.record(0);
      org.apache.iceberg.Schema table = AvroTypes.table(schema);
      List<@Nullable Object> records = new ArrayList<>();
      Batch expected = new Batch(table);
      for (int row = 0; row < 50; row++) {
        RandomAvro.Pair pair = random.recordValue(schema);
        records.add(pair.avro());
        ModelRows.appendFields(expected.root(), (List<?>) pair.model());
        expected.endRow();
      }
      byte[] bytes = AvroFiles.write(schema, CODECS.get(i % CODECS.size()), 17, records);
      DecodedFile file = DecodedFile.of(new AvroDecoder(DecodedFile.options(table)), table, bytes);
      assertThat(file.rejects).as("seed %s, %s", SEED + i, schema).isEmpty();
      assertThat(ModelRows.read(file.batch))
          .as("seed %s, %s", SEED + i, schema)
          .isEqualTo(ModelRows.read(expected));
      assertThat(file.counts.bytesIn()).isEqualTo(bytes.length);
    }
  }

  @Test
  void aFileThatIsCutOffInsideOfABlockIsTruncatedAndBetweenBlocksShorter() {
    byte[] bytes = numbers(CodecFactory.nullCodec());
    int whole = 0;
    for (int length = 1; length < bytes.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(bytes, length);
      RejectReason reason = outcome(cut);
      if (reason == null) {
        whole++;
      } else {
        assertThat(reason).as("cut at %s", length).isEqualTo(RejectReason.TRUNCATED);
      }
    }
    // Behind the header, and behind each block but the last.
    assertThat(whole).isEqualTo(4);
  }

  @Test
  void aFileWithAWrongByteIsRejectedOrHoldsOtherValuesButNeverAnythingElse() {
    for (CodecFactory codec : CODECS) {
      byte[] bytes = numbers(codec);
      Set<RejectReason> seen = EnumSet.noneOf(RejectReason.class);
      for (int at = 0; at < bytes.length; at++) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) (1 << at % 8);
        RejectReason reason = outcome(damaged);
        if (reason != null) {
          seen.add(reason);
        }
      }
      assertThat(seen)
          .as("codec %s", codec)
          .contains(RejectReason.CORRUPT, RejectReason.TRUNCATED)
          .isSubsetOf(
              RejectReason.CORRUPT,
              RejectReason.TRUNCATED,
              RejectReason.TOO_LARGE,
              RejectReason.UNSUPPORTED,
              RejectReason.SCHEMA_MISMATCH);
    }
  }

  @Test
  void damagedRecordsOfAnySchemaEndAsDeclared() {
    for (int i = 0; i < 100; i++) {
      Random dice = new Random(SEED - i);
      RandomAvro random = new RandomAvro(dice);
      Schema schema = random.record(0);
      org.apache.iceberg.Schema table = AvroTypes.table(schema);
      List<@Nullable Object> records = new ArrayList<>();
      for (int row = 0; row < 20; row++) {
        records.add(random.recordValue(schema).avro());
      }
      byte[] bytes = AvroFiles.write(schema, CodecFactory.nullCodec(), 100, records);
      for (int n = 0; n < 15; n++) {
        byte[] damaged = bytes.clone();
        int last = bytes.length - 17;
        damaged[last - dice.nextInt(Math.min(last, 2000))] = (byte) dice.nextInt(256);
        try {
          DecodedFile.of(new AvroDecoder(DecodedFile.options(table)), table, damaged);
        } catch (SourceFileException e) {
          assertThat(e.getMessage()).contains("file:///logs/a.log");
        }
      }
    }
  }

  private static final Schema NUMBERS =
      new Schema.Parser()
          .parse(
              "{\"type\":\"record\",\"name\":\"n\",\"fields\":[{\"name\":\"a\",\"type\":\"long\"},"
                  + "{\"name\":\"s\",\"type\":[\"null\",\"string\"]}]}");

  private static byte[] numbers(CodecFactory codec) {
    List<Object> records = new ArrayList<>();
    for (long i = 0; i < 40; i++) {
      org.apache.avro.generic.GenericData.Record record =
          new org.apache.avro.generic.GenericData.Record(NUMBERS);
      record.put("a", i * 1000);
      record.put("s", i % 3 == 0 ? null : "value " + i);
      records.add(record);
    }
    return AvroFiles.write(NUMBERS, codec, 10, records);
  }

  private static @Nullable RejectReason outcome(byte[] bytes) {
    org.apache.iceberg.Schema table = AvroTypes.table(NUMBERS);
    try {
      DecodedFile.of(new AvroDecoder(DecodedFile.options(table)), table, bytes);
      return null;
    } catch (SourceFileException e) {
      return e.reason();
    }
  }
}
