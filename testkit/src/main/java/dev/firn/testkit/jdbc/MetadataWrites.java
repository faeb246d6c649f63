package dev.firn.testkit.jdbc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/**
 * Storage that remembers what was written through it: what a catalog leaves behind can be told from
 * what others leave. Any thread.
 */
public final class MetadataWrites implements FileIO {
  private static final long serialVersionUID = 1L;

  private final FileIO io;
  private final transient Set<String> names = ConcurrentHashMap.newKeySet();

  /** Storage around other storage. */
  public MetadataWrites(FileIO io) {
    this.io = io;
  }

  /** Whether a file of that name, without its folder, was written. */
  boolean has(String fileName) {
    return names.contains(fileName);
  }

  @Override
  public InputFile newInputFile(String path) {
    return io.newInputFile(path);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    names.add(Judge.fileName(path));
    return io.newOutputFile(path);
  }

  @Override
  public void deleteFile(String path) {
    io.deleteFile(path);
  }
}
