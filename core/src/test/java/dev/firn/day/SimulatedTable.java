package dev.firn.day;

import java.util.Map;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.types.Types;

/** A table whose metadata is an object in memory, swapped by compare-and-set. */
final class SimulatedTable implements TableOperations {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(2, "action", Types.StringType.get()),
          Types.NestedField.optional(3, "day", Types.DateType.get()));
  static final String LOCATION = "mem://wh/logs/actions";

  private final FileIO io;
  private final Mischance mischance;
  private TableMetadata current;
  private int version;

  SimulatedTable(FileIO io, Mischance mischance) {
    this.io = io;
    this.mischance = mischance;
    PartitionSpec spec =
        PartitionSpec.builderFor(SCHEMA).identity("day").identity("action").build();
    this.current = named(TableMetadata.newTableMetadata(SCHEMA, spec, LOCATION, Map.of()));
  }

  /** Lands in partitions of the day alone. */
  static PartitionSpec landingSpec() {
    return PartitionSpec.builderFor(SCHEMA).identity("day").build();
  }

  private TableMetadata named(TableMetadata metadata) {
    return TableMetadata.buildFrom(metadata)
        .discardChanges()
        .withMetadataLocation(LOCATION + "/metadata/" + version++ + ".json")
        .build();
  }

  @Override
  public TableMetadata current() {
    return current;
  }

  @Override
  public TableMetadata refresh() {
    mischance.call("read the pointer");
    return current;
  }

  @Override
  public void commit(TableMetadata base, TableMetadata metadata) {
    mischance.call("swap the pointer");
    if (!metadata.uuid().equals(current.uuid())
        || !String.valueOf(base.metadataFileLocation()).equals(current.metadataFileLocation())) {
      throw new CommitFailedException("another writer was first");
    }
    current = named(metadata);
    if (mischance.isCrashDue()) {
      throw new SimulatedCrash("after the swap");
    }
  }

  @Override
  public FileIO io() {
    return io;
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return LOCATION + "/metadata/" + fileName;
  }

  @Override
  public LocationProvider locationProvider() {
    return LocationProviders.locationsFor(LOCATION, Map.of());
  }
}
