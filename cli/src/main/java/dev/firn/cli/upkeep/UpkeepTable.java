package dev.firn.cli.upkeep;

import dev.firn.cli.catalog.CatalogOptions;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.LedgerKeys;
import dev.firn.ledger.LedgerLocation;
import dev.firn.ledger.LedgerStore;
import dev.firn.ledger.MergePolicy;
import dev.firn.migrate.open.OpenedCatalog;
import dev.firn.upkeep.TableFiles;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Which table, for every verb of upkeep. */
final class UpkeepTable {
  /** Upkeep merges no segments. */
  private static final Duration RETENTION = Duration.ofDays(400);

  @Parameters(
      paramLabel = "TABLE",
      arity = "0..1",
      description = "The table: namespace.name (default: the one of the pipeline file).")
  private Optional<String> table = Optional.empty();

  @Mixin private CatalogOptions options = new CatalogOptions();

  boolean json() {
    return options.json;
  }

  /** Opens it, uses it, closes it. */
  void use(Consumer<TableFiles> verb) {
    String name = table.orElseGet(options::pipelineTable);
    options.use(catalog -> verb.accept(open(catalog, name)));
  }

  private static TableFiles open(OpenedCatalog catalog, String name) {
    var loaded = catalog.catalog("keep up tables").loadTable(CatalogOptions.table(name));
    TableOperations operations = ((HasTableOperations) loaded).operations();
    return new TableFiles(name, operations, ledger(operations));
  }

  /** The ledger lies where the table's property says that its newest root is. */
  private static Optional<LedgerStore> ledger(TableOperations operations) {
    TableMetadata metadata = operations.current();
    return Optional.ofNullable(metadata.properties().get(LedgerKeys.PROPERTY_LEDGER))
        .filter(root -> root.lastIndexOf("/ledger/") > 0)
        .map(root -> LedgerLocation.in(root.substring(0, root.lastIndexOf("/ledger/"))))
        .map(
            location ->
                new LedgerStore(
                    operations.io(),
                    location,
                    MergePolicy.withRetention(RETENTION),
                    Clock.systemUTC(),
                    UUID::randomUUID));
  }

  /** A moment: an instant, or an age as {@code 36h} or {@code 5d}. */
  static Instant moment(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      return Clock.systemUTC().instant().minus(age(text));
    }
  }

  /** An age as {@code 90m}, {@code 36h} or {@code 5d}. */
  static Duration age(String text) {
    if (text.matches("\\d{1,6}[mhd]")) {
      long number = Long.parseLong(text.substring(0, text.length() - 1));
      return switch (text.charAt(text.length() - 1)) {
        case 'm' -> Duration.ofMinutes(number);
        case 'h' -> Duration.ofHours(number);
        default -> Duration.ofDays(number);
      };
    }
    throw new FirnException(
        ErrorCode.USAGE,
        "'" + text + "' is no age: expected a number with m, h or d, as 36h or 5d");
  }
}
