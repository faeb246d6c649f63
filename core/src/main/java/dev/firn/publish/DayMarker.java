package dev.firn.publish;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.firn.day.DayGaps;
import dev.firn.day.DayPeriod;
import dev.firn.day.DayPublisher.ReadyDay;
import dev.firn.day.DayTags;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.List;
import java.util.Optional;

/** The texts of {@code _SUCCESS} and {@code _INCOMPLETE}, and what stands in one. */
public final class DayMarker {
  /** Written last, when everything else of a day is there. */
  public static final String SUCCESS = "_SUCCESS";

  /** Written when waiting for a day was given up. */
  public static final String INCOMPLETE = "_INCOMPLETE";

  private static final ObjectMapper JSON = new ObjectMapper();

  private DayMarker() {}

  /**
   * Of which table.
   *
   * @param name its full name
   * @param uuid its UUID
   * @param zone the zone of its days
   */
  public record TableName(String name, String uuid, String zone) {}

  /** {@code _SUCCESS}: one JSON object; the same for the same revision, whoever writes it. */
  public static String success(TableName table, ReadyDay ready) {
    ObjectNode node = about(table, ready.day());
    node.put("revision", ready.revision().number());
    node.put("snapshot-id", ready.revision().snapshotId());
    node.put("tag", DayTags.name(ready.day().name(), ready.revision().number()));
    node.put("rows", ready.revision().content().rows());
    node.put("rows-exact", ready.revision().content().exact());
    node.put("files", ready.revision().content().files());
    return text(node);
  }

  /** {@code _INCOMPLETE}: what the day lacked when waiting for it was given up. */
  public static String incomplete(TableName table, DayPeriod day, DayGaps gaps) {
    ObjectNode node = about(table, day);
    node.put("files-listed", gaps.listed());
    node.put("files-missing", gaps.missingCount());
    ArrayNode missing = node.putArray("missing");
    for (DayGaps.MissingFile file : gaps.missing()) {
      missing.addObject().put("file", file.location()).put("why", file.why());
    }
    putSilent(node, "silent-producers", gaps.silent());
    node.put("next-step", "firn accept-day " + day.name() + " makes the day ready as it is");
    return text(node);
  }

  /** The revision that a {@code _SUCCESS} names; empty if it is none of ours. */
  public static Optional<Integer> revision(String success) {
    try {
      JsonNode revision = JSON.readTree(success).path("revision");
      return revision.isInt() ? Optional.of(revision.asInt()) : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static ObjectNode about(TableName table, DayPeriod day) {
    ObjectNode node = JSON.createObjectNode();
    node.put("table", table.name());
    node.put("table-uuid", table.uuid());
    node.put("day", day.name());
    node.put("zone", table.zone());
    node.put("start", day.start().toString());
    node.put("end", day.end().toString());
    return node;
  }

  private static void putSilent(
      ObjectNode node, String name, List<DayGaps.SilentProducer> producers) {
    ArrayNode array = node.putArray(name);
    for (DayGaps.SilentProducer producer : producers) {
      ObjectNode each = array.addObject().put("producer", producer.name());
      producer.reached().ifPresent(at -> each.put("reached", at.toString()));
    }
  }

  private static String text(ObjectNode node) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
    } catch (JsonProcessingException e) {
      throw new FirnException(ErrorCode.INTERNAL, "can't write a marker", e);
    }
  }
}
