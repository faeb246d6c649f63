package dev.firn.source;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder into which files are written: file system events for speed, a full listing at the start
 * and sweeps from time to time for certainty, since events get lost.
 *
 * <p>A file is handed out once it is complete: its name is neither temporary nor hidden, and its
 * size and modification time have not changed for the settling time. A file renamed into place
 * whose modification time is older than that is handed out at once.
 *
 * <p>Each folder is registered for events before it is listed, so nothing falls between. If the
 * system allows no more registrations, or has no events (network file systems), sweeps alone find
 * the files. One daemon thread takes the events; the file system is read by the thread that polls.
 */
public final class WatchedFolder implements NoticeSource {
  private static final Logger log = LoggerFactory.getLogger(WatchedFolder.class);

  private final FolderFeed feed;
  private final WatchService events;
  private final Thread listener;
  private boolean registrationFailed;

  /**
   * Opens the folder; it is listed from the first poll on.
   *
   * @throws FirnException with code NOT_FOUND if there is no such folder, STORAGE if the system has
   *     no watch service left (on Linux: {@code fs.inotify.max_user_instances})
   */
  public WatchedFolder(FolderSettings settings, Clock clock) {
    this(settings, clock, folder -> true);
  }

  /** The same for those folders only which the gate lets in. */
  WatchedFolder(FolderSettings settings, Clock clock, FolderFeed.FolderGate gate) {
    this.feed =
        new FolderFeed(
            settings,
            clock,
            folder -> gate.enter(folder) && register(folder),
            Optional.of(settings.sweepEvery()));
    try {
      this.events = settings.root().getFileSystem().newWatchService();
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "watching "
              + settings.root()
              + ": the system has no watch service left ("
              + e.getMessage()
              + "); raise fs.inotify.max_user_instances",
          e);
    }
    this.listener = new Thread(this::listen, "firn-watch " + settings.root().getFileName());
    listener.setDaemon(true);
    listener.start();
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

  /** A notice whose file is deleted by its own receiver. */
  void forget(Notice notice) {
    feed.forget(notice);
  }

  /** A notice that has to come again, but not at once. */
  void releaseLater(Notice notice) {
    feed.releaseLater(notice);
  }

  /** Stops watching; by the polling thread, or after its last poll. */
  @Override
  public void close() {
    feed.close();
    try {
      events.close();
    } catch (IOException e) {
      log.warn("closing the watch service failed: {}", e.toString());
    }
  }

  private boolean register(Path folder) {
    try {
      folder.register(
          events, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
    } catch (IOException e) {
      if (!registrationFailed) {
        registrationFailed = true;
        log.warn(
            "no events for {} and maybe more folders ({}): files there are found by sweeps only;"
                + " on Linux raise fs.inotify.max_user_watches",
            folder,
            e.toString());
      }
    } catch (ClosedWatchServiceException e) {
      return false;
    }
    return true;
  }

  private void listen() {
    try {
      while (true) {
        WatchKey key = events.take();
        for (WatchEvent<?> event : key.pollEvents()) {
          hear(key, event);
        }
        key.reset();
      }
    } catch (ClosedWatchServiceException e) {
      log.debug("watching has ended");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void hear(WatchKey key, WatchEvent<?> event) {
    if (event.kind() == StandardWatchEventKinds.OVERFLOW
        || !(event.context() instanceof Path name)
        || !(key.watchable() instanceof Path folder)) {
      feed.sweepSoon();
    } else {
      feed.touched(folder.resolve(name));
    }
  }
}
