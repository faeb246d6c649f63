package dev.firn.catalog;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns between the processes of one machine, as locks on bytes of an empty file beside the
 * database. The system frees a lock with the process that held it. Whatever fails here costs speed
 * and nothing else, so it is logged and passed over.
 */
final class TurnFile {
  private static final Logger LOG = LoggerFactory.getLogger(TurnFile.class);

  /** Two tables with one byte wait for each other now and then, no more. */
  private static final long BYTES = 1L << 40;

  private static final long FIRST_PAUSE_NANOS = 50_000;
  private static final long MAX_PAUSE_NANOS = 1_000_000;
  private static final PointerStore.Turn NONE = () -> {};

  private final Path file;
  private @Nullable FileChannel channel;

  TurnFile(Path file) {
    this.file = file;
  }

  /** A turn; one that does nothing if none was free in time. */
  PointerStore.Turn lock(long key, Duration longest) {
    try {
      FileLock lock = await(channel(), Math.floorMod(key, BYTES), longest);
      return lock == null ? NONE : () -> release(lock);
    } catch (IOException e) {
      LOG.debug("No turn from {}", file, e);
      return NONE;
    }
  }

  /** One for all turns: closing any channel on the file would free every lock of the process. */
  private synchronized FileChannel channel() throws IOException {
    FileChannel open = channel;
    if (open == null || !open.isOpen()) {
      open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel = open;
    }
    return open;
  }

  private static @Nullable FileLock await(FileChannel channel, long at, Duration longest)
      throws IOException {
    long startNanos = System.nanoTime();
    long pauseNanos = FIRST_PAUSE_NANOS;
    while (true) {
      FileLock lock = tryLock(channel, at);
      if (lock != null) {
        return lock;
      }
      boolean late = System.nanoTime() - startNanos > longest.toNanos();
      if (late || Thread.currentThread().isInterrupted()) {
        return null;
      }
      LockSupport.parkNanos(pauseNanos);
      pauseNanos = Math.min(MAX_PAUSE_NANOS, 2 * pauseNanos);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel, long at) throws IOException {
    try {
      return channel.tryLock(at, 1, false);
    } catch (OverlappingFileLockException e) {
      // Another store of this process has it.
      return null;
    }
  }

  private static void release(FileLock lock) {
    try {
      lock.release();
    } catch (IOException e) {
      LOG.debug("A turn was not given back", e);
    }
  }

  synchronized void close() {
    FileChannel open = channel;
    channel = null;
    try {
      if (open != null) {
        open.close();
      }
    } catch (IOException e) {
      LOG.debug("{} was not closed", file, e);
    }
  }
}
