package dev.firn.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Takes streams to their end and keeps their bytes so that they can be read at any position: short
 * ones in memory, longer ones in a temporary file. Stateless but for the folder; any thread.
 *
 * <p>Since a stream is read to its end first, all checks of the stream (checksums, versions) are
 * done before the first byte is looked at.
 *
 * @param folder where temporary files go; made when it is first needed
 * @param memoryBytes streams of up to this length stay in memory
 * @param maxBytes longer streams are refused
 */
public record Spool(Path folder, int memoryBytes, long maxBytes) {
  /** What stays in memory unless said otherwise: log files of half a minute mostly do. */
  public static final int DEFAULT_MEMORY_BYTES = 4 << 20;

  private static final int PIECE_BYTES = 1 << 16;

  /** Refuses limits that make no sense. */
  public Spool {
    if (memoryBytes < 0 || maxBytes < 0) {
      throw new IllegalArgumentException(
          "a spool needs limits of 0 or more, got " + memoryBytes + " and " + maxBytes);
    }
  }

  /**
   * Reads a stream to its end. The temporary file, if there is one, has no name any more where the
   * file system allows that, so that nothing is left of it when the process dies.
   *
   * @param in not closed
   * @throws SpoolLimitException if the stream is longer than allowed
   * @throws IOException if the stream or the temporary file fails
   */
  public SpooledBytes take(InputStream in) throws IOException {
    byte[] head = new byte[Math.min(PIECE_BYTES, memoryBytes + 1)];
    int length = 0;
    while (true) {
      int count = in.read(head, length, head.length - length);
      if (count < 0) {
        requireAllowed(length);
        return SpooledBytes.of(head, length);
      }
      length += count;
      if (length > memoryBytes) {
        return takeLong(head, length, in);
      }
      if (length == head.length) {
        head = Arrays.copyOf(head, (int) Math.min(memoryBytes + 1L, length * 2L));
      }
    }
  }

  private SpooledBytes takeLong(byte[] head, int headLength, InputStream in) throws IOException {
    requireAllowed(headLength);
    Files.createDirectories(folder);
    Path path = Files.createTempFile(folder, "firn-spool-", ".tmp");
    FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    boolean kept = false;
    try {
      write(channel, head, headLength);
      long total = headLength;
      byte[] piece = new byte[PIECE_BYTES];
      int count = in.read(piece);
      while (count >= 0) {
        total += count;
        requireAllowed(total);
        write(channel, piece, count);
        count = in.read(piece);
      }
      kept = true;
      return SpooledBytes.of(channel, total);
    } finally {
      if (!kept) {
        channel.close();
      }
    }
  }

  private void requireAllowed(long length) throws SpoolLimitException {
    if (length > maxBytes) {
      throw new SpoolLimitException(maxBytes);
    }
  }

  private static void write(FileChannel channel, byte[] bytes, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }
}
