package dev.firn.migrate.relocation;

import dev.firn.catalog.FirnCatalog;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericAppenderFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.types.Types;

/** A table at one place, whose folder can be moved to another. */
@SuppressWarnings("deprecation") // What replaces GenericAppenderFactory needs a registry.
final class MovedTable implements AutoCloseable {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.required(2, "kind", Types.StringType.get()));
  static final FileIO IO = new LocalFileIo(false);

  private final Path folder;
  private final FirnCatalog catalog;
  final Table table;
  private String pointer = "";

  MovedTable(Path folder, int formatVersion) {
    this.folder = folder;
    this.catalog = FirnCatalog.embedded("test", folder.resolve("c.db"), oldPlace(), IO);
    catalog.createNamespace(Namespace.of("db"), Map.of());
    this.table =
        catalog
            .buildTable(TableIdentifier.of("db", "t"), SCHEMA)
            .withPartitionSpec(PartitionSpec.builderFor(SCHEMA).identity("kind").build())
            .withLocation(oldPlace() + "/t")
            .withProperty("format-version", String.valueOf(formatVersion))
            .create();
  }

  private String oldPlace() {
    return Locations.of(folder.resolve("old"));
  }

  String newPlace() {
    return Locations.of(folder.resolve("new"));
  }

  /** The pointer as the catalog has it; asked for before the move, remembered after. */
  String knownPointer() {
    if (Files.exists(folder.resolve("old"))) {
      pointer = ((BaseTable) table).operations().refresh().metadataFileLocation();
    }
    return pointer;
  }

  LocationMapping mapping() {
    return new LocationMapping(oldPlace(), newPlace());
  }

  void move() throws IOException {
    knownPointer();
    Files.move(folder.resolve("old"), folder.resolve("new"));
  }

  static Table at(String metadataLocation) {
    return new BaseTable(new StaticTableOperations(metadataLocation, IO), "moved");
  }

  /** The rows of a snapshot as {@code id:kind}, sorted. */
  static List<String> rows(Table table, long snapshotId) {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> read =
        IcebergGenerics.read(table).useSnapshot(snapshotId).build()) {
      read.forEach(row -> rows.add(row.getField("id") + ":" + row.getField("kind")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.sort(null);
    return rows;
  }

  static Map<Long, List<String>> rowsOfAllSnapshots(Table table) {
    Map<Long, List<String>> rows = new TreeMap<>();
    for (Snapshot snapshot : table.snapshots()) {
      rows.put(snapshot.snapshotId(), rows(table, snapshot.snapshotId()));
    }
    return rows;
  }

  /** Everything of every manifest entry but locations and lengths, in order. */
  static List<String> entries(Table table) {
    List<String> entries = new ArrayList<>();
    AvroCopy avro = new AvroCopy(IO);
    for (Snapshot snapshot : table.snapshots()) {
      for (ManifestFile manifest : snapshot.allManifests(IO)) {
        entries.add(
            snapshot.snapshotId()
                + " manifest "
                + manifest.sequenceNumber()
                + " "
                + manifest.minSequenceNumber()
                + " "
                + manifest.snapshotId()
                + " "
                + manifest.partitionSpecId()
                + " "
                + manifest.content()
                + " "
                + manifest.firstRowId());
        avro.read(manifest.path(), record -> entries.add(withoutPlace(record)));
      }
    }
    return entries;
  }

  private static String withoutPlace(org.apache.avro.generic.GenericRecord record) {
    org.apache.avro.generic.GenericRecord file =
        (org.apache.avro.generic.GenericRecord) record.get("data_file");
    for (String field : List.of("file_path", "referenced_data_file")) {
      if (AvroCopy.has(file, field)) {
        file.put(field, "-");
      }
    }
    if (Integer.valueOf(1).equals(file.get("content"))) {
      file.put("file_size_in_bytes", 0L);
      file.put("lower_bounds", null);
      file.put("upper_bounds", null);
    }
    return record.toString();
  }

  DataWriter<Record> newData(String name, String kind, long... ids) {
    GenericAppenderFactory factory = new GenericAppenderFactory(SCHEMA, table.spec());
    DataWriter<Record> writer =
        factory.newDataWriter(output(name), FileFormat.PARQUET, partition(kind));
    try (writer) {
      for (long id : ids) {
        writer.write(row(id, kind));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return writer;
  }

  /** Appends a file with rows of one kind, and answers its location. */
  String append(String name, String kind, long... ids) {
    var file = newData(name, kind, ids).toDataFile();
    table.newAppend().appendFile(file).commit();
    return file.location();
  }

  org.apache.iceberg.DeleteFile positionDeletes(
      String name, FileFormat format, String kind, String dataFile, long... positions)
      throws IOException {
    GenericAppenderFactory factory = new GenericAppenderFactory(SCHEMA, table.spec());
    factory.set("write.delete.parquet.compression-codec", "zstd");
    factory.set("write.parquet.compression-codec", "zstd");
    PositionDeleteWriter<Record> writer =
        factory.newPosDeleteWriter(output(name), format, partition(kind));
    try (writer) {
      for (long position : positions) {
        writer.write(PositionDelete.<Record>create().set(dataFile, position));
      }
    }
    return only(writer.result());
  }

  private static org.apache.iceberg.DeleteFile only(DeleteWriteResult result) {
    return result.deleteFiles().get(0);
  }

  org.apache.iceberg.encryption.EncryptedOutputFile output(String name) {
    return EncryptedFiles.plainAsEncryptedOutput(
        IO.newOutputFile(table.locationProvider().newDataLocation(name)));
  }

  PartitionKey partition(String kind) {
    PartitionKey key = new PartitionKey(table.spec(), SCHEMA);
    key.partition(row(0, kind));
    return key;
  }

  static Record row(long id, String kind) {
    GenericRecord row = GenericRecord.create(SCHEMA);
    row.setField("id", id);
    row.setField("kind", kind);
    return row;
  }

  /** Every file below a folder with a hash of its bytes. */
  static Map<String, Integer> files(Path folder) throws IOException {
    Map<String, Integer> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(path).toString(), Arrays.hashCode(Files.readAllBytes(path)));
      }
    }
    return files;
  }

  @Override
  public void close() {
    catalog.close();
  }
}
