package dev.firn.ledger;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** Storage in memory that counts reads; a file appears when its stream is closed. */
final class MemoryIo implements SupportsPrefixOperations {
  private record Stored(byte[] bytes, long createdAtMillis) {}

  private final transient Map<String, Stored> files = new ConcurrentSkipListMap<>();
  final transient AtomicLong opened = new AtomicLong();
  final transient AtomicLong readBytes = new AtomicLong();
  long nowMillis = Entries.TIME.toEpochMilli();

  List<String> locations() {
    return List.copyOf(files.keySet());
  }

  byte[] bytes(String location) {
    Stored stored = files.get(location);
    if (stored == null) {
      throw new NotFoundException("no file %s", location);
    }
    return stored.bytes();
  }

  void put(String location, byte[] bytes) {
    files.put(location, new Stored(bytes, nowMillis));
  }

  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    List<FileInfo> found = new ArrayList<>();
    files.forEach(
        (location, stored) -> {
          if (location.startsWith(prefix)) {
            found.add(new FileInfo(location, stored.bytes().length, stored.createdAtMillis()));
          }
        });
    return found;
  }

  @Override
  public void deletePrefix(String prefix) {
    files.keySet().removeIf(location -> location.startsWith(prefix));
  }

  @Override
  public void deleteFile(String location) {
    files.remove(location);
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
        opened.incrementAndGet();
        return new Input(bytes(location));
      }

      @Override
      public String location() {
        return location;
      }

      @Override
      public boolean exists() {
        return files.containsKey(location);
      }
    };
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new OutputFile() {
      @Override
      public PositionOutputStream create() {
        if (files.containsKey(location)) {
          throw new AlreadyExistsException("%s", location);
        }
        return createOrOverwrite();
      }

      @Override
      public PositionOutputStream createOrOverwrite() {
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

  private final class Output extends PositionOutputStream {
    private final String location;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Output(String location) {
      this.location = location;
    }

    @Override
    public long getPos() {
      return bytes.size();
    }

    @Override
    public void write(int value) {
      bytes.write(value);
    }

    @Override
    public void write(byte[] source, int from, int length) {
      bytes.write(source, from, length);
    }

    @Override
    public void close() {
      put(location, bytes.toByteArray());
    }
  }

  private final class Input extends SeekableInputStream {
    private final byte[] bytes;
    private final ByteArrayInputStream in;

    Input(byte[] bytes) {
      this.bytes = bytes;
      this.in = new ByteArrayInputStream(bytes);
    }

    @Override
    public long getPos() {
      return (long) bytes.length - in.available();
    }

    @Override
    public void seek(long position) throws IOException {
      in.reset();
      in.skipNBytes(position);
    }

    @Override
    public int read() {
      readBytes.incrementAndGet();
      return in.read();
    }

    @Override
    public int read(byte[] into, int from, int length) {
      int count = in.read(into, from, length);
      readBytes.addAndGet(Math.max(0, count));
      return count;
    }
  }
}
