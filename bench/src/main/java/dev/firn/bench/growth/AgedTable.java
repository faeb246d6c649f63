package dev.firn.bench.growth;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerKeys;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerStore;
import dev.firn.ledger.MergePlan;
import dev.firn.ledger.NextRoot;
import dev.firn.ledger.Segment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.source.FileIdentity;
import dev.firn.testkit.generate.LogSchema;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.Transaction;

/** Makes a table look as if it had been written to for years; its rows stay as they are. */
final class AgedTable {
  private static final int FILES_PER_DAY = 60_000;
  private static final int ENTRIES_PER_SEGMENT = 100_000;
  private static final int PRODUCERS = 20;
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long MILLIS_PER_MINUTE = 60_000;

  private final OpenedTable opened;
  private final LocalDate day;

  /**
   * @param day the last day of the files that are to be known
   */
  AgedTable(OpenedTable opened, LocalDate day) {
    this.opened = opened;
    this.day = day;
  }

  /**
   * Adds files to the ledger that the table is told to hold, 60,000 a day.
   *
   * @return the bytes of the ledger's segments
   */
  long know(int files) {
    LedgerStore store = opened.ledger();
    TableMetadata base = opened.refresh();
    UUID table = UUID.fromString(base.uuid());
    UUID commit = UUID.randomUUID();
    List<Segment> segments = new ArrayList<>();
    for (int from = 0; from < files; from += ENTRIES_PER_SEGMENT) {
      int until = Math.min(files, from + ENTRIES_PER_SEGMENT);
      List<LedgerEntry> entries = new ArrayList<>(until - from);
      for (int file = from; file < until; file++) {
        entries.add(entry(files - 1 - file, commit));
      }
      segments.add(store.writeSegment(entries, LogSchema.PATH_PATTERN));
    }
    LedgerRoot root =
        store.writeRoot(NextRoot.after(opened.head(), table, commit).adding(segments));
    Optional<MergePlan> plan = store.planMerge(root);
    while (plan.isPresent()) {
      root =
          store.writeRoot(
              NextRoot.after(Optional.of(root), table, commit).merging(store.merge(plan.get())));
      plan = store.planMerge(root);
    }
    Transaction transaction = new BaseTable(opened.operations(), opened.name()).newTransaction();
    transaction
        .newAppend()
        .set(LedgerKeys.SUMMARY_LEDGER, root.location())
        .set(LedgerKeys.SUMMARY_COMMIT, commit.toString())
        .commit();
    transaction.updateProperties().set(LedgerKeys.PROPERTY_LEDGER, root.location()).commit();
    transaction.commitTransaction();
    return root.segments().stream().mapToLong(Segment::sizeBytes).sum();
  }

  private LedgerEntry entry(int daysBackFile, UUID commit) {
    LocalDate of = day.minusDays(daysBackFile / FILES_PER_DAY);
    String path =
        String.format(
            Locale.ROOT,
            "/logs/in/%tY/%<tm/%<td/web-%02d-%09d.json.gz",
            of,
            daysBackFile % PRODUCERS,
            daysBackFile);
    long midnight = of.toEpochDay() * MICROS_PER_DAY;
    Instant arrived = Instant.ofEpochSecond(of.toEpochDay() * 86_400 + 1);
    return new LedgerEntry(
        new FileIdentity(
            path, Optional.empty(), Optional.of(Integer.toHexString(daysBackFile)), 10_000),
        FileStatus.INGESTED,
        Optional.empty(),
        Optional.empty(),
        Optional.of(of),
        Optional.of("web-" + daysBackFile % PRODUCERS),
        200,
        200,
        0,
        0,
        Optional.of(midnight),
        Optional.of(midnight + 1),
        Optional.empty(),
        arrived,
        arrived.plusSeconds(60),
        commit);
  }

  /**
   * Puts snapshots before the first one, a minute apart, each as large as the newest.
   *
   * @return the bytes of the metadata, as JSON
   */
  long remember(int snapshots) throws IOException {
    TableMetadata base = opened.refresh();
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode json = (ObjectNode) mapper.readTree(TableMetadataParser.toJson(base));
    ArrayNode real = (ArrayNode) json.get("snapshots");
    ArrayNode realLog = (ArrayNode) json.get("snapshot-log");
    ArrayNode all = mapper.createArrayNode();
    ArrayNode log = mapper.createArrayNode();
    long first = real.get(0).get("timestamp-ms").asLong();
    for (int i = 0; i < snapshots; i++) {
      ObjectNode snapshot = real.get(real.size() - 1).deepCopy();
      snapshot.put("snapshot-id", i + 1L).put("sequence-number", 1);
      snapshot.put("timestamp-ms", first - (snapshots - i) * MILLIS_PER_MINUTE);
      if (i > 0) {
        snapshot.put("parent-snapshot-id", (long) i);
      } else {
        snapshot.remove("parent-snapshot-id");
      }
      all.add(snapshot);
      log.addObject()
          .put("snapshot-id", i + 1L)
          .put("timestamp-ms", snapshot.get("timestamp-ms").asLong());
    }
    if (snapshots > 0) {
      ((ObjectNode) real.get(0)).put("parent-snapshot-id", (long) snapshots);
    }
    all.addAll(real);
    log.addAll(realLog);
    json.set("snapshots", all);
    json.set("snapshot-log", log);
    String aged = mapper.writeValueAsString(json);
    opened.operations().commit(base, TableMetadataParser.fromJson(aged));
    return aged.length();
  }
}
