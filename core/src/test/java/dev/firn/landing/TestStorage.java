package dev.firn.landing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.parquet.Parquet;

/**
 * Files in memory, of which one knows which are there, and which fail at a chosen operation. A file
 * that was begun is there at once, as on storage that has no atomic creation.
 */
final class TestStorage implements FileIO {
  private static int instances;

  private final InMemoryFileIO files = new InMemoryFileIO();
  private final Set<String> present = new TreeSet<>();
  private final String root;
  private int operations;
  private int failAt = Integer.MAX_VALUE;

  TestStorage() {
    root = "memory://landing-" + instances++ + "/";
  }

  String root() {
    return root;
  }

  /** The n-th operation from now, from 0, fails: a creation, a write or a close. */
  void failAt(int operation) {
    operations = 0;
    failAt = operation;
  }

  Set<String> present() {
    return present;
  }

  private boolean fails() {
    return operations++ == failAt;
  }

  List<Record> read(String location, Schema schema) {
    try (CloseableIterable<Record> rows =
        Parquet.read(newInputFile(location))
            .project(schema)
            .createReaderFunc(type -> GenericParquetReaders.buildReader(schema, type))
            .build()) {
      List<Record> all = new ArrayList<>();
      rows.forEach(all::add);
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public InputFile newInputFile(String location) {
    return files.newInputFile(location);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    OutputFile file = files.newOutputFile(location);
    return new OutputFile() {
      @Override
      public PositionOutputStream create() {
        if (fails()) {
          throw new UncheckedIOException(new IOException("no creation today"));
        }
        PositionOutputStream stream = file.create();
        present.add(location);
        return new FailingStream(stream);
      }

      @Override
      public PositionOutputStream createOrOverwrite() {
        throw new UnsupportedOperationException("nothing is to be overwritten");
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
    present.remove(location);
    files.deleteFile(location);
  }

  private final class FailingStream extends PositionOutputStream {
    private final PositionOutputStream stream;

    FailingStream(PositionOutputStream stream) {
      this.stream = stream;
    }

    private void check() throws IOException {
      if (fails()) {
        throw new IOException("the disk is full");
      }
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public void write(int b) throws IOException {
      check();
      stream.write(b);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      check();
      stream.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      check();
      stream.close();
    }
  }
}
