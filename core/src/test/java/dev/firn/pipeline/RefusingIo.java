package dev.firn.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** Storage that does not take files of one name, as long as a test says so. */
final class RefusingIo implements FileIO, SupportsPrefixOperations {
  private static final long serialVersionUID = 1L;

  private final FileIO real;
  private final String name;
  volatile boolean refuses = true;

  RefusingIo(FileIO real, String name) {
    this.real = real;
    this.name = name;
  }

  @Override
  public InputFile newInputFile(String location) {
    return real.newInputFile(location);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    if (refuses && location.endsWith("/" + name)) {
      throw new UncheckedIOException(new IOException("injected: no " + name + " now"));
    }
    return real.newOutputFile(location);
  }

  @Override
  public void deleteFile(String location) {
    real.deleteFile(location);
  }

  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    return ((SupportsPrefixOperations) real).listPrefix(prefix);
  }

  @Override
  public void deletePrefix(String prefix) {
    ((SupportsPrefixOperations) real).deletePrefix(prefix);
  }
}
