package dev.firn.migrate.relocation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.LongColumn;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import dev.firn.parquet.ParquetFileReader;
import dev.firn.parquet.ParquetFileWriter;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.parquet.WrittenParquet;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.InputFile;

/**
 * Copies position deletes and deletion vectors, whose content names data files.
 *
 * <p>Parquet files are written anew with two columns, path and position; the deleted rows that some
 * writers add are not carried along. In a Puffin file the blobs stay byte by byte where they are,
 * since manifests name their offsets, and a new footer follows.
 */
final class DeleteFileCopy {
  private static final Schema POSITIONS =
      new Schema(MetadataColumns.DELETE_FILE_PATH, MetadataColumns.DELETE_FILE_POS);
  private static final String REFERENCED = "referenced-data-file";
  private static final byte[] PUFFIN_MAGIC = {'P', 'F', 'A', '1'};

  /** Payload size, flags, magic. */
  private static final int PUFFIN_TAIL_BYTES = 12;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Context context;

  /** By old location: one Puffin file holds the vectors of many entries. */
  private final Map<String, NewFiles.Written> done = new HashMap<>();

  DeleteFileCopy(Context context) {
    this.context = context;
  }

  int count() {
    return done.size();
  }

  /**
   * Copies one file, once.
   *
   * @param location as the manifest spells it
   * @param format as the manifest spells it
   */
  NewFiles.Written copy(String location, String format) {
    NewFiles.Written known = done.get(location);
    if (known == null) {
      known = write(location, format.toLowerCase(Locale.ROOT));
      done.put(location, known);
    }
    return known;
  }

  private NewFiles.Written write(String location, String format) {
    String old = context.map(location, "a delete manifest");
    String next =
        Locations.resolve(
            Locations.parent(old), context.ids().get() + "-deletes." + extension(location, format));
    return switch (format) {
      case "parquet" -> parquet(old, next);
      case "avro" -> context.files().write(next, out -> avro(old, out));
      default -> context.files().write(next, out -> puffin(old, out));
    };
  }

  private static String extension(String location, String format) {
    return switch (format) {
      case "parquet", "avro", "puffin" -> format;
      default ->
          throw new FirnException(
              ErrorCode.TABLE,
              "can't relocate: the position deletes "
                  + location
                  + " are in format "
                  + format
                  + ", expected parquet, avro or puffin; compact them away where the table was,"
                  + " then try again");
    };
  }

  private NewFiles.Written parquet(String old, String next) {
    Batch in = new Batch(POSITIONS);
    Batch out = new Batch(POSITIONS);
    try (ParquetFileReader reader =
            ParquetFileReader.open(context.io().newInputFile(old), POSITIONS);
        ParquetFileWriter writer =
            ParquetFileWriter.create(
                context.files().output(next), POSITIONS, ParquetWriterOptions.DEFAULT)) {
      for (int group = 0; group < reader.rowGroupCount(); group++) {
        in.clear();
        out.clear();
        reader.read(group, in);
        move(in, out);
        writer.write(out);
      }
      WrittenParquet written = writer.finish();
      return new NewFiles.Written(written.location(), written.sizeBytes());
    } catch (FirnException e) {
      throw new FirnException(
          e.code(),
          "can't relocate the position deletes "
              + old
              + ": "
              + e.getMessage()
              + "; files of a codec or encoding that is not read here have to be compacted away"
              + " where the table was (in Spark: rewrite_position_delete_files with zstd)",
          e);
    }
  }

  private void move(Batch in, Batch out) {
    BytesColumn oldPaths = (BytesColumn) in.column(0);
    BytesColumn paths = (BytesColumn) out.column(0);
    long[] oldPositions = ((LongColumn) in.column(1)).values();
    LongColumn positions = (LongColumn) out.column(1);
    String last = "";
    byte[] moved = {};
    for (int row = 0; row < in.rowCount(); row++) {
      String path = oldPaths.getString(row);
      if (!path.equals(last) || row == 0) {
        last = path;
        moved = context.map(path, "position deletes").getBytes(StandardCharsets.UTF_8);
      }
      paths.append(moved, 0, moved.length);
      positions.append(oldPositions[row]);
      out.endRow();
    }
  }

  private void avro(String old, OutputStream out) throws IOException {
    context
        .avro()
        .copy(
            old,
            record ->
                record.put(
                    "file_path",
                    context.map(AvroCopy.text(record, "file_path"), "position deletes")),
            out);
  }

  /** {@code magic blobs magic payload payloadSize flags magic}. */
  private void puffin(String old, OutputStream out) throws IOException {
    byte[] bytes = readAll(context.io().newInputFile(old));
    int end = bytes.length;
    if (end < 2 * PUFFIN_MAGIC.length + PUFFIN_TAIL_BYTES
        || !Arrays.equals(bytes, end - 4, end, PUFFIN_MAGIC, 0, 4)) {
      throw broken(old, "it does not end as a Puffin file does");
    }
    ByteBuffer tail = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int size = tail.getInt(end - 12);
    int start = end - PUFFIN_TAIL_BYTES - size;
    if (tail.getInt(end - 8) != 0) {
      throw broken(old, "its footer is compressed or has flags that are not known");
    }
    if (size < 0 || start < 2 * PUFFIN_MAGIC.length) {
      throw broken(old, "its footer has an impossible length, " + size);
    }
    JsonNode footer = JSON.readTree(bytes, start, size);
    for (JsonNode blob : footer.path("blobs")) {
      if (blob.path("properties") instanceof ObjectNode properties && properties.has(REFERENCED)) {
        properties.put(REFERENCED, context.map(properties.get(REFERENCED).asText(), old));
      }
    }
    byte[] payload = JSON.writeValueAsBytes(footer);
    out.write(bytes, 0, start);
    out.write(payload);
    out.write(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(payload.length).array());
    out.write(PUFFIN_MAGIC);
  }

  private static byte[] readAll(InputFile file) throws IOException {
    try (InputStream in = file.newStream()) {
      return in.readAllBytes();
    }
  }

  private static FirnException broken(String location, String what) {
    return new FirnException(ErrorCode.TABLE, "can't relocate " + location + ": " + what);
  }
}
