package dev.firn.audit;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;

/**
 * Compares each data file's recorded partition with the rows in it.
 *
 * <p>Reads every manifest of the current snapshot and, of the files looked at, the footer and the
 * columns that the partition is made from. Delete files are not looked at, and rows that they
 * delete count like others: they lie in the file's partition all the same. One thread; memory is
 * that of one row group's source columns.
 */
public final class PartitionAudit {
  private final TableMetadata metadata;
  private final FileIO io;
  private final List<DataFileRows> readers;

  /**
   * An audit of a table.
   *
   * @param metadata whose current snapshot is looked at
   * @param readers tried in order for each file
   */
  public PartitionAudit(TableMetadata metadata, FileIO io, List<DataFileRows> readers) {
    this.metadata = metadata;
    this.io = io;
    this.readers = List.copyOf(readers);
  }

  /**
   * Looks at every file, in the order of the manifests.
   *
   * @param verdicts gets what was found of each
   * @throws FirnException with {@link ErrorCode#STORAGE} if a manifest can't be read
   */
  public AuditTotals checkAll(Consumer<FileVerdict> verdicts) {
    AuditTotals[] totals = {AuditTotals.ZERO};
    long files =
        forEachFile(
            file -> {
              FileVerdict verdict = check(file);
              verdicts.accept(verdict);
              totals[0] = totals[0].plus(verdict);
            });
    return totals[0].of(files);
  }

  /**
   * Looks at some files, each as likely as any other.
   *
   * @param count how many at most, 1 or more; they are held in memory
   * @param random chooses them
   * @param verdicts gets what was found of each
   * @throws FirnException with {@link ErrorCode#STORAGE} if a manifest can't be read
   */
  public AuditTotals checkSample(int count, Random random, Consumer<FileVerdict> verdicts) {
    List<DataFile> chosen = new ArrayList<>();
    long[] seen = {0};
    long files =
        forEachFile(
            file -> {
              seen[0]++;
              if (chosen.size() < count) {
                chosen.add(file);
                return;
              }
              long place = (long) (random.nextDouble() * seen[0]);
              if (place < count) {
                chosen.set((int) place, file);
              }
            });
    AuditTotals totals = AuditTotals.ZERO;
    for (DataFile file : chosen) {
      FileVerdict verdict = check(file);
      verdicts.accept(verdict);
      totals = totals.plus(verdict);
    }
    return totals.of(files);
  }

  private FileVerdict check(DataFile file) {
    PartitionSpec spec = metadata.spec(file.specId());
    return new FileAudit(file, io, spec).run(schemas(), readers);
  }

  /** The current schema, then the others, newest first: a source column may have been dropped. */
  private List<Schema> schemas() {
    List<Schema> schemas = new ArrayList<>();
    schemas.add(metadata.schema());
    List<Schema> all = metadata.schemas();
    for (int i = all.size() - 1; i >= 0; i--) {
      schemas.add(all.get(i));
    }
    return schemas;
  }

  private long forEachFile(Consumer<DataFile> each) {
    long files = 0;
    Optional<Snapshot> snapshot = Optional.ofNullable(metadata.currentSnapshot());
    if (snapshot.isEmpty()) {
      return 0;
    }
    for (ManifestFile manifest : snapshot.get().dataManifests(io)) {
      try (ManifestReader<DataFile> reader =
          ManifestFiles.read(manifest, io, metadata.specsById())) {
        for (DataFile file : reader) {
          files++;
          each.accept(file);
        }
      } catch (IOException | RuntimeIOException e) {
        throw new FirnException(
            ErrorCode.STORAGE, "reading the manifest " + manifest.path() + " failed: " + e, e);
      }
    }
    return files;
  }
}
