package dev.firn.table;

import java.util.function.Consumer;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;

/** Iceberg's updates that write no files, as functions of metadata. Nothing is committed. */
public final class MetadataUpdates {
  private MetadataUpdates() {}

  /**
   * The metadata after an update of its schema; a name mapping follows it.
   *
   * @throws IllegalArgumentException or a {@link org.apache.iceberg.exceptions.ValidationException}
   *     if Iceberg refuses it
   */
  public static TableMetadata schema(TableMetadata base, Consumer<UpdateSchema> changes) {
    StagedMetadata staged = new StagedMetadata(base);
    UpdateSchema update = new BaseTable(staged, "table").updateSchema();
    changes.accept(update);
    update.commit();
    return staged.current();
  }

  /**
   * The metadata after an update of its properties; {@code format-version} is upgraded.
   *
   * @throws IllegalArgumentException or a {@link org.apache.iceberg.exceptions.ValidationException}
   *     if Iceberg refuses it
   */
  public static TableMetadata properties(TableMetadata base, Consumer<UpdateProperties> changes) {
    StagedMetadata staged = new StagedMetadata(base);
    UpdateProperties update = new BaseTable(staged, "table").updateProperties();
    changes.accept(update);
    update.commit();
    return staged.current();
  }
}
