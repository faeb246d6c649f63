package dev.firn.migrate.relocation;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.iceberg.io.FileIO;

/**
 * Copies an Avro file record by record under its own schema, with its own header entries and codec.
 *
 * <p>Iceberg's readers and writers of manifests are not used on purpose: its writer can't be told
 * the explicit sequence number of an added file, nor the snapshot id of a deleted one, and what it
 * does not know it drops.
 */
final class AvroCopy {
  private static final String RESERVED = "avro.";

  private final FileIO io;

  AvroCopy(FileIO io) {
    this.io = io;
  }

  /**
   * Copies.
   *
   * @param location the file to read
   * @param change changes a record in place
   * @param out left open
   */
  void copy(String location, Consumer<GenericRecord> change, OutputStream out) throws IOException {
    GenericData plain = new GenericData();
    GenericDatumReader<GenericRecord> datums = new GenericDatumReader<>(null, null, plain);
    try (DataFileStream<GenericRecord> in =
            new DataFileStream<>(io.newInputFile(location).newStream(), datums);
        DataFileWriter<GenericRecord> writer =
            new DataFileWriter<>(new GenericDatumWriter<>(in.getSchema(), plain))) {
      String codec = in.getMetaString(DataFileConstants.CODEC);
      writer.setCodec(
          CodecFactory.fromString(codec == null ? DataFileConstants.NULL_CODEC : codec));
      for (String key : in.getMetaKeys()) {
        if (!key.startsWith(RESERVED)) {
          writer.setMeta(key, in.getMeta(key));
        }
      }
      writer.create(in.getSchema(), new StaysOpen(out));
      while (in.hasNext()) {
        GenericRecord record = in.next();
        change.accept(record);
        writer.append(record);
      }
    } catch (AvroRuntimeException e) {
      throw broken(location, e);
    }
  }

  /** Reads every record. */
  void read(String location, Consumer<GenericRecord> visit) {
    GenericDatumReader<GenericRecord> datums =
        new GenericDatumReader<>(null, null, new GenericData());
    try (DataFileStream<GenericRecord> in =
        new DataFileStream<>(io.newInputFile(location).newStream(), datums)) {
      while (in.hasNext()) {
        visit.accept(in.next());
      }
    } catch (IOException | AvroRuntimeException e) {
      throw broken(location, e);
    }
  }

  private static FirnException broken(String location, Exception e) {
    return new FirnException(
        ErrorCode.TABLE,
        "can't relocate: reading " + location + " as Avro failed (" + e.getMessage() + ")",
        e);
  }

  /** Whether a record has a field of the name at all: older formats lack some. */
  static boolean has(GenericRecord record, String field) {
    return record.getSchema().getField(field) != null;
  }

  /** A string of a record, which must be there. */
  static String text(GenericRecord record, String field) {
    Schema.Field known = record.getSchema().getField(field);
    Object value = known == null ? null : record.get(known.pos());
    if (value == null) {
      throw new AvroRuntimeException("the record has no " + field);
    }
    return value.toString();
  }

  /** The writer closes its output; the caller still asks for its length. */
  private static final class StaysOpen extends FilterOutputStream {
    StaysOpen(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
