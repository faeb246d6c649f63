package dev.firn.ledger;

import java.io.Serializable;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * An immutable Parquet file of ledger entries, as a root lists it.
 *
 * @param location where it is
 * @param level how often its entries were merged; 0 as a commit wrote it
 * @param entries how many entries it holds, at least 1
 * @param sizeBytes the file's length
 * @param totals sums over its entries
 * @param days which days its entries have
 * @param dayRule names the rule by which days were taken from paths; empty if entries of several
 *     rules were merged, so that their days can't be relied on in a look-up
 * @param minHash lowest location hash
 * @param maxHash highest
 * @param minCommitted earliest commit time
 * @param maxCommitted latest
 */
public record Segment(
    String location,
    int level,
    long entries,
    long sizeBytes,
    LedgerTotals totals,
    DayRange days,
    Optional<String> dayRule,
    LocationHash minHash,
    LocationHash maxHash,
    Instant minCommitted,
    Instant maxCommitted)
    implements Serializable {
  /**
   * The days of a segment's entries.
   *
   * @param min earliest; empty if no entry has a day
   * @param max latest
   * @param someWithout whether some entries have none
   */
  public record DayRange(Optional<LocalDate> min, Optional<LocalDate> max, boolean someWithout)
      implements Serializable {}

  /** Checks that the counts agree. */
  public Segment {
    if (entries < 1 || level < 0 || totals.files() != entries) {
      throw new IllegalArgumentException(
          "segment "
              + location
              + ": level "
              + level
              + ", "
              + entries
              + " entries, totals of "
              + totals.files());
    }
  }
}
