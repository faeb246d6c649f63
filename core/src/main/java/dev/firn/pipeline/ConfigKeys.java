package dev.firn.pipeline;

import dev.firn.day.PeriodRule;
import dev.firn.decode.json.UnknownKeys;
import dev.firn.ledger.OnOverwrite;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/** Every key of a pipeline file. {@code docs/configuration.md} is generated from this list. */
public final class ConfigKeys {
  static final ConfigKey<String> TABLE =
      ConfigKey.required(
          "table",
          ValueType.TEXT,
          "namespace.name",
          "The table that the rows go to; it is created when it does not exist.");
  static final ConfigKey<String> CATALOG =
      ConfigKey.of(
          "catalog.uri",
          ValueType.TEXT,
          "sqlite:firn.db",
          "sqlite:PATH or jdbc:postgresql://HOST/DATABASE",
          "The catalog's database; a relative path counts from the pipeline file's folder. User and"
              + " password of PostgreSQL stand in the environment (FIRN_CATALOG_USER,"
              + " FIRN_CATALOG_PASSWORD) or in the URI.");
  static final ConfigKey<String> CATALOG_NAME =
      ConfigKey.of(
          "catalog.name",
          ValueType.TEXT,
          "firn",
          "any text",
          "The catalog's name inside the database; Spark and pyiceberg must use the same one.");
  static final ConfigKey<String> WAREHOUSE =
      ConfigKey.of(
          "warehouse",
          ValueType.TEXT,
          "warehouse",
          "a path or location",
          "The folder below which tables are created; a relative path counts from the pipeline file's"
              + " folder.");
  static final ConfigKey<String> SOURCE_FOLDER =
      ConfigKey.required(
          "source.folder",
          ValueType.TEXT,
          "a path",
          "The folder in which log files arrive; a relative path counts from the pipeline file's folder.");
  static final ConfigKey<String> SOURCE_PATTERN =
      ConfigKey.of(
          "source.pattern",
          ValueType.TEXT,
          "{**}",
          "{yyyy} {MM} {dd} {HH} {mm} {producer} {*} {**} and literal text, in quotes",
          "Which files below the folder are source files, and what their paths say of day and producer.");
  static final ConfigKey<String> SOURCE_NOTICES =
      ConfigKey.optional(
          "source.notices",
          ValueType.TEXT,
          "a path",
          "A folder into which another program drops a JSON notice per file; the source folder is then not"
              + " watched.");
  static final ConfigKey<String> FORMAT =
      ConfigKey.of(
          "format",
          ValueType.choice(List.of("json", "csv", "avro", "parquet")),
          "json",
          "json, csv, avro or parquet",
          "What source files are: JSON lines, CSV with a header, Avro containers or Parquet; see formats.md.");
  static final ConfigKey<ZoneId> SOURCE_ZONE =
      ConfigKey.of(
          "source.zone",
          ValueType.ZONE,
          "UTC",
          "a zone such as Europe/Berlin or +02:00",
          "The zone of local times in columns of type timestamptz; for csv, avro and parquet.");
  static final ConfigKey<Duration> SOURCE_SETTLE =
      ConfigKey.of(
          "source.settle",
          ValueType.DURATION,
          "2s",
          "0s or more",
          "How long a file's size and time must have been unchanged before it counts as complete.");
  static final ConfigKey<Duration> SOURCE_SWEEP =
      ConfigKey.of(
          "source.sweep",
          ValueType.DURATION,
          "60s",
          "1s or more",
          "How often the whole folder is listed, since file-system events get lost.");
  static final ConfigKey<OnOverwrite> ON_OVERWRITE =
      ConfigKey.of(
          "source.on-overwrite",
          ValueType.oneOf(OnOverwrite.class),
          "reject",
          "reject or ingest",
          "What becomes of a new version of a file whose earlier version is in the table: refused with an"
              + " alert, or its rows added too.");
  static final ConfigKey<Duration> EVENT_PAST =
      ConfigKey.of(
          "event-time.past",
          ValueType.DURATION,
          "30d",
          "0s or more",
          "Rows whose event time is further back than this are rejected.");
  static final ConfigKey<Duration> EVENT_FUTURE =
      ConfigKey.of(
          "event-time.future",
          ValueType.DURATION,
          "1d",
          "0s or more",
          "Rows whose event time is further ahead than this are rejected.");
  static final ConfigKey<String> EVENT_COLUMN =
      ConfigKey.optional(
          "event-time.column",
          ValueType.TEXT,
          "a timestamp column",
          "The column that holds a row's event time; without it, no row is rejected for its time.");
  static final ConfigKey<String> DAY_COLUMN =
      ConfigKey.optional(
          "day.column",
          ValueType.TEXT,
          "a date column",
          "The column that holds a row's local day, if days are not UTC days of the event time.");
  static final ConfigKey<Boolean> DAY_SIGNALS =
      ConfigKey.of(
          "day.signals",
          ValueType.FLAG,
          "true",
          "true or false",
          "Whether a running ingester closes days and signals that they are ready; needs"
              + " event-time.column, see days.md.");
  static final ConfigKey<ZoneId> DAY_ZONE =
      ConfigKey.optional(
          "day.zone",
          ValueType.ZONE,
          "a zone such as Asia/Tokyo; another one than UTC needs day.column",
          "The zone whose days (or hours) become ready; without it, UTC, or with day.column none.");
  static final ConfigKey<PeriodRule.Unit> DAY_PERIOD =
      ConfigKey.of(
          "day.period",
          ValueType.oneOf(PeriodRule.Unit.class),
          "day",
          "day or hour",
          "What becomes ready: days, or hours in the same way.");
  static final ConfigKey<Duration> DAY_LATENESS =
      ConfigKey.of(
          "day.lateness",
          ValueType.DURATION,
          "15m",
          "0s or more",
          "How long after a day's end late files are waited for before it is looked whether everything"
              + " is in.");
  static final ConfigKey<Duration> DAY_GIVE_UP =
      ConfigKey.of(
          "day.give-up",
          ValueType.DURATION,
          "6h",
          "0s or more",
          "How long after a day's end (after its reopening for late rows) it may stay incomplete before"
              + " _INCOMPLETE is written and somebody has to accept it.");
  static final ConfigKey<Duration> DAY_GATHER =
      ConfigKey.of(
          "day.gather",
          ValueType.DURATION,
          "10m",
          "0s or more",
          "How long late rows of a published day are gathered before its next revision is made.");
  static final ConfigKey<String> DAY_FIRST =
      ConfigKey.optional(
          "day.first",
          ValueType.TEXT,
          "a day, as 2021-05-29",
          "Days before this one are not signalled, and all from it on are, those without rows too.");
  static final ConfigKey<Duration> DAY_KEEP_TAGS =
      ConfigKey.of(
          "day.keep-tags",
          ValueType.DURATION,
          "400d",
          "1d or more",
          "How long snapshot expiry leaves the tag of a day's revision, and with it its files, alone.");
  static final ConfigKey<Duration> DAY_CHECK =
      ConfigKey.of(
          "day.check",
          ValueType.DURATION,
          "5s",
          "100ms or more",
          "How often it is looked whether a day can go on.");
  static final ConfigKey<ZoneId> SOURCE_PATH_ZONE =
      ConfigKey.of(
          "source.path-zone",
          ValueType.ZONE,
          "UTC",
          "a zone such as Europe/Berlin or +02:00",
          "The zone of the times in the paths of source files.");
  static final ConfigKey<Duration> SOURCE_PATH_SLACK =
      ConfigKey.of(
          "source.path-slack",
          ValueType.DURATION,
          "1h",
          "0s to 48h",
          "How far before and after a day the time in a path may lie for the file to count for the day:"
              + " the first file after midnight holds rows from before it.");
  static final ConfigKey<String> PUBLISH_FOLDER =
      ConfigKey.optional(
          "publish.folder",
          ValueType.TEXT,
          "a path or location",
          "Where each day's folder with _SUCCESS is; without it, days/ beside the ledger's folder; a"
              + " relative path counts from the pipeline file's folder.");
  static final ConfigKey<String> PUBLISH_WEBHOOK =
      ConfigKey.optional(
          "publish.webhook",
          ValueType.TEXT,
          "an http or https address",
          "Where _SUCCESS is posted to as well, once it is written.");
  static final ConfigKey<String> PUBLISH_SECRET_ENV =
      ConfigKey.of(
          "publish.webhook-secret-env",
          ValueType.TEXT,
          "FIRN_WEBHOOK_SECRET",
          "a name",
          "The environment variable that holds the key of the webhook's signature; unset: no signature.");
  static final ConfigKey<Duration> COMMIT_INTERVAL =
      ConfigKey.of(
          "commit.interval",
          ValueType.DURATION,
          "45s",
          "100ms or more",
          "How often what has landed is committed; 45s keeps rows readable within a minute of arrival.");
  static final ConfigKey<Long> MEMORY =
      ConfigKey.of(
          "memory",
          ValueType.SIZE,
          "512MiB",
          "16MiB or more; at most 40% of the heap is used",
          "Memory for rows that are decoded and not yet written, for all workers together; the heap is 800 MiB"
              + " unless FIRN_JAVA_OPTS says otherwise (-Xmx4g).");
  static final ConfigKey<Integer> WORKERS =
      ConfigKey.of(
          "workers",
          ValueType.integer(0, 1024),
          "0",
          "0 (one per core) to 1024",
          "How many files are decoded at once.");
  static final ConfigKey<Integer> COMPACTION_AFTER =
      ConfigKey.of(
          "compaction.after-files",
          ValueType.integer(0, 100_000),
          "64",
          "0 (never) to 100000",
          "After how many landing files a running ingester merges them: full files leave for their"
              + " partitions, the rest becomes one landing file.");
  static final ConfigKey<Duration> UPKEEP_INTERVAL =
      ConfigKey.of(
          "upkeep.interval",
          ValueType.DURATION,
          "1h",
          "0s (never) or 100ms or more",
          "How often a running ingester does the upkeep of its table: snapshots, manifests, ledger.");
  static final ConfigKey<Boolean> UPKEEP_EXPIRE =
      ConfigKey.of(
          "upkeep.expire-snapshots",
          ValueType.FLAG,
          "true",
          "true or false",
          "Whether upkeep expires snapshots older than the table's property"
              + " history.expire.max-snapshot-age-ms, which is a day in tables that Firn makes; a table"
              + " without that property is left alone.");
  static final ConfigKey<Boolean> UPKEEP_ORPHANS =
      ConfigKey.of(
          "upkeep.remove-orphans",
          ValueType.FLAG,
          "false",
          "true or false",
          "Whether upkeep deletes files below the table's location that nothing leads to.");
  static final ConfigKey<Duration> UPKEEP_ORPHAN_AGE =
      ConfigKey.of(
          "upkeep.orphan-age",
          ValueType.DURATION,
          "3d",
          "1d or more",
          "How old a file that nothing leads to must be before it counts as an orphan.");
  static final ConfigKey<Duration> UPKEEP_HISTORY =
      ConfigKey.of(
          "upkeep.history",
          ValueType.DURATION,
          "30d",
          "1d or more",
          "How long the catalog remembers commits in the history of pointers; drops stay.");
  static final ConfigKey<Integer> FORMAT_VERSION =
      ConfigKey.of(
          "table-format",
          ValueType.integer(2, 3),
          "2",
          "2 or 3",
          "The Iceberg format version of a table that is created.");
  static final ConfigKey<Integer> OPEN_DAYS =
      ConfigKey.of(
          "landing.open-days",
          ValueType.integer(1, 366),
          "3",
          "1 to 366",
          "How many days get a landing file of their own in a commit; rows of others share one.");
  static final ConfigKey<Long> MAX_LINE =
      ConfigKey.of(
          "json.max-line", ValueType.SIZE, "16MiB", "1KiB to 256MiB", "Longer lines are rejected.");
  static final ConfigKey<String> CSV_DELIMITER =
      ConfigKey.of(
          "csv.delimiter",
          ValueType.TEXT,
          ",",
          "one ASCII character or tab; no letter, digit, +, - or .",
          "What stands between two fields.");
  static final ConfigKey<String> CSV_QUOTE =
      ConfigKey.of(
          "csv.quote",
          ValueType.TEXT,
          "\"",
          "one ASCII character; no letter or digit",
          "What stands around fields that have delimiters or line ends in them, and doubled inside.");
  static final ConfigKey<String> CSV_NULL =
      ConfigKey.of(
          "csv.null",
          ValueType.TEXT,
          "",
          "any text without delimiter, quote and line end",
          "The text that means null; in quotes it is a text of its own in string columns.");
  static final ConfigKey<Long> CSV_MAX_ROW =
      ConfigKey.of(
          "csv.max-row",
          ValueType.SIZE,
          "1MiB",
          "1KiB to 256MiB",
          "Longer records are rejected: most likely a closing quote is missing.");
  static final ConfigKey<String> SPOOL_FOLDER =
      ConfigKey.optional(
          "spool.folder",
          ValueType.TEXT,
          "a path",
          "Where Parquet source files of more than 4 MiB are kept while they are read; without it, the"
              + " system's temporary folder.");
  static final ConfigKey<Long> SPOOL_MAX_FILE =
      ConfigKey.of(
          "spool.max-file",
          ValueType.SIZE,
          "8GiB",
          "any size",
          "Larger Parquet source files are rejected.");
  static final ConfigKey<ZoneId> JSON_ZONE =
      ConfigKey.of(
          "json.zone",
          ValueType.ZONE,
          "UTC",
          "a zone such as Europe/Berlin or +02:00",
          "The zone of timestamps that are written without an offset, in columns of type timestamptz.");
  static final ConfigKey<UnknownKeys.Handling> JSON_UNKNOWN =
      ConfigKey.of(
          "json.unknown",
          ValueType.oneOf(UnknownKeys.Handling.class),
          "rescue",
          "ignore, rescue or add-column",
          "What becomes of keys that have no column: nothing, one JSON text, or columns of their own.");
  static final ConfigKey<String> JSON_RESCUE_COLUMN =
      ConfigKey.of(
          "json.rescue-column",
          ValueType.TEXT,
          "_rescued",
          "a string column; it is added to the table if it is missing",
          "The column that takes what has no column, as one JSON text; unless json.unknown is ignore.");
  static final ConfigKey<Integer> MAX_COLUMNS =
      ConfigKey.of(
          "schema.max-columns",
          ValueType.integer(1, 100_000),
          "1000",
          "1 to 100000, columns inside of structs, lists and maps included",
          "How many columns the table may have before json.unknown: add-column adds no more.");
  static final ConfigKey<Duration> LEDGER_RETENTION =
      ConfigKey.of(
          "ledger.retention",
          ValueType.DURATION,
          "400d",
          "1d or more",
          "How long the ledger remembers a source file; older files are left alone by sweeps.");
  static final ConfigKey<String> LEDGER_LOCATION =
      ConfigKey.optional(
          "ledger.location",
          ValueType.TEXT,
          "a path or location",
          "Where ledger and rejects are kept, if not beside the table; a relative path counts from the"
              + " pipeline file's folder.");
  static final ConfigKey<Duration> LEDGER_RENEW =
      ConfigKey.of(
          "ledger.renew",
          ValueType.DURATION,
          "6h",
          "1m or more, well below the table's snapshot expiry",
          "How old the newest ledger snapshot may grow before an empty one renews it.");
  static final ConfigKey<Boolean> FSYNC =
      ConfigKey.of(
          "storage.fsync",
          ValueType.FLAG,
          "true",
          "true or false",
          "Whether local files are forced to disk before they count; false is for demonstrations only.");

  /** Keys whose value is not a text: read by their own code. */
  static final List<StructuredKey> STRUCTURED =
      List.of(
          new StructuredKey(
              "schema",
              "a map from column to type",
              "The table's columns; written here by the first run if it is missing."),
          new StructuredKey(
              "partition",
              "a list of rules: days(ts), hours(ts), bucket(16, id), truncate(4, s), action",
              "The table's own partition spec, in the order of its fields; for a table that is created."),
          new StructuredKey(
              "transform",
              "a list of steps: columns, explode, rename, where, derive, set; see transform.md",
              "What becomes of rows between decoding and landing; without it, columns are taken by name."),
          new StructuredKey(
              DaySetup.PRODUCERS,
              "a list of names, as {producer} in source.pattern finds them",
              "Producers that must have reported past a day's end before it is complete."),
          new StructuredKey(
              DaySetup.TWINS,
              "a map from a kind of twin to its settings",
              "What follows the table day by day, as a table of another format does; kinds come with"
                  + " modules."),
          new StructuredKey(
              JsonSettings.TIMESTAMPS,
              "a map from column to iso, epoch-s, epoch-ms, epoch-us or epoch-ns",
              "How timestamp columns are written in JSON, where not as ISO-8601 text."),
          new StructuredKey(
              FormatSettings.TIMESTAMPS,
              "a map from column to iso, epoch-s, epoch-ms, epoch-us or epoch-ns",
              "How timestamp columns are written in CSV, where not as ISO-8601 text, and which whole numbers"
                  + " of Avro and Parquet are timestamps."),
          new StructuredKey(
              JsonSettings.TEXT,
              "a list of string columns",
              "Columns that take any value, as its JSON text."));

  private ConfigKeys() {}

  /** A key that holds a map or a list. */
  record StructuredKey(String name, String range, String sentence) {}

  /** All keys with text values, in the order of the reference. */
  static List<ConfigKey<?>> all() {
    return List.of(
        TABLE,
        CATALOG,
        CATALOG_NAME,
        WAREHOUSE,
        SOURCE_FOLDER,
        SOURCE_PATTERN,
        SOURCE_NOTICES,
        FORMAT,
        SOURCE_ZONE,
        SOURCE_SETTLE,
        SOURCE_SWEEP,
        ON_OVERWRITE,
        EVENT_COLUMN,
        EVENT_PAST,
        EVENT_FUTURE,
        DAY_COLUMN,
        DAY_SIGNALS,
        DAY_ZONE,
        DAY_PERIOD,
        DAY_LATENESS,
        DAY_GIVE_UP,
        DAY_GATHER,
        DAY_FIRST,
        DAY_KEEP_TAGS,
        DAY_CHECK,
        SOURCE_PATH_ZONE,
        SOURCE_PATH_SLACK,
        PUBLISH_FOLDER,
        PUBLISH_WEBHOOK,
        PUBLISH_SECRET_ENV,
        COMMIT_INTERVAL,
        MEMORY,
        WORKERS,
        COMPACTION_AFTER,
        UPKEEP_INTERVAL,
        UPKEEP_EXPIRE,
        UPKEEP_ORPHANS,
        UPKEEP_ORPHAN_AGE,
        UPKEEP_HISTORY,
        FORMAT_VERSION,
        OPEN_DAYS,
        MAX_LINE,
        JSON_ZONE,
        JSON_UNKNOWN,
        JSON_RESCUE_COLUMN,
        MAX_COLUMNS,
        CSV_DELIMITER,
        CSV_QUOTE,
        CSV_NULL,
        CSV_MAX_ROW,
        SPOOL_FOLDER,
        SPOOL_MAX_FILE,
        LEDGER_RETENTION,
        LEDGER_LOCATION,
        LEDGER_RENEW,
        FSYNC);
  }
}
