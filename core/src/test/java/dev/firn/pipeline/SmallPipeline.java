package dev.firn.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/** A pipeline in a folder of its own, over files that a test writes. */
final class SmallPipeline {
  private static final String HEAD =
      """
      table: logs.t
      source.folder: incoming
      source.settle: 0s
      storage.fsync: false
      workers: 2
      memory: 16MiB
      """;

  private final Path folder;

  SmallPipeline(Path folder, String settings) {
    this.folder = folder;
    try {
      Files.createDirectories(folder.resolve("incoming"));
      Files.writeString(folder.resolve("pipeline.yaml"), HEAD + settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same table and files with other settings. */
  SmallPipeline with(String settings) {
    return new SmallPipeline(folder, settings);
  }

  void file(String name, String text) {
    try {
      Files.write(folder.resolve("incoming").resolve(name), text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes in what is there. */
  Progress run() throws InterruptedException {
    return run(Environment.system());
  }

  Progress run(Environment environment) throws InterruptedException {
    try (OpenedTable table = TableSetup.openOrCreate(config(), environment)) {
      Pipeline pipeline = new Pipeline(table, environment, true);
      pipeline.run();
      return pipeline.progress();
    }
  }

  PipelineConfig config() {
    return PipelineConfig.load(folder.resolve("pipeline.yaml"));
  }

  void withTable(Consumer<Table> use) {
    try (OpenedTable opened = OpenedTable.open(config(), Environment.system())) {
      use.accept(opened.catalog().loadTable(TableIdentifier.of("logs", "t")));
    }
  }

  /** Rows as {@code column=value} without nulls, in the order of their texts. */
  List<String> rows() {
    List<String> texts = new ArrayList<>();
    withTable(
        table -> {
          try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
            rows.forEach(row -> texts.add(text(row)));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    texts.sort(null);
    return texts;
  }

  /** Columns as {@code name type}. */
  List<String> columns() {
    List<String> columns = new ArrayList<>();
    withTable(
        table ->
            table.schema().columns().forEach(c -> columns.add(c.name() + " " + text(c.type()))));
    return columns;
  }

  private static String text(Object type) {
    return type.toString().replaceAll("\\d+: ", "").replace(" optional ", " ");
  }

  private static String text(Record row) {
    StringBuilder text = new StringBuilder();
    row.struct()
        .fields()
        .forEach(
            field -> {
              Object value = row.getField(field.name());
              if (value != null) {
                text.append(text.isEmpty() ? "" : " ").append(field.name()).append('=');
                text.append(value instanceof Record nested ? "(" + text(nested) + ")" : value);
              }
            });
    return text.toString();
  }
}
