package dev.firn.migrate.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.InputFile;

/**
 * The two contents of tombstones.
 *
 * <p>The <em>block</em> is table metadata, for writers that hold the table in memory: after a
 * conflict they read it, and then refuse to commit, since Iceberg's Hadoop tables can't have {@code
 * write.metadata.path}. (One that could not be parsed would let them through at their second
 * attempt: they count a version as read before they read it.) The <em>stone</em> is JSON without
 * {@code format-version}, for everybody who looks afresh: no reader takes it for a table, so nobody
 * can read, create or drop it.
 */
final class TombstoneFile {
  private static final String MOVED_TO = "firn-moved-to";
  private static final String MOVED_TO_PROPERTY = "firn.moved-to";
  private static final ObjectMapper JSON = new ObjectMapper();

  private TombstoneFile() {}

  /** What follows on a table's last metadata. */
  static byte[] block(TableMetadata last, String movedTo, boolean gzip) {
    TableMetadata blocked =
        TableMetadata.buildFrom(last)
            .setProperties(
                Map.of(
                    MOVED_TO_PROPERTY,
                    movedTo,
                    TableProperties.WRITE_METADATA_LOCATION,
                    last.location() + "/moved"))
            .build();
    return compressed(TableMetadataParser.toJson(blocked), gzip);
  }

  static byte[] stone(String movedTo) {
    ObjectNode content = JSON.createObjectNode();
    content.put(MOVED_TO, movedTo);
    content.put(
        "note",
        "This is no table metadata. The table was moved to another catalog; this file keeps"
            + " clients of the old place from using it. Do not delete it.");
    return compressed(content.toPrettyString(), false);
  }

  private static byte[] compressed(String content, boolean gzip) {
    byte[] text = content.getBytes(StandardCharsets.UTF_8);
    if (!gzip) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * What a tombstone says; empty if the file is something else.
   *
   * @throws IOException if it can't be read at all
   */
  static Optional<String> movedTo(InputFile file, boolean gzip) throws IOException {
    try (InputStream raw = file.newStream();
        InputStream in = gzip ? new GZIPInputStream(raw) : raw) {
      JsonNode content = JSON.readTree(in);
      JsonNode text =
          content.has("format-version")
              ? content.path("properties").path(MOVED_TO_PROPERTY)
              : content.path(MOVED_TO);
      return text.isTextual() ? Optional.of(text.asText()) : Optional.empty();
    }
  }
}
