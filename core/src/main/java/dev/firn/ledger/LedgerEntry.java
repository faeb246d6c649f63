package dev.firn.ledger;

import dev.firn.source.FileIdentity;
import java.io.Serializable;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/**
 * What became of one version of a source file; a row of a segment.
 *
 * @param file which version of which file
 * @param status what became of it
 * @param reason for {@link FileStatus#REJECTED}: the reject reason's code
 * @param detail for {@link FileStatus#REJECTED}: one line for a person
 * @param day the day in its path, if the pattern gives one
 * @param producer the producer in its path, if the pattern gives one
 * @param rowsIn rows found in it
 * @param rowsWritten rows that a commit put into the table
 * @param rowsRejected rows put aside; {@code rowsIn == rowsWritten + rowsRejected}
 * @param minEventMicros lowest event time of a written row, µs since 1970-01-01T00:00Z
 * @param maxEventMicros highest
 * @param rejects the rejects file that holds its rejected rows, if any
 * @param arrival when its notice came
 * @param committed when the commit was made
 * @param commitId the landing commit, {@code firn.commit} of the snapshot
 */
public record LedgerEntry(
    FileIdentity file,
    FileStatus status,
    Optional<String> reason,
    Optional<String> detail,
    Optional<LocalDate> day,
    Optional<String> producer,
    long rowsIn,
    long rowsWritten,
    long rowsRejected,
    Optional<Long> minEventMicros,
    Optional<Long> maxEventMicros,
    Optional<String> rejects,
    Instant arrival,
    Instant committed,
    UUID commitId)
    implements Serializable {
  /** Checks the balance. */
  public LedgerEntry {
    if (rowsIn != rowsWritten + rowsRejected) {
      throw new IllegalArgumentException(
          "rows in "
              + rowsIn
              + " != written "
              + rowsWritten
              + " + rejected "
              + rowsRejected
              + ": "
              + file);
    }
  }
}
