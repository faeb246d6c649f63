package dev.firn.io;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SupportsBulkOperations;
import org.apache.iceberg.io.SupportsPrefixOperations;

/**
 * Iceberg's {@link FileIO} over local disks, without Hadoop.
 *
 * <p>Locations are spelt as {@link Locations} says; an output file's location is the canonical one,
 * an input file keeps the spelling that it was asked with (metadata pointers are compared letter by
 * letter). Outputs are {@link AbortableOutputStream}s: a file appears under its name on close,
 * whole. {@code create()} throws {@link org.apache.iceberg.exceptions.AlreadyExistsException} if
 * the file exists, when it is called and once more, atomically, on close; {@code
 * createOrOverwrite()} replaces in one step. Inputs are {@link
 * org.apache.iceberg.io.RangeReadable}.
 *
 * <p>With syncing on (the default) a closed output survives a crash of the machine, and so do the
 * folders made for it. With it off a crash of the process still leaves whole files only, but after
 * a crash of the machine files that had been closed may be empty or missing: for tests and
 * demonstrations.
 *
 * <p>Safe for threads. Can be loaded by name ({@code io-impl}); the property {@value
 * #SYNC_PROPERTY} then sets syncing. Storage that fails shows as {@link RuntimeIOException}, a
 * missing file as {@link org.apache.iceberg.exceptions.NotFoundException}, a remote scheme as
 * {@link dev.firn.error.FirnException}.
 */
public final class LocalFileIo implements FileIO, SupportsPrefixOperations, SupportsBulkOperations {
  private static final long serialVersionUID = 1L;

  /** Whether outputs are synced to the disk, {@code true} (default) or {@code false}. */
  public static final String SYNC_PROPERTY = "firn.io.sync";

  private boolean sync;
  private Map<String, String> properties = Map.of();
  private transient DurableFolders folders;

  /** Syncs. */
  public LocalFileIo() {
    this(true);
  }

  /** Says whether outputs are synced to the disk before they get their names. */
  public LocalFileIo(boolean sync) {
    this.sync = sync;
    this.folders = new DurableFolders(sync);
  }

  @Override
  public void initialize(Map<String, String> newProperties) {
    properties = Map.copyOf(new HashMap<>(newProperties));
    String wanted = properties.get(SYNC_PROPERTY);
    if (wanted != null) {
      sync = !wanted.equals("false");
      folders = new DurableFolders(sync);
    }
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  @Override
  public InputFile newInputFile(String location) {
    return new LocalFile(location, Locations.localPath(location), sync, folders);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new LocalFile(
        Locations.canonical(location), Locations.localPath(location), sync, folders);
  }

  /** Deletes a file; one that does not exist is no error. */
  @Override
  public void deleteFile(String location) {
    Path path = Locations.localPath(location);
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Can't delete %s", location);
    }
  }

  /** Deletes all it can; files that do not exist are no error. */
  @Override
  public void deleteFiles(Iterable<String> locations) throws BulkDeletionFailureException {
    int failures = 0;
    for (String location : locations) {
      try {
        deleteFile(location);
      } catch (RuntimeException e) {
        failures++;
      }
    }
    if (failures > 0) {
      throw new BulkDeletionFailureException(failures);
    }
  }

  /**
   * The regular files below a folder, hidden and temporary ones too, in no particular order; none
   * if the folder does not exist. The prefix names a whole folder. Links are not followed.
   */
  @Override
  public Iterable<FileInfo> listPrefix(String folder) {
    Path root = Locations.localPath(folder);
    return () -> new LocalListing(root);
  }

  /** Deletes a folder with all that is below it; links are deleted, not followed. */
  @Override
  public void deletePrefix(String folder) {
    try {
      deleteTree(Locations.localPath(folder));
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Can't delete %s", folder);
    }
  }

  private static void deleteTree(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      for (Path entry : LocalListing.entries(path)) {
        deleteTree(entry);
      }
    }
    try {
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException e) {
      throw new IOException("somebody adds files to " + path + " while it is being deleted", e);
    } catch (NoSuchFileException e) {
      // Gone already, which is what was wanted.
    }
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    folders = new DurableFolders(sync);
  }
}
