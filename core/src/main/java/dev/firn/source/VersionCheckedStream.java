package dev.firn.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Hands out the bytes of one version of a file, and looks once more, before it hands out the last
 * ones, whether the file still is that version.
 */
final class VersionCheckedStream extends FilterInputStream {
  /** Raises {@link VersionGoneException} if the file is another one by now. */
  interface Check {
    void run() throws IOException;
  }

  private final FileIdentity file;
  private final Check check;
  private long read;
  private boolean checked;

  VersionCheckedStream(InputStream in, FileIdentity file, Check check) {
    super(in);
    this.file = file;
    this.check = check;
  }

  @Override
  public int read() throws IOException {
    int value = in.read();
    advance(value < 0 ? -1 : 1);
    return value;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    int count = in.read(target, from, length);
    advance(count);
    return count;
  }

  /** Reads over the bytes rather than jumping, so that the end is noticed. */
  @Override
  public long skip(long count) throws IOException {
    long left = count;
    byte[] scratch = new byte[(int) Math.min(8192, Math.max(0, left))];
    while (left > 0) {
      int got = read(scratch, 0, (int) Math.min(left, scratch.length));
      if (got < 0) {
        break;
      }
      left -= got;
    }
    return count - left;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void advance(int count) throws IOException {
    read += Math.max(0, count);
    if (read > file.sizeBytes() || (count < 0 && read < file.sizeBytes())) {
      throw new VersionGoneException(
          "read "
              + read
              + " bytes of "
              + file.location()
              + " where its notice says "
              + file.sizeBytes()
              + "; the file was changed while it was read, a new notice will bring it");
    }
    if (read == file.sizeBytes() && !checked) {
      check.run();
      checked = true;
    }
  }
}
