package dev.firn.testkit.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.CloseableIterable;

/** Knows what was promised about one table and compares the table with it. */
final class Judge {
  private final Catalog catalog;
  private final MetadataWrites others;
  private final TableIdentifier name;
  private final Path warehouse;
  private final TrialReport report;
  private final Set<String> acknowledged = new HashSet<>();
  private final Set<String> unknown = new HashSet<>();
  private final Set<String> reported = new HashSet<>();
  private final Set<String> everCurrent = new HashSet<>();
  private final Set<String> excused = new HashSet<>();

  /**
   * @param clients whose clean catalog reads the table
   * @param warehouse the local folder that all metadata files of the table are below
   */
  Judge(Clients clients, TableIdentifier name, Path warehouse, TrialReport report) {
    this.catalog = clients.clean();
    this.others = clients.cleanWrites();
    this.name = name;
    this.warehouse = warehouse;
    this.report = report;
  }

  TableMetadata metadata() {
    return ((HasTableOperations) catalog.loadTable(name)).operations().current();
  }

  synchronized void promise(String file, Outcome outcome) {
    switch (outcome) {
      case ACKNOWLEDGED -> acknowledged.add(file);
      case UNKNOWN -> unknown.add(file);
      case REFUSED -> {}
    }
  }

  /** Remembers which metadata files the table has had; to be called before its log forgets them. */
  synchronized void look() {
    TableMetadata now = metadata();
    everCurrent.add(fileName(now.metadataFileLocation()));
    now.previousFiles().forEach(entry -> everCurrent.add(fileName(entry.file())));
  }

  /** A catalog says that somebody else moved the pointer away from a base. */
  synchronized void conflict(TableMetadata base, TableMetadata attempted) {
    report.conflict();
    TableMetadata now = metadata();
    if (now.metadataFileLocation().equals(base.metadataFileLocation())) {
      violation(Violation.Kind.NEEDLESS_CONFLICT, base.metadataFileLocation(), "is still current");
    }
    Snapshot snapshot = attempted.currentSnapshot();
    if (snapshot != null && now.snapshot(snapshot.snapshotId()) != null) {
      violation(Violation.Kind.WRONG_CONFLICT, "snapshot " + snapshot.snapshotId(), "is there");
    }
  }

  /**
   * Compares.
   *
   * @param mayLeave whether the last change's outcome is unknown, so that its metadata file may
   *     stay without being the table's
   */
  synchronized void check(boolean mayLeave) throws IOException {
    look();
    List<String> there = dataFiles();
    Set<String> once = new HashSet<>();
    for (String file : there) {
      if (!once.add(file)) {
        violation(Violation.Kind.DOUBLED, file, "is in the table twice");
      }
      if (!acknowledged.contains(file) && !unknown.contains(file)) {
        violation(Violation.Kind.GHOST, file, "was refused and is in the table");
      }
    }
    for (String file : acknowledged) {
      if (!once.contains(file)) {
        violation(Violation.Kind.LOST, file, "was acknowledged and is not in the table");
      }
    }
    checkMetadataFiles(mayLeave ? 1 : 0);
  }

  private void checkMetadataFiles(int allowed) throws IOException {
    int left = allowed;
    List<Path> files;
    try (Stream<Path> all = Files.walk(warehouse)) {
      files = all.filter(path -> path.toString().endsWith(".metadata.json")).sorted().toList();
    }
    for (Path path : files) {
      String file = path.getFileName().toString();
      if (everCurrent.contains(file) || excused.contains(file) || others.has(file)) {
        continue;
      }
      if (left > 0) {
        left--;
        excused.add(file);
      } else {
        violation(Violation.Kind.ORPHAN, file, "never was the table's");
      }
    }
  }

  /** Read manifest by manifest: Iceberg's scan waits for its threads in steps of 10 ms. */
  private List<String> dataFiles() throws IOException {
    List<String> files = new ArrayList<>();
    Table table = catalog.loadTable(name);
    Snapshot snapshot = table.currentSnapshot();
    if (snapshot == null) {
      return files;
    }
    try {
      for (ManifestFile manifest : snapshot.dataManifests(table.io())) {
        try (CloseableIterable<DataFile> entries =
            ManifestFiles.read(manifest, table.io(), table.specs())) {
          entries.forEach(file -> files.add(fileName(file.location())));
        }
      }
    } catch (NotFoundException | UncheckedIOException e) {
      violation(Violation.Kind.BROKEN, String.valueOf(e.getMessage()), "is missing");
    }
    return files;
  }

  /** Whether every file that any snapshot names is there; reads them all. */
  synchronized void checkHistory() {
    Table table = catalog.loadTable(name);
    for (Snapshot snapshot : table.snapshots()) {
      try {
        snapshot.allManifests(table.io()).forEach(manifest -> exists(table, manifest.path()));
      } catch (NotFoundException | UncheckedIOException e) {
        violation(Violation.Kind.BROKEN, String.valueOf(e.getMessage()), "is missing");
      }
    }
  }

  private void exists(Table table, String location) {
    if (!table.io().newInputFile(location).exists()) {
      violation(Violation.Kind.BROKEN, location, "is missing");
    }
  }

  /** Each fact once, though every check finds it again. */
  synchronized void violation(Violation.Kind kind, String what, String is) {
    if (reported.add(kind + what)) {
      report.violation(kind, what + ' ' + is);
    }
  }

  static String fileName(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }
}
