package dev.firn.io;

import dev.firn.io.CorruptStreamException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A strict reader of gzip files (RFC 1952).
 *
 * <p>Reads every member; checks each header (reserved flags, header checksum), the deflate data,
 * the CRC-32 and the length in each trailer. Zero bytes after the last member are padding, as for
 * gzip(1); anything else there is an error. How many bytes each read of the source delivers makes
 * no difference: unlike {@code java.util.zip.GZIPInputStream} it never asks what is available.
 *
 * <p>The inflater writes into the caller's array; one thread at a time. Any {@link Inflater} with
 * raw deflate ({@code nowrap}) will do, a native subclass too.
 */
final class GzipStream extends InputStream {
  private static final int INPUT_BYTES = 64 * 1024;
  private static final int FLAG_HEADER_CRC = 2;
  private static final int FLAG_EXTRA = 4;
  private static final int FLAG_NAME = 8;
  private static final int FLAG_COMMENT = 16;
  private static final int RESERVED_FLAGS = 0xE0;
  private static final int DEFLATE = 8;

  private final InputStream source;
  private final Inflater inflater;
  private final CRC32 crc = new CRC32();
  private final CRC32 headerCrc = new CRC32();
  private final byte[] input = new byte[INPUT_BYTES];
  private int inputPosition;
  private int inputEnd;
  private long inputStart;
  private long memberBytes;
  private boolean inMember;
  private boolean atEnd;
  private boolean closed;
  private @Nullable CorruptStreamException failure;

  GzipStream(InputStream source) {
    this(source, new Inflater(true));
  }

  /**
   * Reads with an inflater of the caller's choice.
   *
   * @param inflater raw deflate, fresh; ended by {@link #close()}
   */
  GzipStream(InputStream source, Inflater inflater) {
    this.source = source;
    this.inflater = inflater;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (closed) {
      throw new IOException("can't read: the stream is closed");
    }
    if (failure != null) {
      throw again(failure);
    }
    if (length == 0) {
      return 0;
    }
    try {
      return readMembers(bytes, offset, length);
    } catch (CorruptStreamException e) {
      failure = e;
      throw e;
    }
  }

  /** A fresh exception, since one that is thrown twice can be made its own suppressed one. */
  private static CorruptStreamException again(CorruptStreamException first) {
    return new CorruptStreamException(
        first.kind(), "reading on after a failure", first.offset(), first);
  }

  private int readMembers(byte[] bytes, int offset, int length) throws IOException {
    while (!atEnd) {
      if (!inMember) {
        atEnd = !startMember();
        continue;
      }
      int count = inflate(bytes, offset, length);
      if (inflater.finished()) {
        finishMember();
      }
      if (count > 0) {
        return count;
      }
    }
    return -1;
  }

  /** Inflates at least one byte, or to the end of the member. */
  private int inflate(byte[] bytes, int offset, int length) throws IOException {
    while (true) {
      int count;
      try {
        count = inflater.inflate(bytes, offset, length);
      } catch (DataFormatException e) {
        inputPosition = inputEnd - inflater.getRemaining();
        throw corrupt("the deflate data is wrong (" + e.getMessage() + ")", e);
      }
      inputPosition = inputEnd - inflater.getRemaining();
      if (count > 0 || inflater.finished()) {
        crc.update(bytes, offset, count);
        memberBytes += count;
        return count;
      }
      if (inflater.needsDictionary()) {
        throw corrupt("the deflate data asks for a dictionary", null);
      }
      if (!fill()) {
        throw truncated("the file ends inside the deflate data");
      }
      inflater.setInput(input, 0, inputEnd);
    }
  }

  /** Reads a member's header; false at the end of the file. */
  private boolean startMember() throws IOException {
    boolean first = offset() == 0;
    if (inputPosition == inputEnd && !fill()) {
      return false;
    }
    if (!first && input[inputPosition] == 0) {
      skipPadding();
      return false;
    }
    headerCrc.reset();
    if (headerByte() != 0x1F || headerByte() != 0x8B) {
      throw corrupt(first ? "no gzip header" : "bytes that are no gzip member", null);
    }
    if (headerByte() != DEFLATE) {
      throw corrupt("an unknown compression method in a gzip header", null);
    }
    int flags = headerByte();
    if ((flags & RESERVED_FLAGS) != 0) {
      throw corrupt("reserved flags are set in a gzip header", null);
    }
    skipHeader(6); // time, extra flags, operating system
    skipOptionalFields(flags);
    inflater.reset();
    inflater.setInput(input, inputPosition, inputEnd - inputPosition);
    crc.reset();
    memberBytes = 0;
    inMember = true;
    return true;
  }

  private void skipOptionalFields(int flags) throws IOException {
    if ((flags & FLAG_EXTRA) != 0) {
      skipHeader(headerByte() | headerByte() << 8);
    }
    if ((flags & FLAG_NAME) != 0) {
      skipHeaderText();
    }
    if ((flags & FLAG_COMMENT) != 0) {
      skipHeaderText();
    }
    if ((flags & FLAG_HEADER_CRC) != 0) {
      int expected = (int) headerCrc.getValue() & 0xFFFF;
      int stored = headerByte() | headerByte() << 8;
      if (stored != expected) {
        throw corrupt("the checksum of a gzip header is wrong", null);
      }
    }
  }

  private void skipHeader(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      headerByte();
    }
  }

  private void skipHeaderText() throws IOException {
    while (headerByte() != 0) {
      // up to the zero that ends it
    }
  }

  private int headerByte() throws IOException {
    int value = inputByte("the file ends inside a gzip header");
    headerCrc.update(value);
    return value;
  }

  private void finishMember() throws IOException {
    inMember = false;
    long storedCrc = littleEndianInt();
    if (storedCrc != crc.getValue()) {
      throw corrupt("the checksum in a gzip trailer is not that of the data", null);
    }
    if (littleEndianInt() != (memberBytes & 0xFFFFFFFFL)) {
      throw corrupt("the length in a gzip trailer is not that of the data", null);
    }
  }

  private long littleEndianInt() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 32; shift += 8) {
      value |= (long) inputByte("the file ends inside a gzip trailer") << shift;
    }
    return value;
  }

  private void skipPadding() throws IOException {
    do {
      while (inputPosition < inputEnd) {
        if (input[inputPosition] != 0) {
          throw corrupt("bytes that are not zero follow the padding after the last member", null);
        }
        inputPosition++;
      }
    } while (fill());
  }

  private int inputByte(String whatIfMissing) throws IOException {
    if (inputPosition == inputEnd && !fill()) {
      throw truncated(whatIfMissing);
    }
    return input[inputPosition++] & 0xFF;
  }

  /** Replaces the input, which is used up, by the next piece; false at the end of the file. */
  private boolean fill() throws IOException {
    inputStart += inputEnd;
    inputPosition = 0;
    inputEnd = 0;
    int count;
    do {
      // A stream may not deliver nothing, but some do when their own source has nothing yet.
      count = source.read(input, 0, input.length);
    } while (count == 0);
    inputEnd = Math.max(0, count);
    return count > 0;
  }

  private long offset() {
    return inputStart + inputPosition;
  }

  private CorruptStreamException truncated(String what) {
    return new CorruptStreamException(Kind.TRUNCATED, what, offset(), null);
  }

  private CorruptStreamException corrupt(String what, @Nullable Throwable cause) {
    return new CorruptStreamException(Kind.CORRUPT, what, offset(), cause);
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      inflater.end();
      source.close();
    }
  }
}
