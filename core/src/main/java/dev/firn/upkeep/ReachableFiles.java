package dev.firn.upkeep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/** Every file that a metadata leads to: of all of its snapshots, so of all tags and branches. */
final class ReachableFiles {
  private ReachableFiles() {}

  /** Hands over each location as the metadata spells it, some of them several times. */
  static void each(FileIO io, TableMetadata metadata, Consumer<String> sink) {
    sink.accept(metadata.metadataFileLocation());
    metadata.previousFiles().forEach(entry -> sink.accept(entry.file()));
    metadata.statisticsFiles().forEach(file -> sink.accept(file.path()));
    metadata.partitionStatisticsFiles().forEach(file -> sink.accept(file.path()));
    Set<String> read = new HashSet<>();
    for (Snapshot snapshot : metadata.snapshots()) {
      if (snapshot.manifestListLocation() != null) {
        sink.accept(snapshot.manifestListLocation());
      }
      for (ManifestFile manifest : snapshot.allManifests(io)) {
        if (read.add(manifest.path())) {
          sink.accept(manifest.path());
          files(io, metadata, manifest, sink);
        }
      }
    }
  }

  private static void files(
      FileIO io, TableMetadata metadata, ManifestFile manifest, Consumer<String> sink) {
    try (ManifestReader<? extends ContentFile<?>> files =
        manifest.content() == ManifestContent.DATA
            ? ManifestFiles.read(manifest, io, metadata.specsById())
            : ManifestFiles.readDeleteManifest(manifest, io, metadata.specsById())) {
      files.forEach(file -> sink.accept(file.location()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
