package dev.firn.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** Random histories of data and delete files: tasks must have the deletes that Iceberg's have. */
class DeleteFilesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "day", Types.IntegerType.get()),
          Types.NestedField.optional(2, "id", Types.LongType.get()));
  private static final int HISTORIES = 6;
  private static final int FILTERS = 12;

  @Test
  void deletesAreAttachedAsIcebergDoes() throws Exception {
    long attached = 0;
    for (long seed = 1; seed <= HISTORIES; seed++) {
      Random random = new Random(seed);
      int version = 2 + random.nextInt(2);
      CaseTable table = history(random, version);
      FirnScans scans = new FirnScans(table.planner());
      for (int i = 0; i < FILTERS; i++) {
        Expression filter = filter(random);
        TableScan theirs = table.table().newScan().filter(filter);
        TableScan ours = scans.newScan(table.table()).filter(filter);
        if (random.nextInt(3) == 0) {
          theirs = theirs.ignoreResiduals();
          ours = ours.ignoreResiduals();
        }
        Map<String, List<String>> expected = deletes(theirs);
        assertThat(deletes(ours))
            .as("seed %d, version %d, %s", seed, version, filter)
            .isEqualTo(expected);
        attached += expected.values().stream().mapToLong(List::size).sum();
      }
    }
    assertThat(attached).isGreaterThan(200);
  }

  private static Expression filter(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Expressions.alwaysTrue();
      case 1 -> Expressions.equal("day", random.nextInt(3));
      case 2 -> Expressions.greaterThan("id", (long) random.nextInt(40));
      default ->
          Expressions.and(
              Expressions.lessThan("day", 2),
              Expressions.lessThan("id", (long) random.nextInt(40)));
    };
  }

  private static CaseTable history(Random random, int version) {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).identity("day").build();
    CaseTable table = new CaseTable(version, SCHEMA, spec);
    Map<String, DataFile> withoutVector = new HashMap<>();
    for (int round = 0; round < 6; round++) {
      if (round == 3) {
        table.table().updateSpec().removeField("day").commit();
      }
      RowDelta delta = table.table().newRowDelta();
      for (int i = 0; i < 3; i++) {
        long id = random.nextInt(30);
        DataFile file =
            table.dataFile(
                "data" + round + i,
                random.nextBoolean(),
                new Object[] {random.nextInt(3), random.nextInt(6) == 0 ? null : (Object) id},
                new Object[] {random.nextInt(3), id + random.nextInt(10)});
        withoutVector.put(file.location(), file);
        delta.addRows(file);
      }
      for (int i = 0; i < 2; i++) {
        delta.addDeletes(equality(table, random, "eq" + round + i));
      }
      if (round > 0) {
        DataFile target = List.copyOf(withoutVector.values()).get(random.nextInt(3));
        if (version == 2) {
          delta.addDeletes(positions(table, random, "pos" + round, target));
        } else {
          withoutVector.remove(target.location());
          delta.addDeletes(vector(table, "dv" + round, target));
        }
      }
      delta.commit();
    }
    return table;
  }

  private static FileMetadata.Builder builder(CaseTable table, String name) {
    return FileMetadata.deleteFileBuilder(table.table().spec())
        .withPath("memory:/" + name)
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(10);
  }

  private static DeleteFile equality(CaseTable table, Random random, String name) {
    FileMetadata.Builder builder = builder(table, name).ofEqualityDeletes(2);
    if (table.table().spec().isPartitioned()) {
      builder.withPartitionPath("day=" + random.nextInt(3));
    }
    long id = random.nextInt(35);
    Metrics bounded =
        new Metrics(
            2L,
            Map.of(),
            Map.of(2, 2L),
            Map.of(2, (long) random.nextInt(3)),
            Map.of(),
            Map.of(2, bound(id)),
            Map.of(2, bound(id + 3)));
    return builder.withMetrics(random.nextInt(4) == 0 ? new Metrics(2L) : bounded).build();
  }

  private static ByteBuffer bound(long value) {
    return Conversions.toByteBuffer(Types.LongType.get(), value);
  }

  private static DeleteFile positions(
      CaseTable table, Random random, String name, DataFile target) {
    if (random.nextBoolean()) {
      FileMetadata.Builder builder = builder(table, name).ofPositionDeletes().withRecordCount(1);
      if (table.table().spec().isPartitioned()) {
        builder.withPartitionPath("day=" + random.nextInt(3));
      }
      return builder.build();
    }
    ByteBuffer path = Conversions.toByteBuffer(Types.StringType.get(), target.location());
    int id = MetadataColumns.DELETE_FILE_PATH.fieldId();
    return FileMetadata.deleteFileBuilder(table.table().specs().get(target.specId()))
        .ofPositionDeletes()
        .withPath("memory:/" + name)
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(10)
        .withPartition(target.partition())
        .withMetrics(
            new Metrics(
                1L, Map.of(), Map.of(), Map.of(), Map.of(), Map.of(id, path), Map.of(id, path)))
        .build();
  }

  private static DeleteFile vector(CaseTable table, String name, DataFile target) {
    return FileMetadata.deleteFileBuilder(table.table().specs().get(target.specId()))
        .ofPositionDeletes()
        .withPath("memory:/" + name + ".puffin")
        .withFormat(FileFormat.PUFFIN)
        .withFileSizeInBytes(100)
        .withRecordCount(1)
        .withPartition(target.partition())
        .withReferencedDataFile(target.location())
        .withContentOffset(4)
        .withContentSizeInBytes(40)
        .build();
  }

  private static Map<String, List<String>> deletes(TableScan scan) throws Exception {
    Map<String, List<String>> deletes = new TreeMap<>();
    try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
      for (FileScanTask task : tasks) {
        deletes.put(
            task.file().location(),
            task.deletes().stream().map(DeleteFile::location).sorted().toList());
      }
    }
    return deletes;
  }

  @Test
  void tasksTravelWithEverythingThatReadersNeed() throws Exception {
    CaseTable table = history(new Random(99), 3);
    Map<String, FileScanTask> expected = new HashMap<>();
    try (CloseableIterable<FileScanTask> tasks =
        table.table().newScan().includeColumnStats().planFiles()) {
      tasks.forEach(task -> expected.put(task.file().location(), task));
    }
    TableScan scan = new FirnScans(table.planner()).newScan(table.table()).includeColumnStats();
    int count = 0;
    try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
      for (FileScanTask task : tasks) {
        FileScanTask theirs = expected.get(task.file().location());
        check(task, theirs);
        check(copied(task), theirs);
        count++;
      }
    }
    assertThat(count).isEqualTo(expected.size());
  }

  private static FileScanTask copied(FileScanTask task) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(task);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (FileScanTask) in.readObject();
    }
  }

  private static void check(FileScanTask ours, FileScanTask theirs) {
    assertThat(ours.residual()).hasToString(theirs.residual().toString());
    assertThat(ours.estimatedRowsCount()).isEqualTo(theirs.estimatedRowsCount());
    assertThat(ours.length()).isEqualTo(theirs.length());
    assertThat(ours.spec()).isEqualTo(theirs.spec());
    DataFile file = ours.file();
    DataFile other = theirs.file();
    assertThat(file.partition()).isEqualTo(other.partition());
    assertThat(file.pos()).isEqualTo(other.pos());
    assertThat(file.manifestLocation()).isEqualTo(other.manifestLocation());
    assertThat(file.specId()).isEqualTo(other.specId());
    assertThat(file.format()).isEqualTo(other.format());
    assertThat(file.recordCount()).isEqualTo(other.recordCount());
    assertThat(file.dataSequenceNumber()).isEqualTo(other.dataSequenceNumber());
    assertThat(file.fileSequenceNumber()).isEqualTo(other.fileSequenceNumber());
    assertThat(file.firstRowId()).isEqualTo(other.firstRowId());
    assertThat(file.splitOffsets()).isEqualTo(other.splitOffsets());
    assertThat(file.sortOrderId()).isEqualTo(other.sortOrderId());
    assertThat(file.keyMetadata()).isEqualTo(other.keyMetadata());
    assertThat(some(file.valueCounts())).isEqualTo(some(other.valueCounts()));
    assertThat(some(file.nullValueCounts())).isEqualTo(some(other.nullValueCounts()));
    assertThat(some(file.lowerBounds())).isEqualTo(some(other.lowerBounds()));
    assertThat(some(file.upperBounds())).isEqualTo(some(other.upperBounds()));
  }

  /** No statistics are the same whether there is an empty map or none. */
  private static <T> Map<Integer, T> some(Map<Integer, T> map) {
    return map == null ? Map.of() : map;
  }
}
