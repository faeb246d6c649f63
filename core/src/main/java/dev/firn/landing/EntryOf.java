package dev.firn.landing;

import dev.firn.decode.DecodeCounts;
import dev.firn.decode.SourceFileException;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.source.Notice;
import dev.firn.source.PathParts;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Makes the ledger entry of a source file. It names no commit yet: {@link
 * LandingResult#withCommit}.
 *
 * @param notice the word of the file
 * @param path what its path says
 */
record EntryOf(Notice notice, PathParts path) {
  private static final DecodeCounts NOTHING =
      new DecodeCounts(0, 0, 0, OptionalLong.empty(), OptionalLong.empty());

  /** A file of zero bytes. */
  LedgerEntry empty() {
    return ingested(new Landing.Taken(NOTHING, 0, Optional.empty()));
  }

  /** A file that has closed cleanly. */
  LedgerEntry ingested(Landing.Taken taken) {
    return entry(FileStatus.INGESTED, Optional.empty(), Optional.empty(), taken);
  }

  /** A file that is broken as a whole: none of its rows was written or put aside. */
  LedgerEntry rejected(SourceFileException cause) {
    return entry(
        FileStatus.REJECTED,
        Optional.of(cause.reason().code()),
        Optional.ofNullable(cause.getMessage()),
        new Landing.Taken(NOTHING, 0, Optional.empty()));
  }

  private LedgerEntry entry(
      FileStatus status, Optional<String> reason, Optional<String> detail, Landing.Taken taken) {
    DecodeCounts counts = taken.counts();
    return new LedgerEntry(
        notice.file(),
        status,
        reason,
        detail,
        path.day(),
        path.producer(),
        counts.rowsIn(),
        counts.rowsWritten() - taken.screened(),
        counts.rowsRejected() + taken.screened(),
        counts.rowsDropped(),
        boxed(counts.minEventMicros()),
        boxed(counts.maxEventMicros()),
        taken.rejects(),
        notice.seenAt(),
        Instant.EPOCH,
        LandingResult.NO_COMMIT);
  }

  private static Optional<Long> boxed(OptionalLong value) {
    return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
  }
}
