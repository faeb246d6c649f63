package dev.firn.decode.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;

/** Files written by Avro's own writer. */
final class AvroFiles {
  private AvroFiles() {}

  /** A file of records, a block after each {@code perBlock} of them. */
  static byte[] write(Schema schema, CodecFactory codec, int perBlock, Iterable<?> records) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DataFileWriter<Object> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
      writer.setCodec(codec);
      writer.create(schema, out);
      int written = 0;
      for (Object record : records) {
        writer.append(record);
        if (++written % perBlock == 0) {
          writer.sync();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
