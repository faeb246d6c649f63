package dev.firn.source;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * One full listing of a folder, for backfill and {@code --once}; what is added later is not seen.
 *
 * <p>The folder is listed as notices are polled, so it is drained at the earliest after the poll
 * that found nothing more. A file that is still changing is waited for. A folder that can't be read
 * makes {@link #poll} fail with code STORAGE, since drained would be a lie.
 */
public final class FolderListing implements NoticeSource {
  private final FolderFeed feed;

  /**
   * Opens a listing; {@code sweepEvery} of the settings is not used.
   *
   * @throws dev.firn.error.FirnException with code NOT_FOUND if there is no such folder
   */
  public FolderListing(FolderSettings settings, Clock clock) {
    this.feed = new FolderFeed(settings, clock, folder -> true, Optional.empty());
  }

  @Override
  public List<Notice> poll(int max, Duration wait) throws InterruptedException {
    return feed.poll(max, wait);
  }

  @Override
  public void acknowledge(Collection<Notice> notices) {
    feed.acknowledge(notices);
  }

  @Override
  public void release(Collection<Notice> notices) {
    feed.release(notices);
  }

  @Override
  public boolean isDrained() {
    return feed.isDrained();
  }

  @Override
  public boolean isDrainedBut(Collection<Notice> held) {
    return feed.isDrainedBut(held);
  }

  @Override
  public SkipCounts skipped() {
    return feed.skipped();
  }

  /** Ends the listing; by the polling thread, or after its last poll. */
  @Override
  public void close() {
    feed.close();
  }
}
