package dev.firn.migrate.folder;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileInfo;

/**
 * One table in a local folder. Holds no state: every call looks afresh. Safe for threads and
 * processes.
 */
public final class FolderTable {
  /** How far the stone is ahead of the block: one version in between is missing. */
  private static final int STONE_AHEAD = 2;

  private final LocalFileIo io;
  private final String location;

  /**
   * A table that need not exist.
   *
   * @param io storage; tombstones are as durable as its outputs
   * @param location the folder of the table
   */
  public FolderTable(LocalFileIo io, String location) {
    this.io = io;
    this.location = Locations.canonical(location);
  }

  /** The folder of the table. */
  public String location() {
    return location;
  }

  /**
   * The newest version: the one that the hint names, or if there is no usable hint the highest one
   * in the folder, and from there on as far as versions follow without a gap. Cost: a look for each
   * of three names per version after the hint, a listing of the metadata folder without a hint.
   *
   * @return empty if there is no table
   */
  public Optional<FolderVersion> newest() {
    OptionalInt start = start();
    if (start.isEmpty()) {
      return Optional.empty();
    }
    int version = start.getAsInt();
    while (!existing(version + 1).isEmpty()) {
      version++;
    }
    return Optional.of(describe(version));
  }

  private OptionalInt start() {
    OptionalInt hint = hint();
    if (hint.isPresent() && !existing(hint.getAsInt()).isEmpty()) {
      return hint;
    }
    int highest = -1;
    for (FileInfo file : io.listPrefix(metadata())) {
      String name = Locations.fileName(file.location());
      OptionalInt version = VersionNames.version(name);
      if (version.isPresent() && file.location().equals(at(name))) {
        highest = Math.max(highest, version.getAsInt());
      }
    }
    return highest < 0 ? OptionalInt.empty() : OptionalInt.of(highest);
  }

  private OptionalInt hint() {
    try (InputStream in = io.newInputFile(at(VersionNames.HINT)).newStream()) {
      String text = new String(in.readNBytes(32), StandardCharsets.UTF_8).strip();
      return text.matches("[0-9]{1,9}")
          ? OptionalInt.of(Integer.parseInt(text))
          : OptionalInt.empty();
    } catch (NotFoundException e) {
      return OptionalInt.empty();
    } catch (IOException e) {
      throw failed("read the version hint of", e);
    }
  }

  private List<String> existing(int version) {
    return VersionNames.of(version).stream().map(this::at).filter(this::exists).toList();
  }

  private boolean exists(String file) {
    return io.newInputFile(file).exists();
  }

  private FolderVersion describe(int version) {
    Optional<String> movedTo = Optional.empty();
    for (String file : existing(version)) {
      Optional<String> tombstone = tombstone(file);
      if (tombstone.isEmpty()) {
        // Metadata beside a tombstone: a writer took the other name before the fence did.
        return new FolderVersion.Live(version, file);
      }
      movedTo = tombstone;
    }
    return new FolderVersion.Moved(
        version,
        movedTo.orElseThrow(
            () -> failed("read", new IOException("version " + version + " disappeared"))));
  }

  private Optional<String> tombstone(String file) {
    try {
      return TombstoneFile.movedTo(io.newInputFile(file), VersionNames.isGzip(file));
    } catch (IOException | UncheckedIOException e) {
      throw failed("read " + file + " of", e);
    }
  }

  /**
   * Takes the names of the next version, so that no writer can commit it.
   *
   * @param expected the metadata file that must be the newest
   * @param movedTo where the table lives from now on, for people and for {@link #newest}
   * @return false if a writer was first; nothing is left behind then
   */
  public boolean fence(String expected, String movedTo) {
    int version =
        VersionNames.version(Locations.fileName(expected))
            .orElseThrow(
                () ->
                    new FirnException(
                        ErrorCode.TABLE,
                        "can't fence " + location + ": " + expected + " is not a version of it"));
    if (!newest().map(FolderVersion::number).equals(Optional.of(version))) {
      return false;
    }
    removeTombstones(version);
    if (!take(version + 1, expected, movedTo)) {
      return false;
    }
    closeToNewcomers(version + 1, movedTo);
    return true;
  }

  /**
   * Makes sure that a fence is whole: it may have been left half-way, and a file system whose
   * rename replaces may have let a late writer through.
   *
   * @return false if a writer has committed the version that was to be fenced; what was left of the
   *     fence is removed then
   */
  public boolean isFencedBy(String movedTo) {
    Optional<FolderVersion> now = newest();
    if (now.isEmpty()) {
      return false;
    }
    int version = fencedVersion(now.get());
    boolean whole =
        now.get() instanceof FolderVersion.Moved moved && moved.movedTo().equals(movedTo);
    for (String name : VersionNames.toTake(version, false)) {
      whole = whole && (create(name, block(last(version), name, movedTo)) || isTombstone(name));
    }
    if (!whole) {
      open(version);
      return false;
    }
    closeToNewcomers(version, movedTo);
    return true;
  }

  private int fencedVersion(FolderVersion newest) {
    boolean stone =
        newest instanceof FolderVersion.Moved
            && existing(newest.number() - STONE_AHEAD + 1).isEmpty();
    return stone ? newest.number() - STONE_AHEAD : newest.number();
  }

  private String last(int fenced) {
    return existing(fenced - 1).stream()
        .findFirst()
        .orElseThrow(
            () -> failed("fence", new IOException("version " + (fenced - 1) + " is gone")));
  }

  private byte[] block(String last, String name, String movedTo) {
    return TombstoneFile.block(
        TableMetadataParser.read(io, last), movedTo, VersionNames.isGzip(name));
  }

  private boolean isTombstone(String name) {
    return tombstone(at(name)).isPresent();
  }

  /** Takes every name under which a writer could commit a version, or none. */
  private boolean take(int version, String last, String movedTo) {
    List<String> names = VersionNames.toTake(version, VersionNames.isGzip(last));
    for (int i = 0; i < names.size(); i++) {
      if (!create(names.get(i), block(last, names.get(i), movedTo))) {
        for (String taken : names.subList(0, i)) {
          io.deleteFile(at(taken));
        }
        return false;
      }
    }
    return true;
  }

  private boolean create(String name, byte[] content) {
    try (OutputStream out = io.newOutputFile(at(name)).create()) {
      out.write(content);
      return true;
    } catch (AlreadyExistsException e) {
      return false;
    } catch (IOException | UncheckedIOException e) {
      throw failed("fence", e);
    }
  }

  /**
   * A client without a state of its own begins at the hint, or without one at the highest version.
   * The hint names a version that is missing, the highest one is the stone; a gap before it keeps
   * clients with a state at the block.
   */
  private void closeToNewcomers(int fenced, String movedTo) {
    replace("v" + (fenced + STONE_AHEAD) + VersionNames.PLAIN, TombstoneFile.stone(movedTo));
    hintAt(fenced + STONE_AHEAD + 1);
  }

  /** Takes back what is left of a fence, beside the commit of a writer. */
  private void open(int version) {
    hintAt(version);
    removeTombstones(version);
    removeTombstones(version + STONE_AHEAD);
  }

  private void removeTombstones(int version) {
    for (String file : existing(version)) {
      if (tombstone(file).isPresent()) {
        io.deleteFile(file);
      }
    }
  }

  private void hintAt(int version) {
    replace(VersionNames.HINT, String.valueOf(version).getBytes(StandardCharsets.UTF_8));
  }

  private void replace(String name, byte[] content) {
    try (OutputStream out = io.newOutputFile(at(name)).createOrOverwrite()) {
      out.write(content);
    } catch (IOException | UncheckedIOException e) {
      throw failed("write " + name + " of", e);
    }
  }

  private String metadata() {
    return Locations.resolve(location, "metadata");
  }

  private String at(String name) {
    return Locations.resolve(metadata(), name);
  }

  private FirnException failed(String what, Exception e) {
    return new FirnException(
        ErrorCode.STORAGE, "can't " + what + " table " + location + ": " + e.getMessage(), e);
  }
}
