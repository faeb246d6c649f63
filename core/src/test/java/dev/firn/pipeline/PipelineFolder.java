package dev.firn.pipeline;

import dev.firn.commit.ScriptedPointers;
import dev.firn.commit.StoredFiles;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/**
 * A pipeline file, its source folder {@code in}, its catalog and warehouse, all in one folder; and
 * runs of it in this process that end when everything is in the table.
 */
final class PipelineFolder {
  private static final String USUAL =
      """
      table: logs.actions
      source.folder: in
      source.settle: 0s
      event-time.column: ts
      event-time.past: 20000d
      commit.interval: 100ms
      storage.fsync: false
      workers: 2
      memory: 32MiB
      schema: {ts: timestamptz, action: string, id: long}
      partition: [days(ts), action]
      """;

  final Path folder;
  final ScriptedPointers pointers = new ScriptedPointers();
  private String settings = USUAL;
  Environment environment;

  PipelineFolder(Path folder) {
    this.folder = folder;
    this.environment = Environment.system().withPointers(pointers::over);
    try {
      Files.createDirectories(folder.resolve("in"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    write();
  }

  /** Sets a key, in place of its usual value if there is one. */
  PipelineFolder with(String key, String value) {
    StringBuilder next = new StringBuilder();
    settings
        .lines()
        .filter(line -> !line.startsWith(key + ":"))
        .forEach(line -> next.append(line).append('\n'));
    settings = next + key + ": " + value + "\n";
    write();
    return this;
  }

  /** Lets retries come soon: all waits are sixty times shorter. */
  PipelineFolder useFastClock() {
    Environment e = environment;
    environment =
        new Environment(
            new FastClock(60), e.ids(), e.storage(), e.pointers(), e.sources(), e.notices());
    return this;
  }

  private void write() {
    try {
      Files.writeString(folder.resolve("pipeline.yaml"), settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  PipelineConfig config() {
    return PipelineConfig.load(folder.resolve("pipeline.yaml"));
  }

  Path source(String name) {
    return folder.resolve("in").resolve(name);
  }

  String location(String name) {
    return "file://" + source(name);
  }

  void put(String name, String text) {
    put(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Lets a file arrive whole: a sweep that runs meanwhile sees no shorter version of it. */
  void put(String name, byte[] bytes) {
    try {
      Files.createDirectories(source(name).getParent());
      Path half = Files.write(folder.resolve("arriving"), bytes);
      Files.move(half, source(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A row of 29 May 2021. */
  static String row(int id) {
    return row("2021-05-29T10:00:00Z", id);
  }

  static String row(String ts, int id) {
    return "{\"ts\":\"" + ts + "\",\"action\":\"a" + id % 3 + "\",\"id\":" + id + "}\n";
  }

  static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Runs until everything that is there is in the table, as a new process would. */
  Progress once() throws InterruptedException {
    try (OpenedTable table = TableSetup.openOrCreate(config(), environment)) {
      Pipeline pipeline = new Pipeline(table, environment, true);
      pipeline.run();
      return pipeline.progress();
    }
  }

  <T> T open(Function<OpenedTable, T> look) {
    try (OpenedTable table = OpenedTable.open(config(), Environment.system())) {
      return look.apply(table);
    }
  }

  Table table(OpenedTable opened) {
    return opened.catalog().loadTable(TableSetup.identifier(opened.config()));
  }

  /** The ids of all rows, sorted, as Iceberg's reader finds them. */
  List<Long> ids() {
    return open(
        opened -> {
          List<Long> ids = new ArrayList<>();
          try (CloseableIterable<Record> rows = IcebergGenerics.read(table(opened)).build()) {
            rows.forEach(row -> ids.add((Long) row.getField("id")));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          ids.sort(null);
          return ids;
        });
  }

  LedgerRoot head() {
    return open(opened -> opened.head().orElseThrow());
  }

  /** The newest entry of each version of a source file, newest first. */
  List<LedgerEntry> entries(String name) {
    String location = location(name);
    return open(
        opened ->
            opened
                .index()
                .entries(
                    opened.head().orElseThrow(), List.of(new FileKey(location, Optional.empty())))
                .getOrDefault(location, List.of()));
  }

  /** The only entry of a source file. */
  LedgerEntry entry(String name) {
    List<LedgerEntry> entries = entries(name);
    if (entries.size() != 1) {
      throw new AssertionError("expected one entry of " + name + ", found " + entries);
    }
    return entries.get(0);
  }

  List<FileStatus> statuses(String name) {
    return entries(name).stream().map(LedgerEntry::status).toList();
  }

  int snapshotCount() {
    return open(opened -> opened.refresh().snapshots().size());
  }

  /** Names of files in the warehouse that neither table nor ledger lead to. */
  Set<String> orphans() {
    return open(
        opened ->
            StoredFiles.orphans(
                folder.resolve("warehouse"), opened.refresh(), opened.ledger(), opened.io()));
  }
}
