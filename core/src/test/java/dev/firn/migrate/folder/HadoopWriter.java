package dev.firn.migrate.folder;

import dev.firn.io.LocalFileIo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.hadoop.HadoopTableOperations;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.LockManagers;

/** A client of Iceberg's Hadoop catalog: its own code for versions, on a small file system. */
public final class HadoopWriter {
  public static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

  private final Operations operations;
  private final String location;

  /** A client with a state of its own. */
  public HadoopWriter(String location) {
    this.location = location;
    this.operations = new Operations(location);
  }

  /** Runs once, between the look at the next version's name and the rename to it. */
  public void beforeNextRename(Runnable action) {
    operations.files.beforeRename =
        () -> {
          operations.files.beforeRename = () -> {};
          action.run();
        };
  }

  /** What CREATE TABLE IF NOT EXISTS does. */
  public void createIfNotExists(Map<String, String> properties) {
    if (operations.current() == null) {
      operations.commit(
          null,
          TableMetadata.newTableMetadata(
              SCHEMA, PartitionSpec.unpartitioned(), SortOrder.unsorted(), location, properties));
    }
  }

  /** The table as this client sees it. */
  public Table table() {
    return new BaseTable(operations, location);
  }

  /** Appends a data file that is a name only. */
  public void append(String name) {
    table().newAppend().appendFile(file(name)).commit();
  }

  /** A data file that is a name only. */
  public static DataFile file(String name) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("file:///nowhere/" + name)
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(10)
        .withRecordCount(1)
        .build();
  }

  /** The names of a table's data files, sorted. */
  public static List<String> files(Table table) {
    TreeSet<String> names = new TreeSet<>();
    try (var tasks = table.newScan().planFiles()) {
      tasks.forEach(
          task -> names.add(task.file().location().substring("file:///nowhere/".length())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(names);
  }

  private static final class Operations extends HadoopTableOperations {
    private final RenamingFileSystem files = new RenamingFileSystem();

    Operations(String location) {
      super(
          new Path(location),
          new LocalFileIo(false),
          new Configuration(false),
          LockManagers.defaultLockManager());
    }

    @Override
    protected FileSystem getFileSystem(Path path, Configuration configuration) {
      return files;
    }
  }
}
