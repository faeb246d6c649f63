package dev.firn.day;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** Storage in memory of one thread; a file appears when its stream is closed. */
final class SimulatedStorage implements SupportsPrefixOperations {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, byte[]> files = new TreeMap<>();
  private final transient Mischance mischance;
  private final transient BiConsumer<String, String> written;

  /**
   * @param written told of each marker: name and text
   */
  SimulatedStorage(Mischance mischance, BiConsumer<String, String> written) {
    this.mischance = mischance;
    this.written = written;
  }

  boolean has(String location) {
    return files.containsKey(location);
  }

  String text(String location) {
    return new String(files.get(location), StandardCharsets.UTF_8);
  }

  @Override
  public InputFile newInputFile(String location) {
    return new InputFile() {
      @Override
      public long getLength() {
        return bytes(location).length;
      }

      @Override
      public SeekableInputStream newStream() {
        mischance.call("open " + location);
        return new Input(bytes(location));
      }

      @Override
      public String location() {
        return location;
      }

      @Override
      public boolean exists() {
        return has(location);
      }
    };
  }

  private byte[] bytes(String location) {
    byte[] bytes = files.get(location);
    if (bytes == null) {
      throw new NotFoundException("no file %s", location);
    }
    return bytes;
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new OutputFile() {
      @Override
      public PositionOutputStream create() {
        if (has(location)) {
          throw new AlreadyExistsException("%s exists", location);
        }
        return createOrOverwrite();
      }

      @Override
      public PositionOutputStream createOrOverwrite() {
        mischance.call("create " + location);
        return new Output(location);
      }

      @Override
      public String location() {
        return location;
      }

      @Override
      public InputFile toInputFile() {
        return newInputFile(location);
      }
    };
  }

  @Override
  public void deleteFile(String location) {
    mischance.call("delete " + location);
    files.remove(location);
  }

  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    mischance.call("list " + prefix);
    List<FileInfo> found = new ArrayList<>();
    files.forEach(
        (location, bytes) -> {
          if (location.startsWith(prefix)) {
            found.add(new FileInfo(location, bytes.length, 0));
          }
        });
    return found;
  }

  @Override
  public void deletePrefix(String prefix) {
    files.keySet().removeIf(location -> location.startsWith(prefix));
  }

  private final class Output extends PositionOutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final String location;
    private boolean closed;

    Output(String location) {
      this.location = location;
    }

    @Override
    public long getPos() {
      return bytes.size();
    }

    @Override
    public void write(int b) {
      bytes.write(b);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      bytes.write(from, offset, length);
    }

    @Override
    public void close() {
      if (closed) {
        return;
      }
      closed = true;
      mischance.call("close " + location);
      files.put(location, bytes.toByteArray());
      written.accept(location, text(location));
      if (mischance.isCrashDue()) {
        throw new SimulatedCrash("after the close of " + location);
      }
    }
  }

  private static final class Input extends SeekableInputStream {
    private final byte[] bytes;
    private ByteArrayInputStream in;

    Input(byte[] bytes) {
      this.bytes = bytes;
      this.in = new ByteArrayInputStream(bytes);
    }

    @Override
    public long getPos() {
      return (long) bytes.length - in.available();
    }

    @Override
    public void seek(long position) {
      in = new ByteArrayInputStream(bytes);
      in.skip(position);
    }

    @Override
    public int read() {
      return in.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      return in.read(into, offset, length);
    }
  }
}
