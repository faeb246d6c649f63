package dev.firn.commit;

import dev.firn.ledger.LedgerKeys;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerStore;
import dev.firn.ledger.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/** Which files below a warehouse are there, and which of them a table's metadata leads to. */
public final class StoredFiles {
  private StoredFiles() {}

  /** Names of files that nothing leads to: data, rejects, manifests and lists, metadata, ledger. */
  public static Set<String> orphans(
      Path warehouse, TableMetadata metadata, LedgerStore store, FileIO io) {
    Set<String> names = new TreeSet<>();
    all(warehouse).forEach(file -> names.add(name(file)));
    names.removeAll(reachable(metadata, store, io));
    return names;
  }

  /** All files below a folder, as locations. */
  public static Set<String> all(Path folder) {
    if (!Files.exists(folder)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> "file://" + file)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> reachable(TableMetadata metadata, LedgerStore store, FileIO io) {
    Set<String> names = new TreeSet<>();
    names.add(name(metadata.metadataFileLocation()));
    metadata.previousFiles().forEach(file -> names.add(name(file.file())));
    for (Snapshot snapshot : metadata.snapshots()) {
      names.add(name(snapshot.manifestListLocation()));
      for (ManifestFile manifest : snapshot.allManifests(io)) {
        names.add(name(manifest.path()));
        addDataFiles(manifest, metadata, io, names);
      }
      Optional.ofNullable(snapshot.summary().get(LedgerKeys.SUMMARY_LEDGER))
          .flatMap(store::find)
          .ifPresent(root -> addRoot(root, store, names));
    }
    return names;
  }

  private static void addDataFiles(
      ManifestFile manifest, TableMetadata metadata, FileIO io, Collection<String> names) {
    try (var entries = ManifestFiles.read(manifest, io, metadata.specsById())) {
      for (DataFile file : entries) {
        names.add(name(file.location()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void addRoot(LedgerRoot root, LedgerStore store, Collection<String> names) {
    names.add(name(root.location()));
    root.segments().stream().map(Segment::location).map(StoredFiles::name).forEach(names::add);
    store.forEach(root, entry -> entry.rejects().map(StoredFiles::name).ifPresent(names::add));
  }

  private static String name(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }
}
