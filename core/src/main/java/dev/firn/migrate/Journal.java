package dev.firn.migrate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import dev.firn.migrate.MigrationTarget.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;

/**
 * Journals: immutable files {@code <parent of the table>/_firn/<table's
 * folder>/migration/<id>.json}, and {@code <id>.done} when all is done.
 *
 * <p>They are beside the table because that is the one place that both catalogs, and whoever
 * resumes on another machine, can read, of whatever kind the catalogs are; and not inside it, where
 * a clean-up of orphan files would find them. They are durable when they are written.
 */
final class Journal {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FileIO io;

  Journal(FileIO io) {
    this.io = io;
  }

  /** Where the journal of a new migration goes. */
  static String location(String tableLocation, UUID id) {
    String beside = Locations.resolve(Locations.parent(tableLocation), "_firn");
    return Locations.resolve(
        beside, Locations.fileName(tableLocation) + "/migration/" + id + ".json");
  }

  void write(JournalEntry entry) {
    ObjectNode json = JSON.createObjectNode();
    json.put("from", entry.from().catalog());
    names(json, "from-table", entry.from().table());
    json.put("to", entry.target());
    names(json, "to-table", entry.as());
    json.put("metadata-location", entry.metadataLocation());
    json.put("table-uuid", entry.uuid());
    json.put("to-mark", entry.targetMark());
    json.put("begun", entry.begun().toString());
    write(entry.location(), json);
  }

  private static void names(ObjectNode json, String field, TableIdentifier table) {
    var levels = json.putArray(field);
    for (String level : table.namespace().levels()) {
      levels.add(level);
    }
    levels.add(table.name());
  }

  private void write(String location, ObjectNode json) {
    try (OutputStream out = io.newOutputFile(location).create()) {
      out.write(bytes(json));
    } catch (IOException | UncheckedIOException e) {
      throw new FirnException(
          ErrorCode.STORAGE, "can't write the journal " + location + ": " + e.getMessage(), e);
    }
  }

  private static byte[] bytes(ObjectNode json) throws JsonProcessingException {
    return JSON.writerWithDefaultPrettyPrinter()
        .writeValueAsString(json)
        .getBytes(StandardCharsets.UTF_8);
  }

  JournalEntry read(String location) {
    try (InputStream in = io.newInputFile(location).newStream()) {
      JsonNode json = JSON.readTree(in);
      return new JournalEntry(
          location,
          new Origin(text(json, "from"), table(json, "from-table")),
          text(json, "to"),
          table(json, "to-table"),
          text(json, "metadata-location"),
          text(json, "table-uuid"),
          text(json, "to-mark"),
          Instant.parse(text(json, "begun")));
    } catch (NotFoundException e) {
      throw new FirnException(
          ErrorCode.NOT_FOUND,
          "can't resume: the journal "
              + location
              + " that the tombstone names is missing; restore it, or register the table by hand",
          e);
    } catch (IOException | RuntimeException e) {
      throw new FirnException(
          ErrorCode.STORAGE, "can't read the journal " + location + ": " + e.getMessage(), e);
    }
  }

  private static String text(JsonNode json, String field) {
    JsonNode value = json.get(field);
    if (value == null || !value.isTextual()) {
      throw new IllegalArgumentException("it has no " + field);
    }
    return value.asText();
  }

  private static TableIdentifier table(JsonNode json, String field) {
    List<String> levels = new ArrayList<>();
    json.path(field).forEach(level -> levels.add(level.asText()));
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("it has no " + field);
    }
    String name = levels.remove(levels.size() - 1);
    return TableIdentifier.of(Namespace.of(levels.toArray(new String[0])), name);
  }

  /** Deletes a journal of which nothing came. */
  void forget(JournalEntry entry) {
    io.deleteFile(entry.location());
  }

  boolean isDone(JournalEntry entry) {
    return io.newInputFile(done(entry)).exists();
  }

  void finish(JournalEntry entry, Instant at) {
    try {
      write(done(entry), JSON.createObjectNode().put("finished", at.toString()));
    } catch (AlreadyExistsException e) {
      // Somebody else carried the same migration to its end.
    }
  }

  private static String done(JournalEntry entry) {
    String location = entry.location();
    return location.substring(0, location.length() - ".json".length()) + ".done";
  }
}
