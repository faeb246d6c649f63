package dev.firn.migrate.folder;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A local folder whose folders are namespaces and tables. A folder is a table if its folder {@code
 * metadata} holds a version; every other folder is a namespace. Hidden folders are left out.
 */
public final class FolderWarehouse {
  /** Deeper than any warehouse; ends a walk into a folder that is none. */
  private static final int MAX_DEPTH = 16;

  private final LocalFileIo io;
  private final String location;

  /**
   * A warehouse.
   *
   * @throws FirnException if the folder does not exist, or is not local
   */
  public FolderWarehouse(LocalFileIo io, String location) {
    this.io = io;
    this.location = Locations.canonical(location);
    if (!Files.isDirectory(Locations.localPath(this.location))) {
      throw new FirnException(
          ErrorCode.NOT_FOUND,
          "can't open the warehouse " + location + ": there is no such folder");
    }
  }

  /** The folder. */
  public String location() {
    return location;
  }

  /** A table, which need not exist. */
  public FolderTable table(TableIdentifier table) {
    String place = location;
    for (String level : table.namespace().levels()) {
      place = Locations.resolve(place, level);
    }
    return new FolderTable(io, Locations.resolve(place, table.name()));
  }

  /** All tables of all namespaces, sorted, fenced ones too; those without a namespace as well. */
  public List<TableIdentifier> tables() {
    List<TableIdentifier> tables = new ArrayList<>();
    walk(Locations.localPath(location), Namespace.empty(), tables);
    return tables;
  }

  private static void walk(Path folder, Namespace namespace, List<TableIdentifier> tables) {
    if (namespace.length() > MAX_DEPTH) {
      return;
    }
    for (String name : folders(folder)) {
      Path child = folder.resolve(name);
      if (isTable(child)) {
        tables.add(TableIdentifier.of(namespace, name));
      } else {
        walk(child, below(namespace, name), tables);
      }
    }
  }

  private static Namespace below(Namespace namespace, String level) {
    String[] levels = java.util.Arrays.copyOf(namespace.levels(), namespace.length() + 1);
    levels[namespace.length()] = level;
    return Namespace.of(levels);
  }

  private static TreeSet<String> folders(Path folder) {
    TreeSet<String> names = new TreeSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        // Links are not followed: one may lead back up.
        if (!name.startsWith(".") && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          names.add(name);
        }
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      throw new FirnException(
          ErrorCode.STORAGE, "can't list the folder " + folder + ": " + e.getMessage(), e);
    }
    return names;
  }

  private static boolean isTable(Path folder) {
    Path metadata = folder.resolve("metadata");
    if (!Files.isDirectory(metadata)) {
      return false;
    }
    try (DirectoryStream<Path> versions = Files.newDirectoryStream(metadata, "*metadata.json*")) {
      return versions.iterator().hasNext();
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE, "can't list the folder " + metadata + ": " + e.getMessage(), e);
    }
  }
}
