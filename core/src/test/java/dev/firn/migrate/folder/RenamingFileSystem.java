package dev.firn.migrate.folder;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** Local files with the rename of HDFS: it fails if the new name is taken. */
final class RenamingFileSystem extends FileSystem {
  /** Runs between a writer's look at a name and its rename to it. */
  Runnable beforeRename = () -> {};

  private static java.nio.file.Path local(Path path) {
    return java.nio.file.Path.of(path.toUri().getPath());
  }

  @Override
  public boolean exists(Path path) {
    return Files.exists(local(path));
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    if (!to.getName().equals("version-hint.text")) {
      beforeRename.run();
    }
    try {
      Files.createLink(local(to), local(from));
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    Files.delete(local(from));
    return true;
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return Files.deleteIfExists(local(path));
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    return open(path, 0);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    try {
      return new FSDataInputStream(new Bytes(Files.readAllBytes(local(path))));
    } catch (NoSuchFileException e) {
      throw new java.io.FileNotFoundException(path.toString());
    }
  }

  @Override
  public FSDataOutputStream create(Path path, boolean overwrite) throws IOException {
    return new FSDataOutputStream(Files.newOutputStream(local(path)), null);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    try (Stream<java.nio.file.Path> files = Files.list(local(path))) {
      return files
          .map(file -> new FileStatus(0, false, 1, 1, 0, new Path(file.toString())))
          .toArray(FileStatus[]::new);
    }
  }

  @Override
  public FileStatus[] listStatus(Path path, PathFilter filter) throws IOException {
    List<FileStatus> accepted = new ArrayList<>();
    for (FileStatus status : listStatus(path)) {
      if (filter.accept(status.getPath())) {
        accepted.add(status);
      }
    }
    return accepted.toArray(new FileStatus[0]);
  }

  @Override
  public URI getUri() {
    return URI.create("file:///");
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return create(path, overwrite);
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setWorkingDirectory(Path path) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path("/");
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    Files.createDirectories(local(path));
    return true;
  }

  @Override
  public FileStatus getFileStatus(Path path) {
    throw new UnsupportedOperationException();
  }

  /** A small file in memory. */
  private static final class Bytes extends ByteArrayInputStream
      implements Seekable, PositionedReadable {
    Bytes(byte[] bytes) {
      super(bytes);
    }

    @Override
    public void seek(long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long getPos() {
      return pos;
    }

    @Override
    public boolean seekToNewSource(long position) {
      return false;
    }

    @Override
    public int read(long position, byte[] buffer, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void readFully(long position, byte[] buffer) {
      throw new UnsupportedOperationException();
    }
  }
}
