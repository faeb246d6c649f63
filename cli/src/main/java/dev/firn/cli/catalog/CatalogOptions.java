package dev.firn.cli.catalog;

import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import dev.firn.migrate.open.CatalogAddress;
import dev.firn.migrate.open.Catalogs;
import dev.firn.migrate.open.OpenedCatalog;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.table.LandingRule;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.Option;

/** Which catalog, for every verb on catalogs. */
public final class CatalogOptions {
  @Option(
      names = "--catalog",
      paramLabel = "URI",
      description = {
        "The catalog: sqlite:PATH, postgresql://HOST/DATABASE, rest:http://…, thrift://HOST:PORT,",
        "or a folder of tables without a catalog (default: the one of the pipeline file)."
      })
  private Optional<String> uri = Optional.empty();

  @Option(
      names = "--catalog-name",
      paramLabel = "NAME",
      description = "Its name inside the database (default: that of the pipeline file, or firn).")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--warehouse",
      paramLabel = "LOCATION",
      description = "Where new tables are made (SQLite: a folder beside the database).")
  private Optional<String> warehouse = Optional.empty();

  @Option(
      names = "--property",
      paramLabel = "KEY=VALUE",
      description = "A property for the catalog's client: user, password, token, …")
  private Map<String, String> properties = new HashMap<>();

  @Option(
      names = {"-p", "--pipeline"},
      paramLabel = "FILE",
      defaultValue = "pipeline.yaml",
      description = "The pipeline file (default: ${DEFAULT-VALUE}).")
  private Path pipeline = Path.of("pipeline.yaml");

  @Option(names = "--json", description = "Print one JSON document instead of text.")
  public boolean json;

  /** Opens the catalog, uses it, closes it. */
  public void use(Consumer<OpenedCatalog> verb) {
    use(address(), verb);
  }

  /** The same with another catalog. */
  static void use(CatalogAddress address, Consumer<OpenedCatalog> verb) {
    try (OpenedCatalog catalog = Catalogs.open(address, new LocalFileIo())) {
      verb.accept(catalog);
    } catch (FirnException e) {
      throw e;
    } catch (RuntimeException e) {
      throw Failures.of(e);
    }
  }

  /** Where the catalog is. */
  CatalogAddress address() {
    CatalogAddress configured =
        uri.isPresent()
            ? CatalogAddress.of(uri.get())
            : PipelineConfig.load(pipeline).catalogAddress();
    Map<String, String> all = new HashMap<>(configured.properties());
    all.putAll(properties);
    return new CatalogAddress(
        configured.uri(), name.orElse(configured.name()), warehouse.or(configured::warehouse), all);
  }

  /**
   * What the pipeline file says of the days of a table's rows; empty if the table is not that of
   * the pipeline, or the catalog stands in an option.
   */
  public Optional<LandingRule> landing(TableIdentifier table) {
    if (uri.isPresent()) {
      return Optional.empty();
    }
    PipelineConfig config = PipelineConfig.load(pipeline);
    boolean own = TableIdentifier.of(config.table().toArray(String[]::new)).equals(table);
    return own ? Optional.of(config.landingRule()) : Optional.empty();
  }

  /**
   * The table of the pipeline file, where none was named.
   *
   * @throws FirnException {@link dev.firn.error.ErrorCode#USAGE} if the catalog stands in an option
   */
  public String pipelineTable() {
    if (uri.isPresent()) {
      throw new FirnException(
          dev.firn.error.ErrorCode.USAGE, "name the table: --catalog says only where it is");
    }
    return String.join(".", PipelineConfig.load(pipeline).table());
  }

  /** A catalog that stands in an option of its own. */
  CatalogAddress other(String otherUri, Optional<String> otherName) {
    return new CatalogAddress(
        otherUri,
        otherName.or(() -> name).orElse(CatalogAddress.DEFAULT_NAME),
        warehouse,
        properties);
  }

  /** A table's name from its text, levels joined by dots. */
  public static TableIdentifier table(String text) {
    return TableIdentifier.parse(text);
  }
}
