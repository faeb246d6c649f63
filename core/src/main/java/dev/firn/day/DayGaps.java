package dev.firn.day;

import dev.firn.source.FileIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a day lacks.
 *
 * @param listed files that were looked up
 * @param missingCount how many of them are not settled
 * @param missing the first of those
 * @param unread those of them, without exception, that nobody has read yet: of some the notice may
 *     be lost
 * @param silent declared producers that have not reported past the day's end
 * @param learntSilent the same of producers that only paths tell of; they hold nothing up
 */
public record DayGaps(
    long listed,
    long missingCount,
    List<MissingFile> missing,
    List<FileIdentity> unread,
    List<SilentProducer> silent,
    List<SilentProducer> learntSilent) {
  /** Files that are named. */
  static final int NAMED_MOST = 100;

  /**
   * A file that is listed and not in the ledger as ingested or rejected.
   *
   * @param location the file
   * @param why for a person
   */
  public record MissingFile(String location, String why) {}

  /**
   * A producer that has not reported past the day's end.
   *
   * @param name from the paths
   * @param reached the latest time that its files tell of
   */
  public record SilentProducer(String name, Optional<Instant> reached) {}

  /** Copies the lists. */
  public DayGaps {
    missing = List.copyOf(missing);
    unread = List.copyOf(unread);
    silent = List.copyOf(silent);
    learntSilent = List.copyOf(learntSilent);
  }

  /** Whether the day lacks nothing that it needs. */
  public boolean isComplete() {
    return missingCount == 0 && silent.isEmpty();
  }

  /** One line for a log. */
  public String line() {
    StringBuilder line = new StringBuilder();
    if (missingCount > 0) {
      line.append(missingCount)
          .append(" of ")
          .append(listed)
          .append(" files are missing, the first is ")
          .append(missing.get(0).location())
          .append(" (")
          .append(missing.get(0).why())
          .append(')');
    }
    for (SilentProducer producer : silent) {
      line.append(line.length() == 0 ? "" : "; ")
          .append("producer ")
          .append(producer.name())
          .append(producer.reached().map(at -> " is silent since " + at).orElse(" never reported"));
    }
    return line.length() == 0 ? "nothing is missing" : line.toString();
  }
}
