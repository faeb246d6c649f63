package dev.firn.compaction;

import dev.firn.landing.LandedFile;
import dev.firn.landing.PartitionTuple;
import dev.firn.parquet.WrittenParquet;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;

/** A file that a compaction wrote, not committed yet; layouts are bound by structure. */
sealed interface CompactedFile {
  /** The Parquet file. */
  WrittenParquet file();

  /** Rows that stay landed. */
  record Landed(LandedFile landed) implements CompactedFile {
    @Override
    public WrittenParquet file() {
      return landed.file();
    }
  }

  /** Rows that have reached their partition. */
  record Partitioned(WrittenParquet file, PartitionTuple tuple) implements CompactedFile {
    /** As a data file of the spec in a metadata that has the structure of the default spec. */
    DataFile dataFile(PartitionSpec spec) {
      DataFiles.Builder builder =
          DataFiles.builder(spec)
              .withPath(file.location())
              .withFormat(FileFormat.PARQUET)
              .withFileSizeInBytes(file.sizeBytes())
              .withMetrics(file.metrics())
              .withSplitOffsets(file.splitOffsets());
      if (spec.isPartitioned()) {
        builder.withPartition(tuple);
      }
      return builder.build();
    }
  }
}
