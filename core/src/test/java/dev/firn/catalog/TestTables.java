package dev.firn.catalog;

import dev.firn.io.LocalFileIo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** A small table, and data files that are names only. */
final class TestTables {
  static final Namespace DB = Namespace.of("db");
  static final TableIdentifier TABLE = TableIdentifier.of(DB, "t");
  static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

  private TestTables() {}

  static LocalFileIo io() {
    return new LocalFileIo(false);
  }

  static DataFile file(String name) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("file:///nowhere/" + name)
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(10)
        .withRecordCount(1)
        .build();
  }

  /** The names of the data files of a table, sorted. */
  static List<String> dataFiles(Table table) throws IOException {
    table.refresh();
    TreeSet<String> names = new TreeSet<>();
    int count = 0;
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        String location = task.file().location();
        names.add(location.substring(location.lastIndexOf('/') + 1));
        count++;
      }
    }
    if (count != names.size()) {
      throw new AssertionError("a data file is in the table twice: " + count + ", " + names);
    }
    return List.copyOf(names);
  }

  static TableMetadata withProperty(TableMetadata base, String key, String value) {
    return TableMetadata.buildFrom(base).setProperties(java.util.Map.of(key, value)).build();
  }

  /** The metadata files below a folder. */
  static List<Path> metadataFiles(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(path -> path.toString().endsWith(".metadata.json")).sorted().toList();
    }
  }
}
