package dev.firn.testkit.jdbc;

import java.util.SplittableRandom;

/**
 * How a connection breaks while a pointer is moved.
 *
 * @param site at which call
 * @param moment before or after the database got it
 * @param hits how many calls of that kind break, one after the other; at least 1
 * @param windowCommits commits of another writer before the client learns that its connection broke
 * @param deafCalls how many calls and connection attempts fail after that, before the database
 *     answers again
 * @param lateMillis for {@link Moment#LATE}: how much later the database gets the call
 */
public record Break(
    Site site, Moment moment, int hits, int windowCommits, int deafCalls, int lateMillis) {
  /** At which call; where a statement is its own transaction, both are that statement. */
  public enum Site {
    /** The UPDATE or INSERT on the pointers' table. */
    STATEMENT,
    /** The end of the transaction that has one. */
    COMMIT
  }

  /** When the connection breaks. */
  public enum Moment {
    /** The database never gets the call; what it had begun it undoes. */
    BEFORE,
    /** The database does it, and its answer is lost. */
    AFTER,
    /**
     * The client is told first; the database gets the call later, and holds its locks till then.
     */
    LATE
  }

  /** Any of them; long silences, after which a client may give up, are rare. */
  static Break draw(SplittableRandom random) {
    Site site = random.nextInt(3) == 0 ? Site.STATEMENT : Site.COMMIT;
    Moment[] moments = Moment.values();
    boolean silent = random.nextInt(8) == 0;
    return new Break(
        site,
        moments[random.nextInt(moments.length)],
        random.nextInt(4) == 0 ? 2 : 1,
        random.nextInt(4),
        silent ? 4 + random.nextInt(12) : random.nextInt(3),
        random.nextInt(25));
  }
}
