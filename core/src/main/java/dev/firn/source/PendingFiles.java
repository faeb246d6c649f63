package dev.firn.source;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a folder source knows of files on their way: touched (an event named them), waiting until
 * they are due, in delivery, acknowledged. Bounded; any thread. The file system is never asked
 * under its lock.
 *
 * <p>Invariants: a location is waiting, being looked at or in delivery at most once; a change seen
 * while it is in delivery is not lost but looked at after the acknowledgement.
 */
final class PendingFiles {
  /** What became of an offer. */
  enum Offer {
    /** It waits, or did so already. */
    TAKEN,
    /** This version was acknowledged. */
    KNOWN,
    /** There is no room; offer it again after an acknowledgement. */
    FULL
  }

  /** More touched paths than this are replaced by a sweep. */
  private static final int TOUCHED_MAX = 10_000;

  /** A file on its way. Only changed under the lock. */
  static final class Entry {
    final Path path;
    final String below;
    final Instant seenAt;
    private FileIdentity file;
    private long dueMillis;
    private boolean inDelivery;
    private boolean again;

    private Entry(Path path, String below, FileIdentity file, Instant seenAt, long dueMillis) {
      this.path = path;
      this.below = below;
      this.file = file;
      this.seenAt = seenAt;
      this.dueMillis = dueMillis;
    }

    private long dueMillis() {
      return dueMillis;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final int max;
  private final RecentHashes acknowledged;
  private final Map<String, Entry> entries = new HashMap<>();
  private final PriorityQueue<Entry> waiting =
      new PriorityQueue<>(Comparator.comparingLong(Entry::dueMillis));
  private final Set<Path> touched = new LinkedHashSet<>();
  private boolean looking;
  private boolean sweepWanted;
  private long changes;

  PendingFiles(int max, int rememberedMax) {
    this.max = max;
    this.acknowledged = new RecentHashes(rememberedMax);
  }

  /** An event named a path. */
  void touch(Path path) {
    lock.lock();
    try {
      if (touched.size() < TOUCHED_MAX) {
        touched.add(path);
      } else {
        sweepWanted = true;
      }
      signal();
    } finally {
      lock.unlock();
    }
  }

  /** The next touched path; it counts as being looked at until the next call. */
  Optional<Path> nextTouched() {
    lock.lock();
    try {
      Optional<Path> next = touched.stream().findFirst();
      next.ifPresent(touched::remove);
      looking = next.isPresent();
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** Events were lost: only a full listing can tell what there is. */
  void wantSweep() {
    lock.lock();
    try {
      sweepWanted = true;
      signal();
    } finally {
      lock.unlock();
    }
  }

  /** Whether a sweep was wanted since the last call. */
  boolean takeSweepWanted() {
    lock.lock();
    try {
      boolean wanted = sweepWanted;
      sweepWanted = false;
      return wanted;
    } finally {
      lock.unlock();
    }
  }

  /** A file was seen. */
  Offer offer(Path path, String below, FileIdentity file, Instant now, long dueMillis) {
    lock.lock();
    try {
      Entry present = entries.get(file.location());
      if (present != null) {
        present.again |= present.inDelivery && !present.file.equals(file);
        return Offer.TAKEN;
      }
      if (acknowledged.contains(hash(file))) {
        return Offer.KNOWN;
      }
      if (entries.size() >= max) {
        return Offer.FULL;
      }
      Entry entry = new Entry(path, below, file, now, dueMillis);
      entries.put(file.location(), entry);
      waiting.add(entry);
      return Offer.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the file that is due first, to be looked at once more; it has to be given back.
   *
   * @param latestMillis the first one is due then at the latest
   */
  Optional<Entry> takeDue(long nowMillis, long latestMillis) {
    lock.lock();
    try {
      Entry first = waiting.peek();
      if (first != null) {
        // It stays the first when its time is lowered, so the queue's order holds.
        first.dueMillis = Math.min(first.dueMillis, latestMillis);
      }
      if (first == null || first.dueMillis > nowMillis) {
        return Optional.empty();
      }
      return Optional.of(waiting.remove());
    } finally {
      lock.unlock();
    }
  }

  /** Whether a taken file still is the version that was seen last. */
  boolean isUnchanged(Entry entry, FileIdentity now) {
    lock.lock();
    try {
      return entry.file.equals(now);
    } finally {
      lock.unlock();
    }
  }

  /** Gives back a taken file that has to wait longer. */
  void putBack(Entry entry, FileIdentity now, long dueMillis) {
    lock.lock();
    try {
      entry.file = now;
      entry.dueMillis = dueMillis;
      waiting.add(entry);
    } finally {
      lock.unlock();
    }
  }

  /** Gives back a taken file for which storage had no answer. */
  void putBack(Entry entry, long dueMillis) {
    putBack(entry, entry.file, dueMillis);
  }

  /** Forgets a taken file: it is gone. */
  void drop(Entry entry) {
    lock.lock();
    try {
      entries.remove(entry.file.location());
      signal();
    } finally {
      lock.unlock();
    }
  }

  /** A taken file goes out in the version {@code now}; false if that version is acknowledged. */
  boolean deliver(Entry entry, FileIdentity now) {
    lock.lock();
    try {
      if (acknowledged.contains(hash(now))) {
        entries.remove(entry.file.location());
        signal();
        return false;
      }
      entry.file = now;
      entry.inDelivery = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * A delivered version is done.
   *
   * @param remember whether to keep in mind that this version need not be delivered again
   */
  void acknowledge(FileIdentity file, boolean remember) {
    lock.lock();
    try {
      if (remember) {
        acknowledged.add(hash(file));
      }
      Entry entry = entries.get(file.location());
      if (entry != null && entry.inDelivery && entry.file.sameVersionAs(file)) {
        entries.remove(file.location());
        if (entry.again) {
          touch(entry.path);
        }
      }
      signal();
    } finally {
      lock.unlock();
    }
  }

  /** A delivered version has to go out again, after those that are due before it. */
  void release(FileIdentity file, long dueMillis) {
    lock.lock();
    try {
      Entry entry = entries.get(file.location());
      if (entry != null && entry.inDelivery && entry.file.sameVersionAs(file)) {
        entry.inDelivery = false;
        entry.again = false;
        entry.dueMillis = dueMillis;
        waiting.add(entry);
      }
      signal();
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing is on its way but for these locations, which are in delivery. */
  boolean isEmptyBut(Set<String> locations) {
    lock.lock();
    try {
      return touched.isEmpty()
          && !looking
          && !sweepWanted
          && entries.size() <= locations.size()
          && entries.values().stream()
              .allMatch(e -> e.inDelivery && locations.contains(e.file.location()));
    } finally {
      lock.unlock();
    }
  }

  /** Whether a file could be taken in. */
  boolean hasRoom() {
    lock.lock();
    try {
      return entries.size() < max;
    } finally {
      lock.unlock();
    }
  }

  /** When the next waiting file is due. */
  OptionalLong nextDueMillis() {
    lock.lock();
    try {
      Entry first = waiting.peek();
      return first == null ? OptionalLong.empty() : OptionalLong.of(first.dueMillis);
    } finally {
      lock.unlock();
    }
  }

  /** A number that grows with every change that a sleeping poller should wake up for. */
  long changes() {
    lock.lock();
    try {
      return changes;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there was a change since {@code seen}, or the time is over. */
  void awaitChange(long seen, long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (changes == seen && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void signal() {
    changes++;
    changed.signalAll();
  }

  private static long hash(FileIdentity file) {
    return RecentHashes.hash(file.location(), file.etag().orElse(""), file.sizeBytes());
  }
}
