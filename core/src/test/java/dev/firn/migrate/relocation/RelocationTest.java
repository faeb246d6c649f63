package dev.firn.migrate.relocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import dev.firn.migrate.relocation.RelocationRequest.Keep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.Table;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelocationTest {
  @TempDir private Path folder;

  @Test
  void everySnapshotOfATableWithPositionDeletesReadsTheSameAtItsNewPlace() throws IOException {
    try (MovedTable moved = new MovedTable(folder, 2)) {
      String a = moved.append("a.parquet", "x", 1, 2, 3);
      String b = moved.append("b.parquet", "y", 4, 5, 6);
      moved
          .table
          .newRowDelta()
          .addDeletes(moved.positionDeletes("d1.parquet", FileFormat.PARQUET, "x", a, 0, 2))
          .commit();
      moved
          .table
          .newRowDelta()
          .addDeletes(moved.positionDeletes("d2.avro", FileFormat.AVRO, "y", b, 1))
          .commit();
      moved.table.updateSpec().removeField("kind").commit();
      moved.append("c.parquet", "z", 7);
      checkAllSnapshots(moved, 2);
    }
  }

  @Test
  void deletionVectorsAndRowIdsOfFormat3AreKept() throws IOException {
    try (MovedTable moved = new MovedTable(folder, 3)) {
      String a = moved.append("a.parquet", "x", 1, 2, 3);
      String b = moved.append("b.parquet", "x", 4, 5, 6);
      OutputFileFactory files =
          OutputFileFactory.builderFor(moved.table, 1, 1).format(FileFormat.PUFFIN).build();
      BaseDVFileWriter vectors = new BaseDVFileWriter(files, path -> null);
      try (vectors) {
        vectors.delete(a, 1, moved.table.spec(), moved.partition("x"));
        vectors.delete(b, 0, moved.table.spec(), moved.partition("x"));
      }
      var delta = moved.table.newRowDelta();
      vectors.result().deleteFiles().forEach(delta::addDeletes);
      delta.commit();
      Table now = checkAllSnapshots(moved, 1);
      try (var tasks = now.newScan().planFiles()) {
        tasks.forEach(
            task -> {
              DeleteFile vector = task.deletes().get(0);
              assertThat(vector.referencedDataFile()).isEqualTo(task.file().location());
            });
      }
    }
  }

  private static Table checkAllSnapshots(MovedTable moved, int deleteFiles) throws IOException {
    Map<Long, List<String>> rows = MovedTable.rowsOfAllSnapshots(moved.table);
    List<String> entries = MovedTable.entries(moved.table);
    moved.move();
    Path newFolder = Locations.localPath(moved.newPlace());
    Map<String, Integer> before = MovedTable.files(newFolder);
    Relocated result = relocateMoved(moved, Keep.ALL);
    Table now = MovedTable.at(result.metadataLocation());
    assertThat(MovedTable.rowsOfAllSnapshots(now)).isEqualTo(rows);
    assertThat(MovedTable.entries(now)).isEqualTo(entries);
    assertThat(now.location()).startsWith(moved.newPlace());
    assertThat(result.deleteFiles()).isEqualTo(deleteFiles);
    assertThat(MovedTable.files(newFolder)).containsAllEntriesOf(before);
    return now;
  }

  private static Relocated relocateMoved(MovedTable moved, Keep keep) {
    return new Relocation(MovedTable.IO, UUID::randomUUID, Clock.systemUTC())
        .run(new RelocationRequest(moved.knownPointer(), moved.mapping(), keep, true));
  }

  @Test
  void theExplicitSequenceNumberOfAnAddedFileIsKept() throws IOException {
    try (MovedTable moved = new MovedTable(folder, 2)) {
      DataFile a = moved.newData("a.parquet", "x", 1, 2).toDataFile();
      moved.table.newAppend().appendFile(a).commit();
      moved.append("b.parquet", "x", 3);
      DataFile rewritten = moved.newData("a2.parquet", "x", 1, 2).toDataFile();
      moved.table.newRewrite().deleteFile(a).addFile(rewritten).dataSequenceNumber(1).commit();
      Table now = checkAllSnapshots(moved, 0);
      try (var tasks = now.newScan().planFiles()) {
        assertThat(tasks)
            .filteredOn(task -> task.file().location().endsWith("a2.parquet"))
            .allSatisfy(task -> assertThat(task.file().dataSequenceNumber()).isEqualTo(1L));
      }
    }
  }

  @Test
  void onlyReferencedSnapshotsAreKeptIfAsked() throws IOException {
    try (MovedTable moved = new MovedTable(folder, 2)) {
      moved.append("a.parquet", "x", 1);
      long tagged = moved.table.currentSnapshot().snapshotId();
      moved.table.manageSnapshots().createTag("first", tagged).commit();
      moved.append("b.parquet", "x", 2);
      String between = moved.table.currentSnapshot().manifestListLocation();
      moved.append("c.parquet", "x", 3);
      moved.knownPointer();
      MovedTable.IO.deleteFile(between);
      moved.move();
      assertThatThrownBy(() -> relocateMoved(moved, Keep.ALL))
          .isInstanceOfSatisfying(
              FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
          .hasMessageContaining("snap-");
      Table now = MovedTable.at(relocateMoved(moved, Keep.REFERENCED).metadataLocation());
      assertThat(MovedTable.rowsOfAllSnapshots(now).values())
          .containsExactlyInAnyOrder(List.of("1:x"), List.of("1:x", "2:x", "3:x"));
      assertThat(now.history()).hasSize(1);
    }
  }

  @Test
  void aFileThatIsNotAtItsNewPlaceIsAnErrorAndNothingIsLeftBehind() throws IOException {
    try (MovedTable moved = new MovedTable(folder, 2)) {
      String a = moved.append("a.parquet", "x", 1);
      moved.append("b.parquet", "x", 2);
      moved.knownPointer();
      MovedTable.IO.deleteFile(a);
      moved.move();
      Map<String, Integer> before = MovedTable.files(folder.resolve("new"));
      assertThatThrownBy(() -> relocateMoved(moved, Keep.ALL))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("a.parquet")
          .hasMessageContaining("is not there");
      assertThat(MovedTable.files(folder.resolve("new"))).isEqualTo(before);
    }
  }

  @Test
  void otherFormatsOfPositionDeletesAreRefused() throws IOException {
    try (MovedTable moved = new MovedTable(folder, 2)) {
      String a = moved.append("a.parquet", "x", 1);
      DeleteFile deletes =
          FileMetadata.deleteFileBuilder(moved.table.spec())
              .ofPositionDeletes()
              .withPath(a + ".orc")
              .withFormat(FileFormat.ORC)
              .withPartition(moved.partition("x"))
              .withFileSizeInBytes(1)
              .withRecordCount(1)
              .build();
      Files.createFile(Locations.localPath(a + ".orc"));
      moved.table.newRowDelta().addDeletes(deletes).commit();
      moved.knownPointer();
      moved.move();
      assertThatThrownBy(() -> relocateMoved(moved, Keep.ALL))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("in format orc");
      assertThat(Files.exists(folder.resolve("new"))).isTrue();
    }
  }
}
