package dev.firn.commit;

import dev.firn.catalog.Attempts;
import dev.firn.catalog.FirnCatalog;
import dev.firn.catalog.JdbcPointerStore;
import dev.firn.decode.RejectReason;
import dev.firn.decode.StreamOpener;
import dev.firn.decode.json.JsonLinesDecoder;
import dev.firn.decode.json.JsonLinesOptions;
import dev.firn.io.LocalFileIo;
import dev.firn.landing.Landing;
import dev.firn.landing.LandingResult;
import dev.firn.landing.LandingTarget;
import dev.firn.landing.LandingWriter;
import dev.firn.landing.OpenDays;
import dev.firn.landing.RejectWriter;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerHead;
import dev.firn.ledger.LedgerIndex;
import dev.firn.ledger.LedgerLocation;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.LedgerStore;
import dev.firn.ledger.MergePolicy;
import dev.firn.ledger.OnOverwrite;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.source.FileIdentity;
import dev.firn.source.LocalSourceStore;
import dev.firn.source.Notice;
import dev.firn.source.PathParts;
import dev.firn.table.LandingSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.types.Types;

/** A table in a SQLite catalog with its ledger, all in one folder, and source files to land. */
final class CommitFixture implements AutoCloseable {
  static final TableIdentifier NAME = TableIdentifier.of("logs", "actions");
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(2, "action", Types.StringType.get()),
          Types.NestedField.optional(3, "id", Types.LongType.get()));
  static final PartitionSpec SPEC =
      PartitionSpec.builderFor(SCHEMA).month("ts").identity("action").build();

  /** No patience: each attempt's outcome shows at once. */
  static final CommitOptions OPTIONS =
      new CommitOptions(
          OnOverwrite.REJECT, Duration.ofSeconds(30), Duration.ofMillis(1), Duration.ofMillis(4));

  private static final StreamOpener PLAIN =
      new StreamOpener() {
        @Override
        public InputStream open(String fileName, InputStream raw) {
          return raw;
        }

        @Override
        public Optional<RejectReason> damage(IOException failure) {
          return Optional.empty();
        }
      };

  final Path folder;
  final ScriptedPointers pointers = new ScriptedPointers();
  final FirnCatalog catalog;
  final FileIO io;
  LedgerTable ledgerTable;
  private int sourceFiles;

  CommitFixture(Path folder) {
    this(folder, new LocalFileIo(false));
  }

  CommitFixture(Path folder, FileIO io) {
    this.folder = folder;
    this.io = io;
    this.catalog =
        new FirnCatalog(
                "firn",
                folder.resolve("warehouse").toString(),
                io,
                pointers.over(JdbcPointerStore.sqlite(folder.resolve("catalog.db"), "firn")),
                UUID::randomUUID)
            .with(new Attempts(1, Duration.ZERO, Duration.ZERO));
    catalog.createNamespace(Namespace.of("logs"), Map.of());
    catalog.createTable(NAME, SCHEMA, SPEC);
    this.ledgerTable = openLedger();
  }

  /** The table as a process would open it that knows nothing yet. */
  LedgerTable openLedger() {
    TableOperations operations = catalog.operations(NAME);
    LedgerStore store =
        new LedgerStore(
            io,
            LedgerLocation.beside(operations.current().location()),
            MergePolicy.DEFAULT,
            Clock.systemUTC(),
            UUID::randomUUID);
    return new LedgerTable(NAME.toString(), operations, store, new LedgerIndex(io, ""), "");
  }

  Committer committer() {
    return committer(OPTIONS);
  }

  Committer committer(CommitOptions options) {
    return new Committer(openLedger(), Clock.systemUTC(), UUID::randomUUID, options);
  }

  /** Source files of two rows each, of two days, with the ids 2 n and 2 n + 1. */
  LandingResult land(int count) {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int n = sourceFiles++;
      files.add(
          write(
              n + ".json",
              row("2021-05-29T10:00:00Z", 2 * n) + row("2021-06-01T00:00:01Z", 2 * n + 1)));
    }
    return land(files);
  }

  static String row(String ts, int id) {
    return "{\"ts\":\"" + ts + "\",\"action\":\"a" + id % 3 + "\",\"id\":" + id + "}\n";
  }

  Path write(String name, String text) {
    try {
      Path file = Files.createDirectories(folder.resolve("in")).resolve(name);
      Files.writeString(file, text);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  LandingResult land(List<Path> files) {
    Landing landing = landing();
    for (Path file : files) {
      try {
        FileIdentity identity = new LocalSourceStore().stat(location(file)).orElseThrow();
        landing.land(
            new Notice(identity, file.getFileName().toString(), Instant.now(), ""), PathParts.NONE);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return landing.flush();
  }

  private Landing landing() {
    TableMetadata metadata = metadata();
    Schema schema = metadata.schema();
    LandingSpec layout =
        LandingSpec.of(schema, metadata.spec(), Optional.empty(), Optional.of("ts"));
    LandingTarget target =
        new LandingTarget(
            schema,
            metadata.spec(),
            layout.toSpec(schema),
            io,
            ledgerTable.operations().locationProvider());
    LandingWriter writer =
        new LandingWriter(
            target,
            ParquetWriterOptions.DEFAULT,
            OpenDays.mostRows(3),
            () -> UUID.randomUUID().toString());
    String rejects = ledgerTable.store().location().rejects();
    RejectWriter rejectWriter =
        new RejectWriter(
            new RejectWriter.Destination(
                io,
                rejects.substring(0, rejects.length() - 1),
                ParquetWriterOptions.DEFAULT,
                RejectWriter.DEFAULT_BUFFER_BYTES),
            () -> UUID.randomUUID().toString(),
            Clock.systemUTC());
    return new Landing(
        new LocalSourceStore(),
        new JsonLinesDecoder(JsonLinesOptions.of(schema), PLAIN),
        writer,
        rejectWriter,
        16L << 20);
  }

  static String location(Path file) {
    return "file://" + file.toAbsolutePath();
  }

  Table table() {
    return catalog.loadTable(NAME);
  }

  TableMetadata metadata() {
    return ledgerTable.operations().refresh();
  }

  LedgerState state() {
    return LedgerHead.of(metadata(), ledgerTable.store());
  }

  /** The head; fails if there is none for certain. */
  LedgerRoot head() {
    if (!(state() instanceof LedgerState.Head head)) {
      throw new AssertionError("expected a head, got " + state());
    }
    return ledgerTable.store().read(head.rootLocation());
  }

  /** The newest entry of each version of a source file, newest first. */
  List<LedgerEntry> entries(String name) {
    String location = location(folder.resolve("in").resolve(name));
    return new LedgerIndex(io, "")
        .entries(head(), List.of(new FileKey(location, Optional.empty())))
        .getOrDefault(location, List.of());
  }

  Optional<FileStatus> status(String name) {
    return entries(name).stream().map(LedgerEntry::status).findFirst();
  }

  /** The ids of all rows, sorted, as Iceberg's reader finds them. */
  List<Long> ids() {
    List<Long> ids = new ArrayList<>();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table()).build()) {
      rows.forEach(row -> ids.add((Long) row.getField("id")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ids.sort(null);
    return ids;
  }

  /** The ids from 0 to {@code end}, without those of the source files left out. */
  static List<Long> idsOf(int... files) {
    List<Long> ids = new ArrayList<>();
    for (int file : files) {
      ids.add(2L * file);
      ids.add(2L * file + 1);
    }
    return ids;
  }

  /** What another engine does: a plain append of a file of its own, without rows to be read. */
  void foreignAppend() {
    Table table = table();
    DataFile file =
        org.apache.iceberg.DataFiles.builder(table.spec())
            .copy(ForeignFile.write(table, foreignId--))
            .build();
    table.newAppend().appendFile(file).commit();
  }

  private long foreignId = -1;

  void expireAllButCurrent() {
    table()
        .expireSnapshots()
        .expireOlderThan(Long.MAX_VALUE)
        .retainLast(1)
        .cleanupLevel(ExpireSnapshots.CleanupLevel.NONE)
        .commit();
  }

  void rollbackTo(long snapshotId) {
    table().manageSnapshots().rollbackTo(snapshotId).commit();
  }

  @Override
  public void close() {
    catalog.close();
  }
}
