package dev.firn.plan.manifest;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.types.Types;

/** The live delete files of a manifest, read by Iceberg: there are few of them. Immutable. */
record DeleteEntries(Types.StructType type, List<DeleteFile> files) implements Weighed {
  /** Rough size of a delete file with its statistics. */
  private static final long FILE_BYTES = 1_200;

  static DeleteEntries read(FileIO io, ManifestFile manifest, Map<Integer, PartitionSpec> specs) {
    List<DeleteFile> files = new ArrayList<>();
    try (ManifestReader<DeleteFile> reader =
        ManifestFiles.readDeleteManifest(manifest, io, specs)) {
      reader.forEach(files::add);
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "reading the manifest " + manifest.path() + " failed (" + e.getMessage() + "); try again",
          e);
    }
    PartitionSpec spec = SpecLookup.require(specs, manifest.partitionSpecId());
    return new DeleteEntries(spec.partitionType(), List.copyOf(files));
  }

  @Override
  public long sizeBytes() {
    return 200 + files.size() * FILE_BYTES;
  }
}
