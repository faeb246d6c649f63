package dev.firn.io;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Creates folders so that they survive a crash of the machine, and makes changes in them durable.
 *
 * <p>A folder's name is an entry of its parent, so the parent is synced. A folder that is there
 * already may have been made a moment ago by somebody who has not synced yet: each folder's chain
 * is therefore synced once per instance, whoever made it. Safe for threads.
 */
final class DurableFolders {
  /** Bounds the memory of the cache: partitions times days of a long run would fill it for ever. */
  private static final int MAX_KNOWN_FOLDERS = 10_000;

  /** A folder can't be opened for syncing on Windows, where renames are journalled anyway. */
  private static final boolean CAN_SYNC_FOLDERS = File.separatorChar == '/';

  private final boolean sync;
  private final Set<Path> knownDurable = ConcurrentHashMap.newKeySet();

  DurableFolders(boolean sync) {
    this.sync = sync;
  }

  /** Makes the folder and its parents exist, durably; {@code folder} must be absolute. */
  void ensure(Path folder) throws IOException {
    if (knownDurable.contains(folder) && Files.isDirectory(folder)) {
      return;
    }
    Deque<Path> chain = new ArrayDeque<>();
    for (Path at = folder;
        at != null && !(knownDurable.contains(at) && Files.isDirectory(at));
        at = at.getParent()) {
      chain.push(at);
    }
    for (Path at : chain) {
      ensureOne(at);
    }
    if (knownDurable.size() > MAX_KNOWN_FOLDERS) {
      knownDurable.clear();
    }
    knownDurable.addAll(chain);
  }

  private void ensureOne(Path folder) throws IOException {
    boolean created = false;
    if (!Files.isDirectory(folder)) {
      try {
        Files.createDirectory(folder);
        created = true;
      } catch (FileAlreadyExistsException e) {
        if (!Files.isDirectory(folder)) {
          throw e;
        }
      }
    }
    Path parent = folder.getParent();
    if (parent == null) {
      return;
    }
    try {
      syncEntries(parent);
    } catch (AccessDeniedException e) {
      // An ancestor that one may pass through but not read was not made by this program.
      if (created) {
        throw e;
      }
    }
  }

  /** Makes the creation, renaming and removal of the folder's entries durable. */
  void syncEntries(Path folder) throws IOException {
    if (!sync || !CAN_SYNC_FOLDERS) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
