package dev.firn.cli;

import dev.firn.source.Notice;
import dev.firn.source.NoticeSource;
import dev.firn.source.SkipCounts;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Acknowledges every notice when it is delivered, long before its file is in the table. */
final class HastyNotices implements NoticeSource {
  private final NoticeSource source;

  HastyNotices(NoticeSource source) {
    this.source = source;
  }

  @Override
  public List<Notice> poll(int max, Duration wait) throws InterruptedException {
    List<Notice> notices = source.poll(max, wait);
    source.acknowledge(notices);
    return notices;
  }

  @Override
  public void acknowledge(Collection<Notice> notices) {
    source.acknowledge(notices);
  }

  @Override
  public void release(Collection<Notice> notices) {
    source.release(notices);
  }

  @Override
  public boolean isDrainedBut(Collection<Notice> held) {
    return source.isDrainedBut(held);
  }

  @Override
  public boolean isDrained() {
    return source.isDrained();
  }

  @Override
  public SkipCounts skipped() {
    return source.skipped();
  }

  @Override
  public void close() {
    source.close();
  }
}
