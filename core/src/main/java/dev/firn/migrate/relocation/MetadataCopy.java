package dev.firn.migrate.relocation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.TableProperties;

/** Changes the JSON of a table's metadata in place: what is kept, and where things are. */
final class MetadataCopy {
  /** Properties that are locations; the last two are names of old versions. */
  private static final List<String> LOCATION_PROPERTIES =
      List.of(
          TableProperties.WRITE_DATA_LOCATION,
          TableProperties.WRITE_METADATA_LOCATION,
          "write.object-storage.path",
          "write.folder-storage.path");

  private static final String LEDGER = "firn.ledger";

  private final Context context;
  private final ObjectNode metadata;
  private final String source;

  /**
   * Takes the tree; it is changed.
   *
   * @param source where it was read, for messages
   */
  MetadataCopy(Context context, ObjectNode metadata, String source) {
    this.context = context;
    this.metadata = metadata;
    this.source = source;
  }

  /** Refuses what a change of locations can't carry. */
  void check() {
    if (metadata.path("encryption-keys").size() > 0) {
      throw new FirnException(
          ErrorCode.TABLE, "can't relocate " + source + ": the table is encrypted");
    }
    String ledger = metadata.path("properties").path(LEDGER).asText("");
    if (!ledger.isEmpty() && context.mapping().covers(ledger)) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't relocate "
              + source
              + ": the table has a ledger, "
              + ledger
              + ", whose files name each other by location; keep the table where it is");
    }
  }

  /** Leaves out the snapshots that no branch or tag names. */
  void keepReferenced() {
    Set<Long> kept = new HashSet<>();
    kept.add(metadata.path("current-snapshot-id").asLong(-1));
    metadata.path("refs").forEach(ref -> kept.add(ref.path("snapshot-id").asLong(-1)));
    Set<Long> gone = new HashSet<>();
    removeIf(
        "snapshots",
        snapshot -> {
          long id = snapshot.path("snapshot-id").asLong();
          return !kept.contains(id) && gone.add(id);
        });
    removeIf("statistics", file -> gone.contains(file.path("snapshot-id").asLong()));
    removeIf("partition-statistics", file -> gone.contains(file.path("snapshot-id").asLong()));
    cutLog(gone);
  }

  private interface Condition {
    boolean holds(JsonNode node);
  }

  private void removeIf(String field, Condition condition) {
    if (metadata.path(field) instanceof ArrayNode array) {
      for (int i = array.size() - 1; i >= 0; i--) {
        if (condition.holds(array.get(i))) {
          array.remove(i);
        }
      }
    }
  }

  /** A history with a gap would tell a wrong state for a time, so it begins after the last gap. */
  private void cutLog(Set<Long> gone) {
    if (!(metadata.path("snapshot-log") instanceof ArrayNode log)) {
      return;
    }
    List<JsonNode> rest = new ArrayList<>();
    for (JsonNode entry : log) {
      if (gone.contains(entry.path("snapshot-id").asLong())) {
        rest.clear();
      } else {
        rest.add(entry);
      }
    }
    log.removeAll();
    log.addAll(rest);
  }

  /** Where the table is, now. */
  String location() {
    return context.map(metadata.path("location").asText(), source);
  }

  /** Where its metadata files go, now. */
  String metadataFolder() {
    String configured =
        metadata.path("properties").path(TableProperties.WRITE_METADATA_LOCATION).asText("");
    return configured.isEmpty() ? location() + "/metadata" : context.map(configured, source);
  }

  /** Moves everything but the manifest lists. */
  void moveLocations() {
    metadata.put("location", location());
    if (metadata.path("properties") instanceof ObjectNode properties) {
      for (String key : LOCATION_PROPERTIES) {
        if (properties.has(key)) {
          properties.put(key, context.map(properties.get(key).asText(), "property " + key));
        }
      }
    }
    for (JsonNode file : metadata.path("statistics")) {
      move((ObjectNode) file, "statistics-path");
    }
    for (JsonNode file : metadata.path("partition-statistics")) {
      move((ObjectNode) file, "statistics-path");
    }
    for (JsonNode entry : metadata.path("metadata-log")) {
      move((ObjectNode) entry, "metadata-file");
    }
  }

  private void move(ObjectNode node, String field) {
    node.put(field, context.map(node.path(field).asText(), source));
  }

  /** Moves the manifest lists, or what stands in their place in old metadata. */
  void moveManifests(ManifestCopy manifests) {
    for (JsonNode each : metadata.path("snapshots")) {
      ObjectNode snapshot = (ObjectNode) each;
      if (snapshot.path("manifests") instanceof ArrayNode inline) {
        for (int i = 0; i < inline.size(); i++) {
          inline.set(i, inline.textNode(manifests.copyManifest(inline.get(i).asText()).location()));
        }
      }
      if (snapshot.has("manifest-list")) {
        snapshot.put(
            "manifest-list",
            manifests.copyList(
                snapshot.get("manifest-list").asText(), snapshot.path("snapshot-id").asLong()));
      }
    }
  }

  /** Notes the file that this follows on, as every commit does. */
  void follow(String metadataLocation, long nowMillis) {
    long before = metadata.path("last-updated-ms").asLong();
    if (!(metadata.path("metadata-log") instanceof ArrayNode)) {
      metadata.putArray("metadata-log");
    }
    ((ArrayNode) metadata.get("metadata-log"))
        .addObject()
        .put("timestamp-ms", before)
        .put("metadata-file", metadataLocation);
    metadata.put("last-updated-ms", Math.max(before, nowMillis));
  }

  int snapshotCount() {
    return metadata.path("snapshots").size();
  }
}
