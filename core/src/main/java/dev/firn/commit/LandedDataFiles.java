package dev.firn.commit;

import dev.firn.landing.LandedFile;
import dev.firn.landing.PartitionTuple;
import dev.firn.table.LandingSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableMetadata;

/**
 * Turns landed files into data files of one metadata, whose specs it looks up by structure.
 *
 * <p>Spec ids are bound here, on the metadata that is swapped against, and nowhere earlier: another
 * engine's clean-up may have removed the landing spec since the file was written, and its id may
 * belong to another layout now. A spec that is missing is added again in the same change.
 */
public final class LandedDataFiles {
  private final PinnedOperations operations;

  /** Binds to the metadata that these operations hold, and adds landing specs to it. */
  public LandedDataFiles(PinnedOperations operations) {
    this.operations = operations;
  }

  /** The data files, in the order of the landed ones. */
  public List<DataFile> bind(List<LandedFile> landed) {
    List<DataFile> files = new ArrayList<>(landed.size());
    Map<PartitionSpec, PartitionSpec> bound = new HashMap<>();
    for (LandedFile file : landed) {
      PartitionSpec known = bound.get(file.spec());
      if (known == null) {
        known = file.isLanding() ? bindLanding(file.spec()) : bindOwn(file.spec());
        bound.put(file.spec(), known);
      }
      files.add(dataFile(file, known));
    }
    return files;
  }

  private PartitionSpec bindLanding(PartitionSpec spec) {
    TableMetadata metadata = operations.current();
    LandingSpec layout = layoutOf(spec);
    TableMetadata withSpec = layout.addTo(metadata);
    operations.commit(metadata, withSpec);
    int specId =
        layout
            .findIn(withSpec)
            .orElseThrow(
                () -> new IllegalStateException("no landing spec in the metadata it was added to"));
    return withSpec.spec(specId);
  }

  /** The table's own spec, or what was its own when the file was written. */
  private PartitionSpec bindOwn(PartitionSpec spec) {
    TableMetadata metadata = operations.current();
    Optional<PartitionSpec> known = findOwn(metadata, spec);
    if (known.isPresent()) {
      return known.get();
    }
    TableMetadata withSpec =
        TableMetadata.buildFrom(metadata)
            .addPartitionSpec(spec.toUnbound().bind(metadata.schema()))
            .build();
    operations.commit(metadata, withSpec);
    return findOwn(withSpec, spec)
        .orElseThrow(() -> new IllegalStateException("no spec in the metadata it was added to"));
  }

  private static Optional<PartitionSpec> findOwn(TableMetadata metadata, PartitionSpec spec) {
    if (metadata.spec().compatibleWith(spec)) {
      return Optional.of(metadata.spec());
    }
    return metadata.specs().stream().filter(spec::compatibleWith).findFirst();
  }

  /** What the spec is by structure; its ids say nothing outside of the metadata it was made for. */
  private static LandingSpec layoutOf(PartitionSpec spec) {
    if (spec.isUnpartitioned()) {
      return LandingSpec.UNPARTITIONED;
    }
    PartitionField field = spec.fields().get(0);
    return new LandingSpec(
        Optional.of(
            new LandingSpec.DayField(
                field.sourceId(),
                spec.schema().findColumnName(field.sourceId()),
                field.transform().toString())));
  }

  private static DataFile dataFile(LandedFile landed, PartitionSpec spec) {
    DataFiles.Builder builder =
        DataFiles.builder(spec)
            .withPath(landed.file().location())
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(landed.file().sizeBytes())
            .withMetrics(landed.file().metrics())
            .withSplitOffsets(landed.file().splitOffsets());
    PartitionTuple values = landed.partition();
    if (values.size() > 0) {
      PartitionData partition = new PartitionData(spec.partitionType());
      for (int i = 0; i < values.size(); i++) {
        partition.set(i, values.get(i, Object.class));
      }
      builder.withPartition(partition);
    }
    return builder.build();
  }
}
