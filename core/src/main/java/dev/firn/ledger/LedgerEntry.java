package dev.firn.ledger;

import dev.firn.source.FileIdentity;
import java.io.Serializable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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
 * @param rowsRejected rows put aside
 * @param rowsDropped rows that the pipeline's own steps left out; {@code rowsIn == rowsWritten +
 *     rowsRejected + rowsDropped}
 * @param minEventMicros lowest event time of a written row, µs since 1970-01-01T00:00Z
 * @param maxEventMicros highest
 * @param rejects the rejects file that holds its rejected rows, if any
 * @param arrival when its notice came, to the µs
 * @param committed when the commit was made, to the µs
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
    long rowsDropped,
    Optional<Long> minEventMicros,
    Optional<Long> maxEventMicros,
    Optional<String> rejects,
    Instant arrival,
    Instant committed,
    UUID commitId)
    implements Serializable {
  /** Checks the balance and cuts times to what a segment can hold. */
  public LedgerEntry {
    if (rowsIn != rowsWritten + rowsRejected + rowsDropped) {
      throw new IllegalArgumentException(
          "rows in "
              + rowsIn
              + " != written "
              + rowsWritten
              + " + rejected "
              + rowsRejected
              + " + dropped "
              + rowsDropped
              + ": "
              + file);
    }
    arrival = arrival.truncatedTo(ChronoUnit.MICROS);
    committed = committed.truncatedTo(ChronoUnit.MICROS);
  }

  /** This file with another status, recorded by another commit; rows, reason and arrival stay. */
  LedgerEntry as(FileStatus newStatus, Instant when, UUID commit) {
    return new LedgerEntry(
        file,
        newStatus,
        reason,
        detail,
        day,
        producer,
        rowsIn,
        rowsWritten,
        rowsRejected,
        rowsDropped,
        minEventMicros,
        maxEventMicros,
        rejects,
        arrival,
        when,
        commit);
  }

  /** A request to treat this file as unseen; it has no rows and no reason of its own. */
  LedgerEntry asReplay(Instant when, UUID commit) {
    return new LedgerEntry(
        file,
        FileStatus.REPLAY,
        Optional.empty(),
        Optional.empty(),
        day,
        producer,
        0,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        arrival,
        when,
        commit);
  }

  /** The same entry as part of a commit. */
  public LedgerEntry withCommit(UUID id, Instant time) {
    return as(status, time, id);
  }

  /** Optional values can't be serialised themselves. */
  private Object writeReplace() {
    return new Serialised(
        new Serialised.Texts(
            reason.orElse(null), detail.orElse(null), producer.orElse(null), rejects.orElse(null)),
        file,
        status,
        day.orElse(null),
        new long[] {rowsIn, rowsWritten, rowsRejected, rowsDropped},
        minEventMicros.orElse(null),
        maxEventMicros.orElse(null),
        arrival,
        committed,
        commitId);
  }

  private record Serialised(
      Texts texts,
      FileIdentity file,
      FileStatus status,
      @Nullable LocalDate day,
      long[] rows,
      @Nullable Long minEventMicros,
      @Nullable Long maxEventMicros,
      Instant arrival,
      Instant committed,
      UUID commitId)
      implements Serializable {
    private record Texts(
        @Nullable String reason,
        @Nullable String detail,
        @Nullable String producer,
        @Nullable String rejects)
        implements Serializable {}

    private Object readResolve() {
      return new LedgerEntry(
          file,
          status,
          Optional.ofNullable(texts.reason),
          Optional.ofNullable(texts.detail),
          Optional.ofNullable(day),
          Optional.ofNullable(texts.producer),
          rows[0],
          rows[1],
          rows[2],
          rows[3],
          Optional.ofNullable(minEventMicros),
          Optional.ofNullable(maxEventMicros),
          Optional.ofNullable(texts.rejects),
          arrival,
          committed,
          commitId);
    }
  }
}
