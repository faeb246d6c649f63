package dev.firn.commit;

import dev.firn.io.LocalFileIo;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** Local storage on which the creation of one file fails. */
final class FailingCreation implements FileIO, SupportsPrefixOperations {
  private final LocalFileIo io = new LocalFileIo(false);
  private int creations;
  private int failAt = Integer.MAX_VALUE;

  /** The n-th file from now on, from 0, can't be created. */
  void failAt(int creation) {
    creations = 0;
    failAt = creation;
  }

  boolean hasFailed() {
    return creations > failAt;
  }

  @Override
  public InputFile newInputFile(String location) {
    return io.newInputFile(location);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    OutputFile file = io.newOutputFile(location);
    return new OutputFile() {
      @Override
      public PositionOutputStream create() {
        count();
        return file.create();
      }

      @Override
      public PositionOutputStream createOrOverwrite() {
        count();
        return file.createOrOverwrite();
      }

      @Override
      public String location() {
        return file.location();
      }

      @Override
      public InputFile toInputFile() {
        return file.toInputFile();
      }
    };
  }

  private void count() {
    if (creations++ == failAt) {
      throw new RuntimeIOException("injected: can't create a file");
    }
  }

  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    return io.listPrefix(prefix);
  }

  @Override
  public void deletePrefix(String prefix) {
    io.deletePrefix(prefix);
  }

  @Override
  public void deleteFile(String location) {
    io.deleteFile(location);
  }
}
