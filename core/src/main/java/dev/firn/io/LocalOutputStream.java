package dev.firn.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.UUID;
import org.apache.iceberg.exceptions.AlreadyExistsException;

/**
 * Writes a hidden temporary file and gives it its name on close.
 *
 * <p>Close does: flush, fsync of the file, then the name, then fsync of the folder. Without
 * overwriting the name is given by a hard link, which the file system refuses if the name exists
 * (POSIX {@code link}: EEXIST): of two writers one wins and the other gets {@link
 * AlreadyExistsException}. With overwriting it is given by {@code rename}, which replaces in one
 * step.
 */
final class LocalOutputStream extends AbortableOutputStream {
  /** Temporary names begin like this; the leading dot hides them from every engine's listing. */
  static final String TEMPORARY_PREFIX = ".firn-tmp-";

  /** Callers that write in bytes and small pieces (JSON, Avro headers) should not pay for calls. */
  private static final int BUFFER_BYTES = 32 * 1024;

  /** Bounds the direct memory that the JDK keeps per thread for a write from the heap. */
  private static final int MAX_WRITE_BYTES = 1 << 20;

  private final Path target;
  private final Path temporary;
  private final boolean overwrite;
  private final boolean sync;
  private final DurableFolders folders;
  private final FileChannel channel;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int buffered;
  private long flushedBytes;
  private boolean failed;
  private boolean done;

  LocalOutputStream(Path target, boolean overwrite, boolean sync, DurableFolders folders)
      throws IOException {
    this.target = target;
    this.overwrite = overwrite;
    this.sync = sync;
    this.folders = folders;
    Path folder = target.getParent();
    if (folder == null) {
      throw new IOException("can't write " + target + ": it is a folder");
    }
    folders.ensure(folder);
    this.temporary = folder.resolve(TEMPORARY_PREFIX + UUID.randomUUID());
    this.channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  @Override
  public long getPos() {
    return flushedBytes + buffered;
  }

  @Override
  public void write(int b) throws IOException {
    checkOpen();
    if (buffered == buffer.length) {
      flushBuffer();
    }
    buffer[buffered++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    checkOpen();
    if (length > buffer.length - buffered) {
      flushBuffer();
    }
    if (length >= buffer.length) {
      writeOut(bytes, offset, length);
    } else {
      System.arraycopy(bytes, offset, buffer, buffered, length);
      buffered += length;
    }
  }

  /** Hands buffered bytes to the operating system; they are durable after {@link #close()} only. */
  @Override
  public void flush() throws IOException {
    checkOpen();
    flushBuffer();
  }

  @Override
  public void abort() {
    if (done) {
      return;
    }
    done = true;
    try {
      channel.close();
    } catch (IOException ignored) {
      // The file is given up; nobody reads what a failed close may have lost.
    }
    removeTemporary();
  }

  @Override
  public void close() throws IOException {
    if (done) {
      return;
    }
    if (failed) {
      abort();
      throw new IOException("gave up " + target + ": an earlier write to it had failed");
    }
    boolean published = false;
    try {
      flushBuffer();
      if (sync) {
        channel.force(true);
      }
      channel.close();
      publish();
      published = true;
    } finally {
      if (!published) {
        abort();
      }
      done = true;
    }
    folders.syncEntries(Objects.requireNonNull(target.getParent(), "a file lies in a folder"));
  }

  private void publish() throws IOException {
    if (overwrite) {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    try {
      Files.createLink(target, temporary);
    } catch (FileAlreadyExistsException e) {
      throw new AlreadyExistsException(e, "Can't create %s: it exists already", target);
    } catch (UnsupportedOperationException e) {
      throw new IOException(
          "can't create " + target + ": its file system has no hard links, choose another", e);
    }
    removeTemporary();
  }

  private void removeTemporary() {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException ignored) {
      // A hidden leftover is harmless: no listing of any engine takes it for data.
    }
  }

  private void flushBuffer() throws IOException {
    if (buffered > 0) {
      int length = buffered;
      buffered = 0;
      writeOut(buffer, 0, length);
    }
  }

  private void writeOut(byte[] bytes, int offset, int length) throws IOException {
    boolean written = false;
    try {
      int end = offset + length;
      for (int at = offset; at < end; ) {
        ByteBuffer piece = ByteBuffer.wrap(bytes, at, Math.min(MAX_WRITE_BYTES, end - at));
        at += channel.write(piece);
      }
      flushedBytes += length;
      written = true;
    } finally {
      failed |= !written;
    }
  }

  private void checkOpen() throws IOException {
    if (done) {
      throw new IOException("can't write to " + target + ": the output is closed");
    }
  }

  /** Whether the target was there when it was asked; the answer that counts is close's. */
  static boolean exists(Path target) throws IOException {
    try {
      Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}
