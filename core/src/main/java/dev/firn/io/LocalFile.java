package dev.firn.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/** A name on a local disk, to be read from or written to. */
record LocalFile(String location, Path path, boolean sync, DurableFolders folders)
    implements InputFile, OutputFile {

  @Override
  public long getLength() {
    try {
      return Files.size(path);
    } catch (NoSuchFileException e) {
      throw new NotFoundException(e, "Can't read %s: it does not exist", location);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Can't read the length of %s", location);
    }
  }

  @Override
  public SeekableInputStream newStream() {
    try {
      return new LocalInputStream(path);
    } catch (NoSuchFileException e) {
      throw new NotFoundException(e, "Can't read %s: it does not exist", location);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Can't open %s", location);
    }
  }

  @Override
  public boolean exists() {
    return Files.isRegularFile(path);
  }

  @Override
  public PositionOutputStream create() {
    try {
      if (LocalOutputStream.exists(path)) {
        throw new AlreadyExistsException("Can't create %s: it exists already", location);
      }
      return new LocalOutputStream(path, false, sync, folders);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Can't create %s", location);
    }
  }

  @Override
  public PositionOutputStream createOrOverwrite() {
    try {
      return new LocalOutputStream(path, true, sync, folders);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Can't create %s", location);
    }
  }

  @Override
  public InputFile toInputFile() {
    return this;
  }

  @Override
  public String toString() {
    return location;
  }
}
