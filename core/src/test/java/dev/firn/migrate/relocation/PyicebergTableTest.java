package dev.firn.migrate.relocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.catalog.JdbcPointerStore;
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
import java.util.stream.Stream;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Case C26: another client's SQLite file, whose table has relative locations. */
class PyicebergTableTest {
  private static final Path SAMPLE = Path.of("src/test/resources/dev/firn/migrate/pyiceberg-v1");
  private static final String OLD = "data/persistent/iceberg_v1_repro";
  private static final TableIdentifier MERCH = TableIdentifier.of("repro", "merch_v1");

  @TempDir private Path folder;

  @BeforeEach
  void copySample() throws IOException {
    try (Stream<Path> paths = Files.walk(SAMPLE)) {
      for (Path path : paths.toList()) {
        Path copy = folder.resolve(SAMPLE.relativize(path).toString());
        if (!path.equals(SAMPLE)) {
          Files.copy(path, copy);
        }
      }
    }
  }

  @Test
  void theTableReadsAfterRelocation() throws IOException {
    try (JdbcPointerStore store = JdbcPointerStore.sqlite(folder.resolve("catalog.db"), "repro")) {
      String pointer = store.read(MERCH).orElseThrow();
      assertThat(pointer).startsWith(OLD);
      Map<String, Integer> before = MovedTable.files(folder.resolve("repro"));
      Relocated result = relocate(pointer, new LocationMapping(OLD, Locations.of(folder)));
      assertThat(store.compareAndSet(MERCH, pointer, result.metadataLocation())).isTrue();

      Table table = MovedTable.at(store.read(MERCH).orElseThrow());
      try (var rows = IcebergGenerics.read(table).build()) {
        assertThat(rows).hasSize(4);
      }
      for (var snapshot : table.snapshots()) {
        try (var rows = IcebergGenerics.read(table).useSnapshot(snapshot.snapshotId()).build()) {
          assertThat(rows).hasSize(Integer.parseInt(snapshot.summary().get("total-records")));
        }
      }
      assertThat(result.snapshots()).isEqualTo(3);
      assertThat(MovedTable.files(folder.resolve("repro"))).containsAllEntriesOf(before);
    }
  }

  @Test
  void allRelativePathsCanBeTakenFromOneFolder() throws IOException {
    Files.createDirectories(folder.resolve("data/persistent"));
    Files.createSymbolicLink(folder.resolve(OLD), folder);
    try (JdbcPointerStore store = JdbcPointerStore.sqlite(folder.resolve("catalog.db"), "repro")) {
      Relocated result =
          relocate(store.read(MERCH).orElseThrow(), new LocationMapping("", Locations.of(folder)));
      try (var rows = IcebergGenerics.read(MovedTable.at(result.metadataLocation())).build()) {
        assertThat(rows).hasSize(4);
      }
    }
  }

  @Test
  void aPrefixThatDoesNotCoverTheRelativePathsIsAnError() {
    try (JdbcPointerStore store = JdbcPointerStore.sqlite(folder.resolve("catalog.db"), "repro")) {
      String pointer = store.read(MERCH).orElseThrow();
      assertThatThrownBy(
              () -> relocate(pointer, new LocationMapping("data/other", Locations.of(folder))))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("is relative and not below 'data/other'");
    }
  }

  @Test
  void aPrefixCoversWholeNamesInEverySpelling() {
    LocationMapping local = new LocationMapping("file:/a/b/", "s3://c/d/");
    assertThat(Stream.of("/a/b", "file:///a/b/x", "/a/bc", "s3://a/b").map(local::map).toList())
        .isEqualTo(List.of("s3://c/d", "s3://c/d/x", "/a/bc", "s3://a/b"));
    LocationMapping relative = new LocationMapping("", "/r");
    assertThat(Stream.of("./x/y", "x", "/x", "s3://x/y").map(relative::map).toList())
        .isEqualTo(List.of("file:///r/x/y", "file:///r/x", "/x", "s3://x/y"));
  }

  private static Relocated relocate(String pointer, LocationMapping mapping) {
    return new Relocation(MovedTable.IO, UUID::randomUUID, Clock.systemUTC())
        .run(new RelocationRequest(pointer, mapping, Keep.ALL, true));
  }
}
