package dev.firn.cli.catalog;

import dev.firn.cli.Output;
import dev.firn.migrate.open.OpenedCatalog;
import dev.firn.table.PartitionRules;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What a table is. */
@Command(
    name = "describe",
    description = "Say what a table is: columns, partitions, snapshot, where it is.",
    mixinStandardHelpOptions = true)
public final class DescribeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TABLE", description = "The table: namespace.name")
  private String table = "";

  @Mixin private CatalogOptions options = new CatalogOptions();

  /** A column. */
  record ColumnLine(int id, String name, String type, boolean required) {}

  /** What is told. */
  record Description(
      String table,
      String catalog,
      String uuid,
      int formatVersion,
      String location,
      Optional<String> metadataLocation,
      List<ColumnLine> columns,
      List<String> partition,
      int snapshots,
      Optional<Long> snapshotId,
      Optional<Instant> snapshotTime,
      Optional<String> rows,
      Optional<String> dataFiles,
      Map<String, String> properties) {}

  @Override
  public Integer call() {
    options.use(
        catalog -> {
          Description description = describe(catalog);
          if (options.json) {
            Output.printJson(description);
          } else {
            print(description);
          }
        });
    return 0;
  }

  private Description describe(OpenedCatalog catalog) {
    Table loaded = catalog.table(CatalogOptions.table(table));
    TableMetadata metadata = ((HasTableOperations) loaded).operations().current();
    Optional<Snapshot> snapshot = Optional.ofNullable(metadata.currentSnapshot());
    return new Description(
        table,
        catalog.id(),
        String.valueOf(metadata.uuid()),
        metadata.formatVersion(),
        metadata.location(),
        Optional.ofNullable(metadata.metadataFileLocation()),
        metadata.schema().columns().stream()
            .map(c -> new ColumnLine(c.fieldId(), c.name(), c.type().toString(), c.isRequired()))
            .toList(),
        PartitionRules.format(metadata.spec()),
        metadata.snapshots().size(),
        snapshot.map(Snapshot::snapshotId),
        snapshot.map(s -> Instant.ofEpochMilli(s.timestampMillis())),
        snapshot.map(s -> s.summary().get("total-records")),
        snapshot.map(s -> s.summary().get("total-data-files")),
        new TreeMap<>(metadata.properties()));
  }

  private static void print(Description d) {
    Output.line("table      %s in %s", d.table(), d.catalog());
    Output.line("uuid       %s, format %d", d.uuid(), d.formatVersion());
    Output.line("location   %s", d.location());
    Output.line("metadata   %s", d.metadataLocation().orElse("unknown"));
    Output.line(
        "partition  %s", d.partition().isEmpty() ? "none" : String.join(", ", d.partition()));
    Output.line(
        "snapshot   %s",
        d.snapshotId()
            .map(
                id ->
                    id
                        + " of "
                        + d.snapshotTime().orElse(Instant.EPOCH)
                        + ", one of "
                        + d.snapshots())
            .orElse("none"));
    Output.line(
        "rows       %s in %s data files", d.rows().orElse("none"), d.dataFiles().orElse("no"));
    Output.line("");
    for (ColumnLine column : d.columns()) {
      Output.line(
          "%4d  %-30s %s%s",
          column.id(), column.name(), column.type(), column.required() ? " not null" : "");
    }
    if (!d.properties().isEmpty()) {
      Output.line("");
      d.properties().forEach((key, value) -> Output.line("%s = %s", key, value));
    }
  }
}
