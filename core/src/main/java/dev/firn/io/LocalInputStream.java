package dev.firn.io;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * Reads a local file. Unbuffered: its users read in large pieces or bring a buffer. The positional
 * reads ({@link RangeReadable}) may be made by several threads at once, the others by one.
 */
final class LocalInputStream extends SeekableInputStream implements RangeReadable {
  /** Bounds the direct memory that the JDK keeps per thread for a read into the heap. */
  private static final int MAX_READ_BYTES = 1 << 20;

  private final Path path;
  private final FileChannel channel;
  private long position;

  LocalInputStream(Path path) throws IOException {
    this.path = path;
    this.channel = FileChannel.open(path, StandardOpenOption.READ);
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public void seek(long newPosition) throws IOException {
    if (newPosition < 0) {
      throw new EOFException("can't seek to " + newPosition + " in " + path + ": it is negative");
    }
    position = newPosition;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    int count = readAt(position, bytes, offset, length);
    if (count > 0) {
      position += count;
    }
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = Math.max(0, Math.min(count, channel.size() - position));
    position += skipped;
    return skipped;
  }

  @Override
  public int available() throws IOException {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, channel.size() - position));
  }

  @Override
  public void readFully(long from, byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    for (int done = 0; done < length; ) {
      int count = readAt(from + done, bytes, offset + done, length - done);
      if (count < 0) {
        throw new EOFException(
            "can't read "
                + length
                + " bytes at "
                + from
                + " of "
                + path
                + ": it ends after "
                + (from + done));
      }
      done += count;
    }
  }

  @Override
  public int readTail(byte[] bytes, int offset, int length) throws IOException {
    int count = (int) Math.min(length, channel.size());
    readFully(channel.size() - count, bytes, offset, count);
    return count;
  }

  private int readAt(long from, byte[] bytes, int offset, int length) throws IOException {
    return channel.read(ByteBuffer.wrap(bytes, offset, Math.min(length, MAX_READ_BYTES)), from);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
