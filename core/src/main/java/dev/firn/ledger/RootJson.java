package dev.firn.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A root as JSON; the grammar is in {@code docs/ledger.md}. Unknown fields are passed over. */
final class RootJson {
  /** Keeps every number of the state as it was written. */
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private RootJson() {}

  static byte[] write(LedgerRoot root) {
    ObjectNode node = JSON.createObjectNode();
    node.put("format-version", LedgerRoot.FORMAT_VERSION);
    node.put("table-uuid", root.tableUuid().toString());
    node.put("location", root.location());
    node.put("sequence", root.sequence());
    root.previous().ifPresent(previous -> node.put("previous", previous));
    node.put("commit-id", root.commitId().toString());
    node.put("created-at", root.createdAt().toString());
    writeTotals(root.totals(), node.putObject("totals"));
    ArrayNode segments = node.putArray("segments");
    root.segments().forEach(segment -> writeSegment(segment, segments.addObject()));
    try {
      JsonNode state = JSON.readTree(root.state());
      if (!state.isObject()) {
        throw new IllegalArgumentException("the ledger state is no JSON object: " + root.state());
      }
      node.set("state", state);
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new FirnException(
          ErrorCode.INTERNAL, "the ledger state is no JSON object: " + root.state(), e);
    }
  }

  /** Reads a root that was found at {@code location}; the place it names itself is not used. */
  static LedgerRoot read(byte[] json, String location) {
    try {
      JsonNode node = JSON.readTree(json);
      int version = required(node, "format-version").asInt();
      if (version > LedgerRoot.FORMAT_VERSION) {
        throw new FirnException(
            ErrorCode.TABLE,
            "the ledger root "
                + location
                + " has format version "
                + version
                + ", this version of Firn reads up to "
                + LedgerRoot.FORMAT_VERSION
                + "; use the newer Firn that wrote it");
      }
      return readVersion1(node, location);
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      throw new FirnException(
          ErrorCode.LEDGER_UNKNOWN,
          "the ledger root "
              + location
              + " can't be understood ("
              + e.getMessage()
              + "); restore the file, or run firn ledger adopt or firn ledger reset",
          e);
    }
  }

  private static LedgerRoot readVersion1(JsonNode node, String location) {
    List<Segment> segments = new ArrayList<>();
    for (JsonNode segment : required(node, "segments")) {
      segments.add(readSegment(segment));
    }
    JsonNode state = node.get("state");
    return new LedgerRoot(
        location,
        UUID.fromString(text(node, "table-uuid")),
        number(node, "sequence"),
        optionalText(node, "previous"),
        UUID.fromString(text(node, "commit-id")),
        Instant.parse(text(node, "created-at")),
        segments,
        readTotals(required(node, "totals")),
        state == null || state.isNull() ? LedgerRoot.NO_STATE : state.toString());
  }

  private static void writeSegment(Segment segment, ObjectNode node) {
    node.put("location", segment.location());
    node.put("level", segment.level());
    node.put("entries", segment.entries());
    node.put("size-bytes", segment.sizeBytes());
    segment.days().min().ifPresent(day -> node.put("min-day", day.toString()));
    segment.days().max().ifPresent(day -> node.put("max-day", day.toString()));
    node.put("some-without-day", segment.days().someWithout());
    segment.dayRule().ifPresent(rule -> node.put("day-rule", rule));
    node.put("min-hash", segment.minHash().toHex());
    node.put("max-hash", segment.maxHash().toHex());
    node.put("min-committed", segment.minCommitted().toString());
    node.put("max-committed", segment.maxCommitted().toString());
    writeTotals(segment.totals(), node.putObject("totals"));
  }

  private static Segment readSegment(JsonNode node) {
    Segment.DayRange days =
        new Segment.DayRange(
            optionalText(node, "min-day").map(LocalDate::parse),
            optionalText(node, "max-day").map(LocalDate::parse),
            required(node, "some-without-day").asBoolean());
    return new Segment(
        text(node, "location"),
        Math.toIntExact(number(node, "level")),
        number(node, "entries"),
        number(node, "size-bytes"),
        readTotals(required(node, "totals")),
        days,
        optionalText(node, "day-rule"),
        LocationHash.ofHex(text(node, "min-hash")),
        LocationHash.ofHex(text(node, "max-hash")),
        Instant.parse(text(node, "min-committed")),
        Instant.parse(text(node, "max-committed")));
  }

  private static void writeTotals(LedgerTotals totals, ObjectNode node) {
    totals
        .byStatus()
        .forEach(
            (status, sums) -> {
              ObjectNode each = node.putObject(status.code());
              each.put("files", sums.files());
              each.put("rows-in", sums.rowsIn());
              each.put("rows-written", sums.rowsWritten());
              each.put("rows-rejected", sums.rowsRejected());
              each.put("rows-dropped", sums.rowsDropped());
            });
  }

  private static LedgerTotals readTotals(JsonNode node) {
    Map<FileStatus, FileTotals> byStatus = new EnumMap<>(FileStatus.class);
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      JsonNode sums = each.getValue();
      byStatus.put(
          FileStatus.ofCode(each.getKey()),
          new FileTotals(
              number(sums, "files"),
              number(sums, "rows-in"),
              number(sums, "rows-written"),
              number(sums, "rows-rejected"),
              sums.has("rows-dropped") ? number(sums, "rows-dropped") : 0));
    }
    return new LedgerTotals(byStatus);
  }

  private static JsonNode required(JsonNode node, String name) {
    JsonNode value = node.get(name);
    if (value == null || value.isNull()) {
      throw new IllegalArgumentException("'" + name + "' is missing");
    }
    return value;
  }

  private static String text(JsonNode node, String name) {
    return optionalText(node, name)
        .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is missing"));
  }

  private static Optional<String> optionalText(JsonNode node, String name) {
    JsonNode value = node.get(name);
    if (value == null || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      throw new IllegalArgumentException("'" + name + "' is no string");
    }
    return Optional.of(value.asText());
  }

  private static long number(JsonNode node, String name) {
    JsonNode value = required(node, name);
    if (!value.canConvertToLong() || !value.isIntegralNumber()) {
      throw new IllegalArgumentException("'" + name + "' is no whole number");
    }
    return value.asLong();
  }
}
