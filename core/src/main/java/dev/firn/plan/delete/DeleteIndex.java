package dev.firn.plan.delete;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.plan.manifest.SpecLookup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.util.ContentFileUtil;
import org.apache.iceberg.util.PartitionMap;
import org.jspecify.annotations.Nullable;

/**
 * Which delete files apply to a data file (Iceberg spec, "Scan planning").
 *
 * <ul>
 *   <li>A deletion vector: to the file it names; position deletes then do not count.
 *   <li>Position deletes: to files that are not newer, by the path they name, or else by spec and
 *       partition.
 *   <li>Equality deletes: to older files of the same spec and partition, or to all older files if
 *       their spec is unpartitioned; not where the bounds of a column leave no common value.
 * </ul>
 */
public final class DeleteIndex {
  /** No delete files. */
  public static final DeleteFile[] NONE = {};

  private static final Comparator<DeleteFile> BY_SEQUENCE =
      Comparator.comparingLong(DeleteFile::dataSequenceNumber);

  private final Map<Integer, PartitionSpec> specs;
  private final EqualityOverlap overlap;
  private final List<DeleteFile> global = new ArrayList<>();
  private final PartitionMap<List<DeleteFile>> equality;
  private final PartitionMap<List<DeleteFile>> positions;
  private final Map<String, List<DeleteFile>> positionsByPath = new HashMap<>();
  private final Map<String, DeleteFile> vectors = new HashMap<>();
  private final Set<Integer> equalityColumns = new HashSet<>();
  private boolean empty = true;

  public DeleteIndex(
      Map<Integer, PartitionSpec> specs, Map<Integer, Schema> schemas, List<DeleteFile> files) {
    this.specs = specs;
    this.overlap = new EqualityOverlap(schemas);
    this.equality = PartitionMap.create(specs);
    this.positions = PartitionMap.create(specs);
    // In order of sequence numbers, as Iceberg hands them out.
    files.stream().sorted(BY_SEQUENCE).forEach(this::add);
  }

  private void add(DeleteFile file) {
    empty = false;
    if (file.content() == FileContent.EQUALITY_DELETES) {
      equalityColumns.addAll(file.equalityFieldIds());
      if (SpecLookup.require(specs, file.specId()).isUnpartitioned()) {
        global.add(file);
      } else {
        equality.computeIfAbsent(file.specId(), file.partition(), ArrayList::new).add(file);
      }
    } else if (ContentFileUtil.isDV(file)) {
      DeleteFile other = vectors.putIfAbsent(String.valueOf(file.referencedDataFile()), file);
      if (other != null) {
        throw new FirnException(
            ErrorCode.TABLE,
            "the data file "
                + file.referencedDataFile()
                + " has two deletion vectors, in "
                + other.location()
                + " and "
                + file.location()
                + "; expected one at most: roll the table back or rewrite the file");
      }
    } else {
      String path = ContentFileUtil.referencedDataFileLocation(file);
      // Iceberg answers null for deletes that name no one file.
      List<DeleteFile> into =
          path != null
              ? positionsByPath.computeIfAbsent(path, key -> new ArrayList<>())
              : positions.computeIfAbsent(file.specId(), file.partition(), ArrayList::new);
      into.add(file);
    }
  }

  public boolean isEmpty() {
    return empty;
  }

  /** The columns whose statistics decide over equality deletes. */
  public Set<Integer> equalityColumns() {
    return equalityColumns;
  }

  /** The delete files that apply to a data file, which has the statistics of those columns. */
  public DeleteFile[] of(DataFile file) {
    if (empty) {
      return NONE;
    }
    long sequence = file.dataSequenceNumber();
    List<DeleteFile> all = new ArrayList<>();
    addEquality(all, global, sequence, file);
    addEquality(all, equality.get(file.specId(), file.partition()), sequence, file);
    DeleteFile vector = vectors.isEmpty() ? null : vectors.get(file.location());
    if (vector != null) {
      check(vector, file);
      all.add(vector);
    } else {
      addPositions(all, positions.get(file.specId(), file.partition()), sequence);
      if (!positionsByPath.isEmpty()) {
        addPositions(all, positionsByPath.get(file.location()), sequence);
      }
    }
    return all.isEmpty() ? NONE : all.toArray(NONE);
  }

  private static void check(DeleteFile vector, DataFile file) {
    if (vector.dataSequenceNumber() < file.dataSequenceNumber()) {
      throw new FirnException(
          ErrorCode.TABLE,
          "the deletion vector in "
              + vector.location()
              + " has sequence number "
              + vector.dataSequenceNumber()
              + ", its data file "
              + file.location()
              + " has "
              + file.dataSequenceNumber()
              + "; expected a vector that is not older: roll the table back");
    }
  }

  private void addEquality(
      List<DeleteFile> into, @Nullable List<DeleteFile> from, long sequence, DataFile file) {
    if (from == null) {
      return;
    }
    for (DeleteFile delete : from) {
      if (delete.dataSequenceNumber() > sequence && overlap.mayOverlap(file, delete)) {
        into.add(delete);
      }
    }
  }

  private static void addPositions(
      List<DeleteFile> into, @Nullable List<DeleteFile> from, long sequence) {
    if (from == null) {
      return;
    }
    for (DeleteFile delete : from) {
      if (delete.dataSequenceNumber() >= sequence) {
        into.add(delete);
      }
    }
  }
}
