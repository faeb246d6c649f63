package dev.firn.source;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The common part of the folder sources: lists the folder step by step, passes over what is no
 * source file, waits until files have settled and hands them out.
 *
 * <p>All looking at the file system is done by the thread that polls, so a listing goes on only as
 * fast as somebody takes the notices. Every file is looked at once more right before it is handed
 * out.
 */
final class FolderFeed {
  /** Decides which folders to list; told of each before it is listed. */
  interface FolderGate {
    boolean enter(Path folder);
  }

  private static final Logger log = LoggerFactory.getLogger(FolderFeed.class);

  /** Files looked at in one go, so that events and due files wait some milliseconds at most. */
  private static final int CRAWL_STEP = 2_000;

  /** New folders that may wait to be listed; more of them are left to a sweep. */
  private static final int FOLDERS_MAX = 1_000;

  /** Pause before a file is looked at again for which storage had no answer. */
  private static final long RETRY_MILLIS = 1_000;

  private final FolderSettings settings;
  private final Clock clock;
  private final FolderGate gate;
  private final Optional<Duration> sweepEvery;
  private final PendingFiles pending;
  private final SourceSieve sieve;
  private final Deque<Path> toCrawl = new ArrayDeque<>();
  private @Nullable FolderCrawl crawl;
  private FolderCrawl.@Nullable Found held;
  private volatile @Nullable FirnException failure;
  private boolean sweeping;
  private Instant nextSweep = Instant.MAX;
  private volatile boolean crawling = true;

  /**
   * Begins with a full listing at the first poll.
   *
   * @param sweepEvery how often to list again; empty: never, and a folder that can't be read is an
   *     error rather than something that the next sweep may find readable
   */
  FolderFeed(FolderSettings settings, Clock clock, FolderGate gate, Optional<Duration> sweepEvery) {
    this.settings = settings;
    this.clock = clock;
    this.gate = gate;
    this.sweepEvery = sweepEvery;
    this.pending = new PendingFiles(settings.pendingMax(), settings.rememberedMax());
    this.sieve = new SourceSieve(settings);
    if (!Files.isDirectory(settings.root())) {
      throw new FirnException(
          ErrorCode.NOT_FOUND,
          "opening the source folder "
              + settings.root()
              + ": it is no folder; create it or correct the path");
    }
    pending.wantSweep();
  }

  /** See {@link NoticeSource#poll}. */
  List<Notice> poll(int max, Duration wait) throws InterruptedException {
    if (max < 1) {
      throw new IllegalArgumentException("poll needs a maximum of 1 or more, got " + max);
    }
    long deadline = System.nanoTime() + nanos(wait);
    while (true) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while reading " + settings.root());
      }
      long seen = pending.changes();
      startSweepIfDue();
      lookAtTouched();
      crawlOn();
      throwIfFailed();
      List<Notice> notices = deliver(max);
      long left = deadline - System.nanoTime();
      if (!notices.isEmpty() || left <= 0) {
        return notices;
      }
      if (!crawling || !pending.hasRoom()) {
        pending.awaitChange(seen, Math.min(left, nanosToNextWork()));
      }
    }
  }

  void touched(Path path) {
    pending.touch(path);
  }

  void sweepSoon() {
    pending.wantSweep();
  }

  void acknowledge(Collection<Notice> notices) {
    notices.forEach(notice -> pending.acknowledge(notice.file(), true));
  }

  /** Like acknowledge, for files that are deleted now and whose names may come again. */
  void forget(Notice notice) {
    pending.acknowledge(notice.file(), false);
  }

  void release(Collection<Notice> notices) {
    long now = clock.millis();
    notices.forEach(notice -> pending.release(notice.file(), now));
  }

  /** Like release, but for a while: the receiver's own storage had no answer. */
  void releaseLater(Notice notice) {
    pending.release(notice.file(), clock.millis() + RETRY_MILLIS);
  }

  boolean isDrained() {
    return isDrainedBut(List.of());
  }

  boolean isDrainedBut(Collection<Notice> held) {
    Set<String> locations = new HashSet<>();
    held.forEach(notice -> locations.add(notice.file().location()));
    // A crawl that has ended has put all that it found among the pending, so it is asked first; a
    // touched folder becomes a crawl before it stops being pending, so it is asked again.
    return !crawling && pending.isEmptyBut(locations) && !crawling && failure == null;
  }

  SkipCounts skipped() {
    return sieve.skipped();
  }

  /** Ends a crawl that stands still; by the polling thread, or after it has ended. */
  void close() {
    FolderCrawl open = crawl;
    if (open != null) {
      open.close();
      crawl = null;
    }
  }

  /** A listing with a gap in it stays failed, or the next poll would call it drained. */
  private void throwIfFailed() {
    FirnException known = failure;
    if (known != null) {
      throw new FirnException(known.code(), String.valueOf(known.getMessage()), known);
    }
  }

  private void startSweepIfDue() {
    if (sweeping) {
      return;
    }
    Instant now = clock.instant();
    boolean due = !now.isBefore(nextSweep);
    if (sweepEvery.isPresent() && nextSweep.isAfter(now.plus(sweepEvery.get()))) {
      // The clock was set back (or this is the first sweep).
      nextSweep = now.plus(sweepEvery.get());
    }
    // Set first: between taking the wish and crawling, the feed must not look drained.
    boolean before = crawling;
    crawling = true;
    if (pending.takeSweepWanted() || due) {
      toCrawl.addLast(settings.root());
      sweeping = true;
    } else {
      crawling = before;
    }
  }

  private void lookAtTouched() {
    for (int i = 0; i < CRAWL_STEP; i++) {
      Optional<Path> next = pending.nextTouched();
      if (next.isEmpty()) {
        return;
      }
      lookAt(next.get());
    }
  }

  private void lookAt(Path path) {
    try {
      if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        crawlSoon(path);
        return;
      }
      if (!Files.isRegularFile(path)) {
        return;
      }
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (offer(path, attributes) == PendingFiles.Offer.FULL) {
        pending.wantSweep();
      }
    } catch (IOException e) {
      // Gone already, or unreadable for now: if it is still there, a sweep finds it.
      log.debug("looking at {} failed, the next sweep will see it: {}", path, e.toString());
    }
  }

  private void crawlSoon(Path folder) {
    if (toCrawl.size() >= FOLDERS_MAX) {
      pending.wantSweep();
      return;
    }
    crawling = true;
    toCrawl.addLast(folder);
  }

  private void crawlOn() {
    for (int i = 0; i < CRAWL_STEP && pending.hasRoom(); i++) {
      FolderCrawl.Found found = held != null ? held : nextFound();
      held = null;
      if (found == null) {
        return;
      }
      if (offer(found.path(), found.attributes()) == PendingFiles.Offer.FULL) {
        held = found;
        return;
      }
    }
  }

  private FolderCrawl.@Nullable Found nextFound() {
    while (true) {
      FolderCrawl open = crawl;
      if (open == null) {
        Path root = toCrawl.pollFirst();
        if (root == null) {
          endOfCrawls();
          return null;
        }
        open = new FolderCrawl(root, new Visitor());
        crawl = open;
      }
      FolderCrawl.Found found = open.next();
      if (found != null) {
        return found;
      }
      open.close();
      crawl = null;
    }
  }

  private void endOfCrawls() {
    if (sweeping) {
      sweeping = false;
      nextSweep = sweepEvery.map(clock.instant()::plus).orElse(Instant.MAX);
    }
    crawling = false;
  }

  private PendingFiles.Offer offer(Path path, BasicFileAttributes attributes) {
    Optional<String> below = sieve.sourcePath(path, attributes);
    if (below.isEmpty()) {
      return PendingFiles.Offer.KNOWN;
    }
    FileIdentity file = LocalLocation.identity(path, attributes);
    Instant now = clock.instant();
    return pending.offer(path, below.get(), file, now, dueMillis(attributes, now.toEpochMilli()));
  }

  /** When a file with this modification time has settled, if it stays as it is. */
  private long dueMillis(BasicFileAttributes attributes, long nowMillis) {
    return nowMillis + unsettledMillis(attributes.lastModifiedTime().toMillis(), nowMillis);
  }

  private long unsettledMillis(long modifiedMillis, long nowMillis) {
    long settle = settings.settle().toMillis();
    // A modification time ahead of our clock says nothing of how long ago it was.
    return modifiedMillis > nowMillis ? settle : Math.max(0, modifiedMillis + settle - nowMillis);
  }

  private List<Notice> deliver(int max) {
    List<Notice> notices = new ArrayList<>();
    while (notices.size() < max) {
      long now = clock.millis();
      // No file is due later than this, unless the clock was set back.
      long latest = now + Math.max(settings.settle().toMillis(), RETRY_MILLIS);
      Optional<PendingFiles.Entry> due = pending.takeDue(now, latest);
      if (due.isEmpty()) {
        break;
      }
      deliver(due.get()).ifPresent(notices::add);
    }
    return notices;
  }

  private Optional<Notice> deliver(PendingFiles.Entry entry) {
    long nowMillis = clock.millis();
    FileIdentity now;
    long unsettled;
    try {
      BasicFileAttributes attributes = Files.readAttributes(entry.path, BasicFileAttributes.class);
      now = LocalLocation.identity(entry.path, attributes);
      unsettled = unsettledMillis(attributes.lastModifiedTime().toMillis(), nowMillis);
    } catch (NoSuchFileException e) {
      pending.drop(entry);
      return Optional.empty();
    } catch (IOException e) {
      log.warn("looking at {} failed, trying again: {}", entry.path, e.toString());
      pending.putBack(entry, nowMillis + RETRY_MILLIS);
      return Optional.empty();
    }
    if (unsettled > 0 && !pending.isUnchanged(entry, now)) {
      pending.putBack(entry, now, nowMillis + unsettled);
      return Optional.empty();
    }
    if (!pending.deliver(entry, now)) {
      return Optional.empty();
    }
    return Optional.of(new Notice(now, entry.below, entry.seenAt, ""));
  }

  private long nanosToNextWork() {
    Instant next = nextSweep;
    OptionalLong due = pending.nextDueMillis();
    if (due.isPresent() && Instant.ofEpochMilli(due.getAsLong()).isBefore(next)) {
      next = Instant.ofEpochMilli(due.getAsLong());
    }
    if (next.equals(Instant.MAX)) {
      return Long.MAX_VALUE;
    }
    // At least a millisecond: the clock may be coarser than the wait.
    return Math.max(1_000_000, nanos(Duration.between(clock.instant(), next)));
  }

  private static long nanos(Duration time) {
    // 146 years; beyond that nanoTime plus the wait would overflow.
    return time.compareTo(Duration.ofDays(50_000)) > 0
        ? Duration.ofDays(50_000).toNanos()
        : time.toNanos();
  }

  private final class Visitor implements FolderCrawl.Visitor {
    @Override
    public boolean enter(Path folder) {
      return sieve.enters(folder) && gate.enter(folder);
    }

    @Override
    public void passLink(Path link) {
      sieve.skipLink(link);
    }

    @Override
    public void failed(Path path, IOException cause) {
      if (sweepEvery.isEmpty()) {
        failure =
            new FirnException(
                ErrorCode.STORAGE,
                "listing "
                    + settings.root()
                    + ": can't read "
                    + path
                    + " ("
                    + cause
                    + "), so the listing is not complete; check its permissions and start again",
                cause);
        return;
      }
      log.warn("can't read {}, the next sweep tries again: {}", path, cause.toString());
    }
  }
}
