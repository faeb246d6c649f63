package dev.firn.pipeline;

import dev.firn.catalog.DatabaseAddress;
import dev.firn.catalog.FirnCatalog;
import dev.firn.catalog.JdbcPointerStore;
import dev.firn.catalog.PointerStore;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import dev.firn.source.PathPattern;
import dev.firn.table.LandingSpec;
import dev.firn.table.PartitionRules;
import dev.firn.table.SchemaText;
import dev.firn.transform.TransformPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.types.Types;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a pipeline's catalog and creates its table. */
public final class TableSetup {
  private static final Logger LOG = LoggerFactory.getLogger(TableSetup.class);

  private TableSetup() {}

  /** The table's name in the catalog. */
  static TableIdentifier identifier(PipelineConfig config) {
    return TableIdentifier.of(config.table().toArray(String[]::new));
  }

  /** Opens the catalog that the pipeline file names; the caller closes it. */
  static FirnCatalog openCatalog(PipelineConfig config, Environment environment) {
    DatabaseAddress address = databaseAddress(config);
    address.file().ifPresent(TableSetup::makeFolder);
    FileIO io = environment.storage().apply(new LocalFileIo(config.get(ConfigKeys.FSYNC)));
    String name = config.get(ConfigKeys.CATALOG_NAME);
    PointerStore pointers = environment.pointers().apply(JdbcPointerStore.open(address, name));
    String warehouse = config.resolveLocation(config.get(ConfigKeys.WAREHOUSE));
    return new FirnCatalog(name, warehouse, io, pointers, environment.ids());
  }

  private static void makeFolder(Path database) {
    try {
      Files.createDirectories(database.getParent());
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.CATALOG,
          "can't create the folder of the catalog database " + database + ": " + e,
          e);
    }
  }

  private static DatabaseAddress databaseAddress(PipelineConfig config) {
    String uri = config.catalogAddress().uri();
    if (!DatabaseAddress.accepts(uri)) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'catalog.uri: "
              + config.get(ConfigKeys.CATALOG)
              + "' is not supported: expected sqlite:PATH or jdbc:postgresql://HOST/DATABASE");
    }
    return DatabaseAddress.parse(uri, Map.of(), System.getenv());
  }

  /** Whether the table exists. */
  public static boolean exists(PipelineConfig config, Environment environment) {
    try (FirnCatalog catalog = openCatalog(config, environment)) {
      return catalog.tableExists(identifier(config));
    }
  }

  /**
   * Opens the table, and creates it before if it does not exist; a column that the pipeline needs
   * and an existing table lacks is added to it.
   *
   * @throws FirnException {@link ErrorCode#CONFIG} if it has to be created and the pipeline file
   *     has no schema (see {@link SchemaSample}), {@link ErrorCode#TABLE} if a table that exists
   *     can't be used
   */
  public static OpenedTable openOrCreate(PipelineConfig config, Environment environment)
      throws InterruptedException {
    FirnCatalog catalog = openCatalog(config, environment);
    boolean opened = false;
    try {
      TableIdentifier name = identifier(config);
      if (!catalog.tableExists(name)) {
        create(config, catalog, name);
      }
      OpenedTable table = OpenedTable.of(config, environment, catalog);
      check(config, table);
      new JsonSettings(config).ensureRescueColumn(table.operations().current(), table.widening());
      opened = true;
      return table;
    } finally {
      if (!opened) {
        catalog.close();
      }
    }
  }

  /**
   * Checks what can be checked without looking at files or the catalog: the path pattern, and, if
   * the file has a schema, that columns and rules fit it.
   *
   * @throws FirnException {@link ErrorCode#CONFIG} naming what does not fit
   */
  public static void validate(PipelineConfig config) {
    PathPattern.parse(config.get(ConfigKeys.SOURCE_PATTERN));
    databaseAddress(config);
    rules(config);
    if (config.structured("schema").isPresent()) {
      Schema schema = schema(config);
      spec(config, schema);
      JsonSettings json = new JsonSettings(config);
      Optional<TransformPlan> plan = TransformSetup.plan(config, json.withRescueColumn(schema));
      FormatSettings format = new FormatSettings(config);
      if (format.isJson()) {
        json.check(schema, plan);
      } else {
        format.decoder(schema, plan, Clock.systemUTC());
      }
    }
  }

  /** The default spec of a table that is created; fails if event-time or day column do not fit. */
  private static PartitionSpec spec(PipelineConfig config, Schema schema) {
    Optional<String> dayColumn = config.find(ConfigKeys.DAY_COLUMN);
    Optional<String> eventTime = config.find(ConfigKeys.EVENT_COLUMN);
    // Columns that keys name are looked at before rules that are made from them.
    LandingSpec.of(schema, PartitionSpec.unpartitioned(), dayColumn, eventTime);
    PartitionSpec spec = PartitionRules.parse(rules(config), schema);
    LandingSpec.of(schema, spec, dayColumn, eventTime);
    return spec;
  }

  private static void create(PipelineConfig config, FirnCatalog catalog, TableIdentifier name) {
    Schema schema = new JsonSettings(config).withRescueColumn(schema(config));
    PartitionSpec spec = spec(config, schema);
    TransformSetup.plan(config, schema);
    try {
      for (int level = 1; level <= name.namespace().length(); level++) {
        Namespace namespace =
            Namespace.of(java.util.Arrays.copyOf(name.namespace().levels(), level));
        createNamespace(catalog, namespace);
      }
      catalog
          .buildTable(name, schema)
          .withPartitionSpec(spec)
          .withProperty(
              TableProperties.FORMAT_VERSION, String.valueOf(config.get(ConfigKeys.FORMAT_VERSION)))
          .create();
    } catch (AlreadyExistsException e) {
      // Another ingester was first, with whatever it was configured; check() looks at the result.
      if (!catalog.tableExists(name)) {
        throw e;
      }
    }
  }

  private static void createNamespace(FirnCatalog catalog, Namespace namespace) {
    try {
      if (!catalog.namespaceExists(namespace)) {
        catalog.createNamespace(namespace, Map.of());
      }
    } catch (AlreadyExistsException e) {
      // Another ingester was first; that is all that was wanted.
    }
  }

  private static Schema schema(PipelineConfig config) {
    Object tree =
        config
            .structured("schema")
            .orElseThrow(
                () ->
                    new FirnException(
                        ErrorCode.CONFIG,
                        config.file().getFileName()
                            + " has no 'schema' and there is no source file to find it"
                            + " in; write one, or start when files are there"));
    return SchemaText.parse(tree);
  }

  /** The partition rules; without any, the day of the event time. */
  static List<String> rules(PipelineConfig config) {
    Optional<Object> written = config.structured("partition");
    if (written.isEmpty()) {
      return config
          .find(ConfigKeys.DAY_COLUMN)
          .or(() -> config.find(ConfigKeys.EVENT_COLUMN).map(column -> "days(" + column + ")"))
          .map(List::of)
          .orElse(List.of());
    }
    if (!(written.get() instanceof List<?> list)) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'partition' in "
              + config.file().getFileName()
              + " takes a list of rules, as [days(ts), action], not "
              + written.get());
    }
    List<String> rules = new ArrayList<>();
    list.forEach(rule -> rules.add(String.valueOf(rule)));
    return rules;
  }

  private static void check(PipelineConfig config, OpenedTable table) {
    TableMetadata metadata = table.operations().current();
    if (metadata.formatVersion() < 2) {
      throw new FirnException(
          ErrorCode.TABLE,
          "the table "
              + table.name()
              + " has format version 1, which can't take landing files; upgrade it to"
              + " version 2 with the engine that made it");
    }
    warnIfDifferent(config, metadata.schema());
    LandingSpec.of(
        metadata.schema(),
        metadata.spec(),
        config.find(ConfigKeys.DAY_COLUMN),
        config.find(ConfigKeys.EVENT_COLUMN));
  }

  /** The table's own schema counts; somebody who edits the pipeline file should know. */
  private static void warnIfDifferent(PipelineConfig config, Schema schema) {
    if (config.structured("schema").isEmpty()) {
      return;
    }
    for (Types.NestedField wanted : schema(config).columns()) {
      Types.NestedField present = schema.findField(wanted.name());
      // Types as text have no field ids in them where they are not nested.
      if (present == null || !present.type().toString().equals(wanted.type().toString())) {
        boolean nested =
            present != null && present.type().isNestedType() && wanted.type().isNestedType();
        if (!nested) {
          LOG.warn(
              "{} says '{}: {}', the table has {}; the table counts, change it there",
              config.file().getFileName(),
              wanted.name(),
              wanted.type(),
              present == null ? "no such column" : present.type());
        }
      }
    }
  }
}
