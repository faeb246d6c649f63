package dev.firn.publish;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/**
 * Makes twins of one kind; found with {@link java.util.ServiceLoader}, so that a kind with heavy
 * libraries can live in a module of its own. Has a public constructor without parameters.
 */
public interface DayTwinProvider {
  /**
   * The table that is followed.
   *
   * @param name its full name
   * @param io its storage
   * @param metadata loads its metadata afresh
   * @param folder of the pipeline file, for relative paths in settings
   */
  record TwinTable(String name, FileIO io, Supplier<TableMetadata> metadata, Path folder) {}

  /** What stands below {@code twins} in a pipeline file. */
  String name();

  /**
   * Makes a twin; its caller closes it.
   *
   * @param settings what the pipeline file says of it: text, or a map or list of such
   * @throws dev.firn.error.FirnException {@link dev.firn.error.ErrorCode#CONFIG} naming the setting
   *     that does not fit
   */
  DayTwin open(TwinTable table, Object settings);
}
