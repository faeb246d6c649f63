package dev.firn.publish;

import java.util.Locale;

/**
 * What became known of one partition of the table's default spec.
 *
 * @param kind what
 * @param partition as {@code ts_day=2021-05-29/action=view}
 * @param day the day with whose revision it became known
 * @param revision that revision
 */
public record PartitionSignal(Kind kind, String partition, String day, int revision) {
  /** What can become known. */
  public enum Kind {
    /** The first files are in it. */
    PARTITION_CREATED,
    /** Its day is ready: nothing more is expected, but for late rows. */
    PARTITION_INACTIVE;

    /** The word for programs. */
    public String code() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
