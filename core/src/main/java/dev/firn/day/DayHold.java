package dev.firn.day;

import java.util.Locale;

/**
 * A snapshot of another writer that did not see rows of a day, since they had landed and were not
 * compacted yet. The day waits until somebody has looked at it.
 *
 * @param snapshotId the snapshot
 * @param sequence its sequence number; later snapshots hold the day anew
 * @param cause what it did
 * @param released whether somebody let the day go on
 */
public record DayHold(long snapshotId, long sequence, Cause cause, boolean released) {
  /** What landing files are not seen by. */
  public enum Cause {
    /** Replacing the partitions that rows were written to; rows in landing files stay. */
    DYNAMIC_OVERWRITE("dynamic overwrite"),
    /** Equality deletes of a partition; they do not apply to files of another spec. */
    EQUALITY_DELETES("equality deletes");

    private final String text;

    Cause(String text) {
      this.text = text;
    }

    /** The word that the ledger holds. */
    String code() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Cause ofCode(String code) {
      for (Cause cause : values()) {
        if (cause.code().equals(code)) {
          return cause;
        }
      }
      throw new IllegalArgumentException("no cause of a hold '" + code + "'");
    }
  }

  DayHold release() {
    return new DayHold(snapshotId, sequence, cause, true);
  }

  /** One line for a person, with the next step. */
  String line(String day) {
    return "snapshot "
        + snapshotId
        + " of another writer ("
        + cause.text
        + ") did not see rows of the day that had landed and were not compacted; look at the day's"
        + " rows, then firn accept-day "
        + day
        + " lets it go on, or roll the table back to the snapshot before";
  }
}
