package dev.firn.plan.explain;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * A state of a table: a snapshot, and the schema that readers of it get.
 *
 * @param snapshot empty if the table has none yet
 */
public record AsOf(Optional<Snapshot> snapshot, Schema schema) {
  private static final List<Function<String, Instant>> FORMATS =
      List.of(
          text -> OffsetDateTime.parse(text).toInstant(),
          text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC),
          text -> LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC));

  /** The table as it is now. */
  public static AsOf now(Table table) {
    return new AsOf(Optional.ofNullable(table.currentSnapshot()), table.schema());
  }

  /**
   * The table as it was.
   *
   * @param text the name of a tag or branch, the number of a snapshot, or a time (UTC if it names
   *     no zone), looked for in this order; at a time the table's state is the one of its history
   * @throws FirnException {@link ErrorCode#NOT_FOUND} if there is no such state
   */
  public static AsOf of(Table table, String text) {
    SnapshotRef ref = table.refs().get(text);
    if (ref != null) {
      return new AsOf(
          Optional.of(table.snapshot(ref.snapshotId())), SnapshotUtil.schemaFor(table, text));
    }
    Optional<Snapshot> snapshot = byId(table, text);
    if (snapshot.isEmpty()) {
      snapshot = time(text).flatMap(time -> at(table, text, time));
    }
    return snapshot
        .map(
            found ->
                new AsOf(Optional.of(found), SnapshotUtil.schemaFor(table, found.snapshotId())))
        .orElseThrow(() -> unknown(table, text));
  }

  private static Optional<Snapshot> byId(Table table, String text) {
    try {
      return Optional.ofNullable(table.snapshot(Long.parseLong(text)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> time(String text) {
    String iso = text.strip().replace(' ', 'T');
    for (Function<String, Instant> format : FORMATS) {
      try {
        return Optional.of(format.apply(iso));
      } catch (DateTimeParseException e) {
        // Another format may fit.
      }
    }
    return Optional.empty();
  }

  private static Optional<Snapshot> at(Table table, String text, Instant time) {
    Long id = SnapshotUtil.nullableSnapshotIdAsOfTime(table, time.toEpochMilli());
    if (id != null) {
      return Optional.ofNullable(table.snapshot(id));
    }
    String first =
        table.history().isEmpty()
            ? "none"
            : Instant.ofEpochMilli(table.history().get(0).timestampMillis()).toString();
    throw new FirnException(
        ErrorCode.NOT_FOUND,
        "the table had no snapshot at "
            + text
            + " that is still known; the first one of its history is of "
            + first);
  }

  private static FirnException unknown(Table table, String text) {
    String names = String.join(", ", new TreeSet<>(table.refs().keySet()));
    return new FirnException(
        ErrorCode.NOT_FOUND,
        "no tag, branch or snapshot is '"
            + text
            + "', and it is no time (2021-03-05T10:00:00Z); tags and branches: "
            + (names.isEmpty() ? "none" : names));
  }
}
