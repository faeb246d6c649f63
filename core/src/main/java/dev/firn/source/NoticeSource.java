package dev.firn.source;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * A place that says which files exist: a watched folder, a listing, later a queue or a webhook.
 *
 * <p>At least once: each complete file that matches the source's pattern is delivered until it is
 * acknowledged. Whoever polls finds out from the ledger what is new. One thread polls; any thread
 * may acknowledge or release.
 */
public interface NoticeSource extends AutoCloseable {
  /**
   * Notices that are not in delivery, at most {@code max}; waits up to {@code wait} for the first
   * one and then returns what there is, possibly nothing.
   */
  List<Notice> poll(int max, Duration wait) throws InterruptedException;

  /**
   * The files are in the ledger: these notices need not come again. Called after the commit, never
   * before.
   */
  void acknowledge(Collection<Notice> notices);

  /** The files could not be dealt with now: deliver the notices again. */
  void release(Collection<Notice> notices);

  /**
   * Whether everything that was there when the source was opened has been delivered and
   * acknowledged, and nothing more will come unless files are added: what {@code --once} waits for.
   * Only polling finds that out: false until a poll has looked at everything.
   */
  boolean isDrained();

  /**
   * The same, but for notices that are in delivery and that the receiver can't do anything about
   * now.
   */
  boolean isDrainedBut(Collection<Notice> held);

  /** What was passed over and why, since the source was opened. */
  SkipCounts skipped();

  /**
   * Stops watching; notices in delivery are forgotten (and delivered again by the next one to
   * open).
   */
  @Override
  void close();
}
