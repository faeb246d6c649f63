package dev.firn.compaction;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.HashSet;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.FileIO;

/**
 * Opens data files: those of Firn's writer without deletes through Firn's reader, all others
 * through the general one. One thread.
 */
final class AnyDataFileRows implements DataFileRows.Opener {
  private final FileIO io;
  private final Schema tableSchema;
  private final Set<String> foreign = new HashSet<>();

  AnyDataFileRows(FileIO io, Schema tableSchema) {
    this.io = io;
    this.tableSchema = tableSchema;
  }

  @Override
  public DataFileRows open(FileScanTask task, Schema projection) {
    boolean plain = task.deletes().isEmpty() && task.file().format() == FileFormat.PARQUET;
    if (plain && !foreign.contains(task.file().location())) {
      Optional<DataFileRows> own = FirnDataFileRows.open(io, task.file(), projection);
      if (own.isPresent()) {
        return own.get();
      }
      foreign.add(task.file().location());
    }
    return general(task).open(io, tableSchema, task, projection);
  }

  private static GeneralReader general(FileScanTask task) {
    return ServiceLoader.load(GeneralReader.class)
        .findFirst()
        .orElseThrow(
            () ->
                new FirnException(
                    ErrorCode.TABLE,
                    "can't read "
                        + task.file().location()
                        + ": it has deletes or another writer wrote it, and the module"
                        + " firn-formats is not on the class path; add it"));
  }
}
