package dev.firn.day;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.LedgerRoot;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the ledger knows of days, by one rule of periods. Immutable; lives in the root's state under
 * {@code days}, one section per rule, so that another rule starts with an empty book.
 *
 * @param rule what a day is
 * @param first the first day of the first landing
 * @param since when that day was noted: from then on days are looked after even if they have no
 *     rows
 * @param records by name; days that nothing is known of are not among them
 * @param producers how far each producer has come: the latest of its event times and of the times
 *     in its paths, µs since 1970-01-01T00:00Z
 */
public record DayBook(
    PeriodRule rule,
    Optional<String> first,
    Optional<Instant> since,
    SortedMap<String, DayRecord> records,
    SortedMap<String, Long> producers) {
  /** Days that are remembered; older ones are dropped, their tags tell of them. */
  private static final int RECORDS_MOST = 500;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SECTION = "days";

  /** Copies the maps. */
  public DayBook {
    records = Collections.unmodifiableSortedMap(new TreeMap<>(records));
    producers = Collections.unmodifiableSortedMap(new TreeMap<>(producers));
  }

  /** A book without anything in it. */
  public static DayBook empty(PeriodRule rule) {
    return new DayBook(rule, Optional.empty(), Optional.empty(), new TreeMap<>(), new TreeMap<>());
  }

  /** The book of a head; empty if there is no ledger yet. */
  public static DayBook of(Optional<LedgerRoot> head, PeriodRule rule) {
    return read(head.map(LedgerRoot::state).orElse(LedgerRoot.NO_STATE), rule);
  }

  /**
   * Reads a root's state.
   *
   * @throws FirnException {@link ErrorCode#LEDGER_UNKNOWN} if it can't be understood
   */
  public static DayBook read(String state, PeriodRule rule) {
    try {
      JsonNode section = JSON.readTree(state).path(SECTION).path(rule.key());
      if (!section.isObject()) {
        return empty(rule);
      }
      SortedMap<String, DayRecord> records = new TreeMap<>();
      for (Map.Entry<String, JsonNode> each : section.path("records").properties()) {
        records.put(each.getKey(), readRecord(each.getValue()));
      }
      SortedMap<String, Long> producers = new TreeMap<>();
      for (Map.Entry<String, JsonNode> each : section.path("producers").properties()) {
        producers.put(each.getKey(), each.getValue().asLong());
      }
      return new DayBook(
          rule,
          Optional.ofNullable(section.path("first").textValue()),
          Optional.ofNullable(section.path("since").textValue()).map(Instant::parse),
          records,
          producers);
    } catch (JsonProcessingException | RuntimeException e) {
      throw new FirnException(
          ErrorCode.LEDGER_UNKNOWN,
          "the state of days in the ledger's head can't be understood ("
              + e.getMessage()
              + "); use the Firn that wrote it, or firn ledger adopt with an earlier root",
          e);
    }
  }

  /** A root's state with this book in place of the one that it had by the same rule. */
  public String into(String state) {
    try {
      ObjectNode all = (ObjectNode) JSON.readTree(state);
      ObjectNode section = all.withObjectProperty(SECTION).putObject(rule.key());
      first.ifPresent(name -> section.put("first", name));
      since.ifPresent(at -> section.put("since", at.toString()));
      ObjectNode recordsNode = section.putObject("records");
      records.forEach((name, record) -> writeRecord(recordsNode.putObject(name), record));
      ObjectNode producersNode = section.putObject("producers");
      producers.forEach(producersNode::put);
      return JSON.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new FirnException(ErrorCode.INTERNAL, "the ledger's state is no JSON object", e);
    }
  }

  /** What is known of a day. */
  public DayRecord get(String name) {
    return records.getOrDefault(name, DayRecord.NEW);
  }

  /** With a day's record in place of another. */
  public DayBook with(String name, DayRecord record) {
    SortedMap<String, DayRecord> next = new TreeMap<>(records);
    next.put(name, record);
    while (next.size() > RECORDS_MOST
        && next.getOrDefault(next.firstKey(), DayRecord.NEW).isSettled()) {
      next.remove(next.firstKey());
    }
    return new DayBook(rule, first, since, next, producers);
  }

  /** With a first day, unless there is one already. */
  DayBook startingAt(String name, Instant now) {
    return first.isPresent()
        ? this
        : new DayBook(rule, Optional.of(name), Optional.of(now), records, producers);
  }

  private static DayRecord readRecord(JsonNode node) {
    Optional<DayRevision> revision =
        node.has("revision")
            ? Optional.of(
                new DayRevision(
                    node.get("revision").asInt(),
                    node.get("snapshot-id").asLong(),
                    new DayContent(
                        node.path("rows").asLong(),
                        !node.path("rows-inexact").asBoolean(),
                        node.path("files").asLong())))
            : Optional.empty();
    return new DayRecord(
        DayPhase.ofCode(node.path("phase").asText()),
        node.path("touched").asLong(),
        node.path("perhaps").asLong(),
        node.path("checked").asLong(),
        revision,
        Optional.ofNullable(node.path("closed-at").textValue()).map(Instant::parse),
        node.path("gave-up").asBoolean(),
        node.path("accepted").asBoolean(),
        readHold(node.path("hold")));
  }

  private static Optional<DayHold> readHold(JsonNode node) {
    return node.isObject()
        ? Optional.of(
            new DayHold(
                node.path("snapshot-id").asLong(),
                node.path("sequence").asLong(),
                DayHold.Cause.ofCode(node.path("cause").asText()),
                node.path("released").asBoolean()))
        : Optional.empty();
  }

  private static void writeHold(ObjectNode node, DayHold hold) {
    node.put("snapshot-id", hold.snapshotId());
    node.put("sequence", hold.sequence());
    node.put("cause", hold.cause().code());
    if (hold.released()) {
      node.put("released", true);
    }
  }

  private static void writeRecord(ObjectNode node, DayRecord record) {
    node.put("phase", record.phase().code());
    putUnlessZero(node, "touched", record.touched());
    putUnlessZero(node, "perhaps", record.perhaps());
    putUnlessZero(node, "checked", record.checked());
    record
        .revision()
        .ifPresent(
            revision -> {
              node.put("revision", revision.number());
              node.put("snapshot-id", revision.snapshotId());
              node.put("rows", revision.content().rows());
              node.put("files", revision.content().files());
              if (!revision.content().exact()) {
                node.put("rows-inexact", true);
              }
            });
    record.closedAt().ifPresent(at -> node.put("closed-at", at.toString()));
    if (record.gaveUp()) {
      node.put("gave-up", true);
    }
    if (record.accepted()) {
      node.put("accepted", true);
    }
    record.hold().ifPresent(hold -> writeHold(node.putObject("hold"), hold));
  }

  private static void putUnlessZero(ObjectNode node, String name, long value) {
    if (value != 0) {
      node.put(name, value);
    }
  }
}
