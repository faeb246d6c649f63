package dev.firn.pipeline;

import dev.firn.source.FileIdentity;
import dev.firn.source.Notice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Source files between their first notice and their commit, by location.
 *
 * <p>A file leaves only after the ledger head that covers it is published (see {@link Pipeline});
 * who first finds a location not in here and then reads the head has therefore seen every commit of
 * this process.
 */
final class InFlight {
  /** What became of an attempt to join. */
  enum Joined {
    /** The location was not in flight. */
    NO,
    /** The same version is in flight; the notice waits with it. */
    SAME_VERSION,
    /** Another version of the location is in flight; the notice waits until that one has ended. */
    OTHER_VERSION
  }

  private final Map<String, FileTask> tasks = new HashMap<>();
  private final List<Notice> freed = new ArrayList<>();

  /** Lets a notice wait with the task of its version, if there is one. */
  synchronized Joined join(Notice notice) {
    FileTask task = tasks.get(notice.file().location());
    if (task == null) {
      return Joined.NO;
    }
    if (!task.file().sameVersionAs(notice.file())) {
      task.later().add(notice);
      return Joined.OTHER_VERSION;
    }
    task.notices().add(notice);
    return Joined.SAME_VERSION;
  }

  /** Begins a task; its location must not be in flight. */
  synchronized void begin(FileTask task) {
    if (tasks.putIfAbsent(task.file().location(), task) != null) {
      throw new IllegalStateException("in flight already: " + task.file().location());
    }
  }

  /** Ends the tasks of these files and hands out all their notices. */
  synchronized List<Notice> end(Collection<FileIdentity> files) {
    List<Notice> notices = new ArrayList<>();
    for (FileIdentity file : files) {
      FileTask task = tasks.remove(file.location());
      if (task != null) {
        notices.addAll(task.notices());
        freed.addAll(task.later());
      }
    }
    return notices;
  }

  /** Takes the notices of other versions that waited for a task that has ended. */
  synchronized List<Notice> takeFreed() {
    List<Notice> notices = List.copyOf(freed);
    freed.clear();
    return notices;
  }

  synchronized int size() {
    return tasks.size();
  }
}
