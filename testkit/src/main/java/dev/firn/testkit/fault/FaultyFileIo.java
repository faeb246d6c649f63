package dev.firn.testkit.fault;

import java.io.IOException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.SupportsPrefixOperations;

/**
 * Storage that fails at a chosen call. Calls are: opening, asking for length or existence,
 * creating, closing an output, deleting, listing. Any thread; not serialisable.
 *
 * <p>Outputs are kept in memory until they are closed, so a fault decides how much of a file
 * appears.
 */
public final class FaultyFileIo implements FileIO, SupportsPrefixOperations {
  private static final long serialVersionUID = 1L;

  /** What a fault does; one that reads only ever fails. */
  public enum Kind {
    /** Nothing happens but the error. */
    BEFORE,
    /** It is done, and then there is an error. */
    AFTER,
    /** As before, but of an output that is closed half of the bytes appear under its name. */
    TRUNCATED
  }

  private final transient FileIO io;
  private final transient NthCall fault;
  private final Kind kind;

  /**
   * Storage with a fault.
   *
   * @param io has to list folders and to hand out outputs that can be aborted
   */
  public FaultyFileIo(FileIO io, NthCall fault, Kind kind) {
    this.io = io;
    this.fault = fault;
    this.kind = kind;
  }

  @Override
  public InputFile newInputFile(String path) {
    return new Input(io.newInputFile(path));
  }

  @Override
  public OutputFile newOutputFile(String path) {
    return new FaultyOutputFile(io.newOutputFile(path), fault, kind);
  }

  @Override
  public void deleteFile(String path) {
    act("delete " + path, () -> io.deleteFile(path));
  }

  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    failIfHit("list " + prefix);
    return ((SupportsPrefixOperations) io).listPrefix(prefix);
  }

  @Override
  public void deletePrefix(String prefix) {
    act("delete below " + prefix, () -> ((SupportsPrefixOperations) io).deletePrefix(prefix));
  }

  private void act(String call, Runnable action) {
    boolean hit = fault.hits(call);
    if (!hit || kind == Kind.AFTER) {
      action.run();
    }
    if (hit) {
      throw new RuntimeIOException("injected: %s failed (%s)", call, kind);
    }
  }

  private void failIfHit(String call) {
    if (fault.hitsReading(call)) {
      throw new RuntimeIOException("injected: %s failed", call);
    }
  }

  /** A file that fails when it is opened or asked about. */
  private final class Input implements InputFile {
    private final InputFile file;

    Input(InputFile file) {
      this.file = file;
    }

    @Override
    public long getLength() {
      failIfHit("length of " + file.location());
      return file.getLength();
    }

    @Override
    public SeekableInputStream newStream() {
      failIfHit("open " + file.location());
      return new Stream(file.newStream(), file.location());
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public boolean exists() {
      failIfHit("existence of " + file.location());
      return file.exists();
    }
  }

  /** An open file that fails when it is read from for the first time. */
  private final class Stream extends SeekableInputStream {
    private final SeekableInputStream in;
    private final String location;
    private boolean read;

    Stream(SeekableInputStream in, String location) {
      this.in = in;
      this.location = location;
    }

    private void beforeReading() throws IOException {
      if (!read) {
        read = true;
        String call = "read " + location;
        if (fault.hitsReading(call)) {
          throw new IOException("injected: " + call + " failed");
        }
      }
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public int read() throws IOException {
      beforeReading();
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      beforeReading();
      return in.read(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
