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
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.io.InputFile;

/**
 * The content of a tombstone: JSON without {@code format-version}, so that no reader takes it for
 * table metadata.
 */
final class TombstoneFile {
  private static final String MOVED_TO = "firn-moved-to";
  private static final ObjectMapper JSON = new ObjectMapper();

  private TombstoneFile() {}

  static byte[] bytes(String movedTo, boolean gzip) {
    ObjectNode content = JSON.createObjectNode();
    content.put(MOVED_TO, movedTo);
    content.put(
        "note",
        "This is no table metadata. The table was moved to another catalog; this file keeps"
            + " writers of the old place from committing. Do not delete it.");
    byte[] text = content.toPrettyString().getBytes(StandardCharsets.UTF_8);
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
      return content == null || content.has("format-version")
          ? Optional.empty()
          : Optional.ofNullable(content.get(MOVED_TO)).map(JsonNode::asText);
    }
  }
}
