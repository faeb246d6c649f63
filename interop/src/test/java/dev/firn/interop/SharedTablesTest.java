package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.cli.Main;
import dev.firn.compaction.DataFileRows;
import dev.firn.plan.FirnScans;
import dev.firn.plan.explain.MatchCount;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables of many writers from a folder that {@code -Dfirn.shared=FOLDER} names (every {@code
 * *.metadata.json} in it): each is planned by Firn and by Iceberg, read by either plan where its
 * files are there, and counted by Firn's own readers. Prints a line for each.
 */
@EnabledIfSystemProperty(named = "firn.shared", matches = ".+")
class SharedTablesTest {
  @TempDir private Path folder;

  private final List<String> wrong = new ArrayList<>();

  /** What became of a table. */
  private record Outcome(String table, String what) {}

  @Test
  void tablesOfOtherWritersArePlannedAndReadAsByIceberg() throws IOException {
    Path shared = Path.of(System.getProperty("firn.shared"));
    Map<Path, Path> newest = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(shared)) {
      files
          .filter(file -> file.getFileName().toString().endsWith(".metadata.json"))
          .sorted(Comparator.comparing((Path file) -> version(file)).thenComparing(file -> file))
          .forEach(file -> newest.put(file.getParent(), file));
    }
    assertThat(newest).isNotEmpty();
    firn("sql", "-e", "CREATE NAMESPACE others");
    List<Outcome> outcomes = new ArrayList<>();
    for (Path metadata : new TreeSet<>(newest.values())) {
      outcomes.add(new Outcome(shared.relativize(metadata).toString(), look(shared, metadata)));
    }
    for (Outcome outcome : outcomes) {
      System.out.printf(Locale.ROOT, "%-110s %s%n", outcome.table(), outcome.what());
    }
    assertThat(wrong).isEmpty();
  }

  private static long version(Path file) {
    String digits = file.getFileName().toString().replaceAll("^v?(\\d+).*|^.*$", "$1");
    return digits.isEmpty() ? -1 : Long.parseLong(digits);
  }

  private String firn(String... words) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (PrintStream print = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      System.setOut(print);
      System.setErr(print);
      List<String> all = new ArrayList<>(List.of(words));
      all.addAll(List.of("--catalog", database()));
      int code = Main.execute(all.toArray(String[]::new));
      return code == 0 ? "" : said.toString(StandardCharsets.UTF_8).strip();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private String database() {
    return "sqlite:" + folder.resolve("firn.db");
  }

  private String look(Path shared, Path metadata) throws IOException {
    FoundFiles files = new FoundFiles(shared, metadata.getParent());
    Table table;
    try {
      table = new BaseTable(new StaticTableOperations(metadata.toString(), files), "other");
      table.refresh();
    } catch (RuntimeException e) {
      return refused(metadata, e);
    }
    try {
      return plan(table, metadata);
    } catch (NotFoundException e) {
      return "parsed; a manifest is not there: " + e.getMessage();
    }
  }

  /** What Iceberg can't parse, Firn refuses with words of its own. */
  private String refused(Path metadata, RuntimeException cause) {
    String said = firn("register", "others.t", metadata.toString());
    if (said.isEmpty() || said.contains("unexpected failure")) {
      wrong.add(metadata + ": " + said + ", Iceberg: " + cause);
    }
    return "refused: " + said.lines().findFirst().orElse("");
  }

  /**
   * Finds files by the ends of their locations: below the metadata's folder, then below those
   * around it.
   */
  private static final class FoundFiles implements FileIO {
    private final List<Path> folders = new ArrayList<>();

    FoundFiles(Path shared, Path start) {
      for (Path at = start; !at.equals(shared); at = at.getParent()) {
        folders.add(at);
      }
    }

    @Override
    public InputFile newInputFile(String location) {
      return org.apache.iceberg.Files.localInput(
          find(location).orElseThrow(() -> new NotFoundException("no %s", location)).toFile());
    }

    Optional<Path> find(String location) {
      Path whole = Path.of(location.replaceFirst("^[a-z0-9]+:/*", "/"));
      for (Path folder : folders) {
        for (int from = 0; from < whole.getNameCount(); from++) {
          Path file = folder.resolve(whole.subpath(from, whole.getNameCount()).toString());
          if (Files.isRegularFile(file)) {
            return Optional.of(file);
          }
        }
      }
      return Optional.empty();
    }

    @Override
    public OutputFile newOutputFile(String location) {
      throw new UnsupportedOperationException("read only");
    }

    @Override
    public void deleteFile(String location) {
      throw new UnsupportedOperationException("read only");
    }
  }

  private String plan(Table table, Path place) throws IOException {
    FirnScans scans = new FirnScans();
    Table ours = planned(table, scans);
    TreeSet<String> all = new TreeSet<>();
    String theirs = plans(table, all);
    TreeSet<String> own = new TreeSet<>();
    String failure = plans(ours, own);
    if (!theirs.isEmpty()) {
      if (theirs.startsWith("NotFoundException")) {
        return "parsed; a manifest is not there";
      }
      return "Iceberg's plan fails with "
          + theirs
          + "; Firn's "
          + (failure.isEmpty() ? "finds " + own.size() + " files" : "fails with " + failure);
    }
    if (!failure.isEmpty() || !own.equals(all)) {
      wrong.add(place + ": another whole plan; " + failure);
      return "another plan; " + failure;
    }
    String what =
        String.format(
            Locale.ROOT,
            "v%d, %d specs, %d files planned",
            ((HasTableOperations) table).operations().current().formatVersion(),
            table.specs().size(),
            all.size());
    if (table.currentSnapshot() == null) {
      return what + ", no snapshot";
    }
    FoundFiles io = (FoundFiles) table.io();
    long missing = all.stream().filter(file -> io.find(file).isEmpty()).count();
    if (missing > 0) {
      return what + ", data not there";
    }
    int theirRows = rows(table, Expressions.alwaysTrue()).size();
    long counted = count(table, ours, Expressions.alwaysTrue());
    if (theirRows != counted && hasWrongSize(table)) {
      // Iceberg cuts a file into splits by that size, and finds no rows behind it.
      return what
          + ", a recorded file size is wrong: "
          + theirRows
          + " rows by Iceberg's reader, "
          + counted
          + " counted";
    }
    return what + read(table, ours, place);
  }

  /** Plans a whole table; the failure, if it does. */
  private static String plans(Table table, TreeSet<String> into) throws IOException {
    try {
      into.addAll(files(table.newScan()));
      return "";
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
  }

  private String read(Table table, Table ours, Path place) throws IOException {
    List<Record> rows = new ArrayList<>();
    try (CloseableIterable<Record> found = IcebergGenerics.read(table).build()) {
      found.forEach(row -> rows.add(row.copy()));
    } catch (RuntimeException e) {
      return ", Iceberg's reader fails: " + String.valueOf(e.getMessage()).lines().findFirst();
    }
    int filters = 0;
    for (Expression filter : filters(table, rows)) {
      filters++;
      List<String> theirs = rows(table, filter);
      if (!rows(ours, filter).equals(theirs)) {
        wrong.add(place + ": other rows for " + filter);
      }
      long counted = count(table, ours, filter);
      if (counted != theirs.size()) {
        wrong.add(place + ": " + counted + " rows counted, not " + theirs.size() + ", " + filter);
      }
    }
    return ", " + rows.size() + " rows the same by " + filters + " filters";
  }

  /** All rows; and for each column the value of a row, the others, what is above, nulls. */
  private static List<Expression> filters(Table table, List<Record> rows) {
    List<Expression> filters = new ArrayList<>();
    filters.add(Expressions.alwaysTrue());
    for (Types.NestedField column : table.schema().columns()) {
      String name = column.name();
      if (!column.type().isPrimitiveType()) {
        continue;
      }
      filters.add(Expressions.isNull(name));
      filters.add(Expressions.notNull(name));
      InternalRecordWrapper values = new InternalRecordWrapper(table.schema().asStruct());
      int position = table.schema().columns().indexOf(column);
      rows.stream()
          .map(row -> values.wrap(row).get(position, Object.class))
          .filter(value -> value != null && !(value instanceof Double d && d.isNaN()))
          .filter(value -> !(value instanceof Float f && f.isNaN()))
          .findFirst()
          .filter(value -> !column.type().typeId().name().equals("TIMESTAMP_NANO"))
          .ifPresent(
              value -> {
                filters.add(Expressions.equal(name, value));
                // UUIDs order as unsigned bytes here, and as signed numbers in Iceberg's reader.
                // And to that, a null is less than any value.
                if (column.type().typeId() != Type.TypeID.UUID) {
                  filters.add(
                      Expressions.and(
                          Expressions.notNull(name), Expressions.lessThan(name, value)));
                }
              });
    }
    return filters;
  }

  private static long count(Table table, Table ours, Expression filter) throws IOException {
    MatchCount count =
        new MatchCount(
            DataFileRows.Opener.ofAllFiles(table.io(), table.schema()),
            table.schema(),
            filter,
            true);
    long sum = 0;
    try (CloseableIterable<FileScanTask> tasks = ours.newScan().filter(filter).planFiles()) {
      for (FileScanTask task : tasks) {
        sum += count.of(task).matching();
      }
    }
    return sum;
  }

  private static List<String> rows(Table table, Expression filter) throws IOException {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> found = IcebergGenerics.read(table).where(filter).build()) {
      found.forEach(row -> rows.add(row.toString()));
    }
    rows.sort(null);
    return rows;
  }

  /** The table, planned by Firn wherever a program asks it for a scan. */
  private static Table planned(Table table, FirnScans scans) {
    return new BaseTable(((HasTableOperations) table).operations(), table.name()) {
      @Override
      public TableScan newScan() {
        return scans.newScan(table);
      }
    };
  }

  private static boolean hasWrongSize(Table table) throws IOException {
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        String location = task.file().location();
        if (table.io().newInputFile(location).getLength() != task.file().fileSizeInBytes()) {
          return true;
        }
      }
    }
    return false;
  }

  private static TreeSet<String> files(TableScan scan) throws IOException {
    TreeSet<String> files = new TreeSet<>();
    try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
      tasks.forEach(task -> files.add(task.file().location()));
    }
    return files;
  }
}
