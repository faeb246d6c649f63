package dev.firn.ledger;

import dev.firn.source.FileIdentity;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/** Ledger entries for tests. */
final class Entries {
  static final Instant TIME = Instant.parse("2021-05-29T00:01:02.345678Z");
  static final LocalDate DAY = LocalDate.of(2021, 5, 29);

  private Entries() {}

  static FileIdentity file(String location, int version) {
    return new FileIdentity(
        location, Optional.of("v" + version), Optional.of("e" + version), 100 + version);
  }

  static LedgerEntry entry(FileIdentity file, FileStatus status, LocalDate day, long rows) {
    return entry(file, status, Optional.of(day), rows, TIME);
  }

  static LedgerEntry entry(
      FileIdentity file, FileStatus status, Optional<LocalDate> day, long rows, Instant committed) {
    boolean rejected = status == FileStatus.REJECTED;
    return new LedgerEntry(
        file,
        status,
        rejected ? Optional.of("bad-trailer") : Optional.empty(),
        rejected
            ? Optional.of("the gzip trailer of " + file.location() + " is bad")
            : Optional.empty(),
        day,
        Optional.of("web1"),
        rejected ? rows : rows + 1,
        rejected ? 0 : rows,
        rejected ? rows : 1,
        0,
        rejected ? Optional.empty() : Optional.of(-5L),
        rejected ? Optional.empty() : Optional.of(1_622_246_400_000_000L),
        rejected ? Optional.empty() : Optional.of("mem://t/rejects/x.parquet"),
        committed.minusMillis(1500),
        committed,
        new UUID(7, rows));
  }

  static LedgerEntry ingested(String location) {
    return entry(file(location, 1), FileStatus.INGESTED, DAY, 10);
  }
}
