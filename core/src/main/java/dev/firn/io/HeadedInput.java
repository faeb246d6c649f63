package dev.firn.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** A stream whose first bytes were read already, put back in front; counts what it hands out. */
final class HeadedInput extends InputStream {
  private final byte[] head;
  private final int headLength;
  private final InputStream rest;
  private int headPosition;
  private long position;

  HeadedInput(byte[] head, int headLength, InputStream rest) {
    this.head = head;
    this.headLength = headLength;
    this.rest = rest;
  }

  /** How many bytes were handed out. */
  long position() {
    return position;
  }

  @Override
  public int read() throws IOException {
    int value = headPosition < headLength ? head[headPosition++] & 0xFF : rest.read();
    if (value >= 0) {
      position++;
    }
    return value;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    int count;
    if (headPosition < headLength) {
      count = Math.min(length, headLength - headPosition);
      System.arraycopy(head, headPosition, bytes, offset, count);
      headPosition += count;
    } else {
      count = rest.read(bytes, offset, length);
    }
    position += Math.max(0, count);
    return count;
  }

  @Override
  public int available() throws IOException {
    return headLength - headPosition + rest.available();
  }

  @Override
  public void close() throws IOException {
    rest.close();
  }
}
