package dev.firn.io;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;

/** The bytes of a stream that was read to its end, see {@link Spool}. One thread. */
public final class SpooledBytes implements AutoCloseable {
  private final byte[] memory;
  private final Optional<FileChannel> channel;
  private final long length;

  private SpooledBytes(byte[] memory, Optional<FileChannel> channel, long length) {
    this.memory = memory;
    this.channel = channel;
    this.length = length;
  }

  static SpooledBytes of(byte[] memory, int length) {
    return new SpooledBytes(memory, Optional.empty(), length);
  }

  static SpooledBytes of(FileChannel channel, long length) {
    return new SpooledBytes(new byte[0], Optional.of(channel), length);
  }

  /** How many bytes there are. */
  public long length() {
    return length;
  }

  /**
   * Fills {@code target}'s remaining space with the bytes from {@code position} on.
   *
   * @throws EOFException if there are not as many
   */
  public void read(long position, ByteBuffer target) throws IOException {
    if (position < 0 || position + target.remaining() > length) {
      throw new EOFException(
          "bytes "
              + position
              + " to "
              + (position + target.remaining())
              + " of a file of "
              + length
              + " bytes");
    }
    if (channel.isEmpty()) {
      target.put(memory, (int) position, target.remaining());
      return;
    }
    long at = position;
    while (target.hasRemaining()) {
      int count = channel.get().read(target, at);
      if (count < 0) {
        throw new EOFException("a temporary file has lost its end at byte " + at);
      }
      at += count;
    }
  }

  /** Forgets the bytes; the temporary file is deleted. */
  @Override
  public void close() throws IOException {
    if (channel.isPresent()) {
      channel.get().close();
    }
  }
}
