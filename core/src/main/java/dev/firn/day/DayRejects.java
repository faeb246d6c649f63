package dev.firn.day;

import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * What was put aside of a day's source files.
 *
 * @param files files that were rejected as a whole
 * @param rows rows that were put aside of others
 * @param named the first of both kinds
 */
public record DayRejects(long files, long rows, List<Reject> named) {
  /** Nothing was put aside. */
  static final DayRejects NONE = new DayRejects(0, 0, List.of());

  private static final int NAMED_MOST = 100;

  /**
   * A file that has not come in whole.
   *
   * @param file its location
   * @param why why it was rejected, or how many of its rows were
   */
  public record Reject(String file, String why) {}

  /** Copies the list. */
  public DayRejects {
    named = List.copyOf(named);
  }

  /** With the versions of one more file. */
  DayRejects plus(List<LedgerEntry> versions) {
    long moreFiles = files;
    long moreRows = rows;
    List<Reject> more = new ArrayList<>(named);
    for (LedgerEntry entry : versions) {
      boolean whole = entry.status() == FileStatus.REJECTED;
      boolean some = entry.status() == FileStatus.INGESTED && entry.rowsRejected() > 0;
      moreFiles += whole ? 1 : 0;
      moreRows += some ? entry.rowsRejected() : 0;
      if ((whole || some) && more.size() < NAMED_MOST) {
        String why =
            whole
                ? "rejected: " + entry.reason().orElse("no reason is noted")
                : entry.rowsRejected() + " of " + entry.rowsIn() + " rows rejected";
        more.add(new Reject(entry.file().location(), why));
      }
    }
    return new DayRejects(moreFiles, moreRows, more);
  }
}
