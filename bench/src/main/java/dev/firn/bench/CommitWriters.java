package dev.firn.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firn.io.LocalFileIo;
import dev.firn.testkit.jdbc.TrialDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/** A process of several writers that append to one table, each as often as it is told. */
final class CommitWriters {
  /** The table; its namespace is of that name too. */
  static final TableIdentifier TABLE = TableIdentifier.of("bench", "commits");

  /** A caller that is refused so often in a row has found a bug. */
  private static final int MAX_REFUSALS = 1_000;

  /**
   * What a process of writers is to do.
   *
   * @param firn Firn's catalog, or Iceberg's own
   * @param sync whether files are durable before they are named
   * @param process its number
   * @param work what its writers do
   */
  record Job(boolean firn, boolean sync, TrialDatabase database, int process, Work work) {
    List<String> words() {
      List<String> words =
          new ArrayList<>(
              List.of(
                  firn ? "firn" : "stock",
                  Boolean.toString(sync),
                  database.url(),
                  database.warehouse().toString(),
                  Integer.toString(process),
                  Integer.toString(work.threads()),
                  Integer.toString(work.appends()),
                  Integer.toString(work.warmUp())));
      database.signIn().forEach((key, value) -> words.addAll(List.of(key, value)));
      return words;
    }

    static Job of(String[] words) {
      Map<String, String> signIn = new LinkedHashMap<>();
      for (int i = 8; i < words.length; i += 2) {
        signIn.put(words[i], words[i + 1]);
      }
      return new Job(
          words[0].equals("firn"),
          Boolean.parseBoolean(words[1]),
          new TrialDatabase(words[2], signIn, Path.of(words[3])),
          Integer.parseInt(words[4]),
          new Work(
              Integer.parseInt(words[5]), Integer.parseInt(words[6]), Integer.parseInt(words[7])));
    }
  }

  /**
   * What the writers of a process do.
   *
   * @param threads writers
   * @param appends of each
   * @param warmUp appends of the process to a table of its own before, which are not measured
   */
  record Work(int threads, int appends, int warmUp) {}

  private final Job job;
  private final AtomicLong metadataFiles = new AtomicLong();
  private final AtomicLong refusals = new AtomicLong();
  private final Map<String, Long> reasons = new LinkedHashMap<>();

  private CommitWriters(Job job) {
    this.job = job;
  }

  /** Says that it is ready, waits for a byte, works, and says what happened. */
  public static void main(String[] words) throws Exception {
    System.exit(new CommitWriters(Job.of(words)).run());
  }

  private int run() throws Exception {
    FileIO io = new Counting(new LocalFileIo(job.sync()), metadataFiles);
    Catalog catalog = job.firn() ? job.database().firn(io) : job.database().stock(io);
    ExecutorService pool = Executors.newFixedThreadPool(job.work().threads());
    warmUp(catalog);
    System.out.println("ready");
    if (System.in.read() < 0) {
      return 1;
    }
    List<Future<?>> writers = new ArrayList<>();
    for (int thread = 0; thread < job.work().threads(); thread++) {
      String writer = job.process() + "-" + thread;
      writers.add(
          pool.submit(() -> append(catalog.loadTable(TABLE), writer, job.work().appends())));
    }
    for (Future<?> writer : writers) {
      writer.get();
    }
    System.out.println(
        new ObjectMapper()
            .writeValueAsString(
                Map.of(
                    "refusals", refusals.get(),
                    "metadata-files", metadataFiles.get(),
                    "reasons", reasons)));
    return 0;
  }

  /** What a process pays once, for loading and compiling classes, is not what is measured. */
  private void warmUp(Catalog catalog) {
    Schema schema = catalog.loadTable(TABLE).schema();
    TableIdentifier own = TableIdentifier.of(TABLE.namespace(), "process-" + job.process());
    append(catalog.createTable(own, schema), "warm", job.work().warmUp());
    catalog.dropTable(own, true);
    metadataFiles.set(0);
    refusals.set(0);
    reasons.clear();
  }

  private void append(Table table, String writer, int appends) {
    for (int i = 0; i < appends; i++) {
      DataFile file = dataFile(writer + "-" + i);
      int inARow = 0;
      while (true) {
        try {
          table.newAppend().appendFile(file).commit();
          break;
        } catch (RuntimeException e) {
          refused(e);
          if (++inARow > MAX_REFUSALS) {
            throw e;
          }
        }
      }
    }
  }

  /** A caller has to do something about it; here it tries again at once. */
  private void refused(RuntimeException e) {
    refusals.incrementAndGet();
    String reason = e.getClass().getSimpleName();
    Throwable cause = e.getCause();
    String text = cause == null ? reason : reason + ": " + cause.getMessage();
    synchronized (reasons) {
      reasons.merge(text, 1L, Long::sum);
    }
  }

  /** A data file that is a name only. */
  static DataFile dataFile(String name) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("file:///nowhere/" + name)
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(10)
        .withRecordCount(1)
        .build();
  }

  /** Counts metadata files that are written. */
  private static final class Counting implements FileIO {
    private static final long serialVersionUID = 1L;
    private final FileIO io;
    private final AtomicLong metadataFiles;

    Counting(FileIO io, AtomicLong metadataFiles) {
      this.io = io;
      this.metadataFiles = metadataFiles;
    }

    @Override
    public InputFile newInputFile(String path) {
      return io.newInputFile(path);
    }

    @Override
    public OutputFile newOutputFile(String path) {
      if (path.endsWith(".metadata.json")) {
        metadataFiles.incrementAndGet();
      }
      return io.newOutputFile(path);
    }

    @Override
    public void deleteFile(String path) {
      io.deleteFile(path);
    }
  }
}
