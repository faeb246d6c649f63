package dev.firn.pipeline;

import dev.firn.commit.SchemaWidening;
import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.NewColumn;
import dev.firn.decode.TimestampFormat;
import dev.firn.decode.json.JsonLinesOptions;
import dev.firn.decode.json.UnknownKeys;
import dev.firn.decode.json.UnknownKeys.Handling;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.transform.TransformPlan;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.types.Types;

/** What a pipeline file says of JSON lines. */
final class JsonSettings {
  static final String TIMESTAMPS = "json.timestamps";
  static final String TEXT = "json.text";

  private final PipelineConfig config;

  JsonSettings(PipelineConfig config) {
    this.config = config;
  }

  /**
   * How files are decoded for a table.
   *
   * @param plan the steps behind the decoder, which then check the event time
   */
  JsonLinesOptions options(SchemaGrowth.Shape shape, Optional<TransformPlan> plan, Clock clock) {
    UnknownKeys unknown = plan.isPresent() ? unknownKeys(plan.get()) : unknownKeys(shape);
    return options(shape.metadata().schema(), plan, unknown, clock);
  }

  /**
   * Checks that the named columns fit a schema.
   *
   * @throws FirnException {@link ErrorCode#CONFIG} if one does not
   */
  void check(Schema schema, Optional<TransformPlan> plan) {
    UnknownKeys unknown = plan.map(this::unknownKeys).orElse(UnknownKeys.IGNORED);
    options(schema, plan, unknown, Clock.systemUTC());
  }

  private JsonLinesOptions options(
      Schema table, Optional<TransformPlan> plan, UnknownKeys unknown, Clock clock) {
    JsonLinesOptions options =
        JsonLinesOptions.of(plan.map(TransformPlan::sourceSchema).orElse(table))
            .withMaxLineBytes(Math.toIntExact(config.get(ConfigKeys.MAX_LINE)))
            .withTimestamps(timestampFormats(plan), config.get(ConfigKeys.JSON_ZONE))
            .withJson(textColumns(plan), unknown);
    Optional<String> eventTime = config.find(ConfigKeys.EVENT_COLUMN);
    return eventTime.isEmpty() || plan.isPresent()
        ? options
        : options.withEventTime(eventTime.get(), acceptedEventTimes(clock));
  }

  /** The event times that are accepted now. */
  Supplier<EventTimeWindow> acceptedEventTimes(Clock clock) {
    Duration past = config.get(ConfigKeys.EVENT_PAST);
    Duration future = config.get(ConfigKeys.EVENT_FUTURE);
    return () -> EventTimeWindow.around(clock.instant(), past, future);
  }

  /**
   * With steps, keys are rescued that neither the table nor a step names; not where an array is
   * exploded, since every element would carry the keys of all.
   */
  private UnknownKeys unknownKeys(TransformPlan plan) {
    if (addsColumns()) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'json.unknown: add-column' can't be used with 'transform', which says what becomes of"
              + " columns; use rescue or ignore");
    }
    Optional<String> rescue = rescueColumn();
    return rescue.isEmpty() || plan.explodes()
        ? UnknownKeys.IGNORED
        : UnknownKeys.rescued(rescue.get());
  }

  /** Whether keys without a column are to become columns. */
  boolean addsColumns() {
    return handling() == Handling.ADD_COLUMN;
  }

  private UnknownKeys unknownKeys(SchemaGrowth.Shape shape) {
    Optional<String> rescue = rescueColumn();
    if (rescue.isEmpty()) {
      return UnknownKeys.IGNORED;
    }
    return new UnknownKeys(
        addsColumns() && shape.growing() ? Handling.ADD_COLUMN : Handling.RESCUE,
        rescue.get(),
        shape.unaddable(),
        SchemaWidening.addedFields(shape.metadata()));
  }

  /** Other formats have no keys to rescue. */
  private Handling handling() {
    return new FormatSettings(config).isJson()
        ? config.get(ConfigKeys.JSON_UNKNOWN)
        : Handling.IGNORE;
  }

  /** The rescue column, if there is to be one. */
  private Optional<String> rescueColumn() {
    return handling() == Handling.IGNORE
        ? Optional.empty()
        : Optional.of(config.get(ConfigKeys.JSON_RESCUE_COLUMN));
  }

  /** A schema for a table that is created, with the rescue column if it lacks one. */
  Schema withRescueColumn(Schema declared) {
    Optional<String> name = rescueColumn();
    if (name.isEmpty() || declared.findField(name.get()) != null) {
      return declared;
    }
    List<Types.NestedField> columns = new ArrayList<>(declared.columns());
    columns.add(
        Types.NestedField.optional(
            declared.highestFieldId() + 1, name.get(), Types.StringType.get()));
    return new Schema(columns);
  }

  /**
   * Gives an existing table the rescue column if it lacks one.
   *
   * @throws FirnException {@link ErrorCode#TABLE} if there is a column of that name that can't be
   *     it, or the table can't take one
   */
  void ensureRescueColumn(TableMetadata metadata, SchemaWidening widening)
      throws InterruptedException {
    Optional<String> name = rescueColumn();
    if (name.isEmpty()) {
      return;
    }
    TableMetadata now = metadata;
    if (now.schema().asStruct().field(name.get()) == null) {
      now = widening.addDeclared(new NewColumn("", name.get(), Types.StringType.get()));
    }
    Types.NestedField field = now.schema().asStruct().field(name.get());
    if (field == null || !field.type().equals(Types.StringType.get()) || field.isRequired()) {
      throw new FirnException(
          ErrorCode.TABLE,
          "the column '"
              + name.get()
              + "' can't take keys that have no column: expected an optional string, is "
              + field
              + "; name another one with json.rescue-column, or set json.unknown: ignore");
    }
  }

  private Set<String> textColumns(Optional<TransformPlan> plan) {
    Object tree = config.structured(TEXT).orElse(List.of());
    if (!(tree instanceof List<?> list)) {
      throw wrong(TEXT, tree, "a list of string columns, as [raw, payload]");
    }
    Set<String> columns = new HashSet<>();
    list.forEach(column -> columns.addAll(named(String.valueOf(column), TEXT, plan)));
    return columns;
  }

  /** The columns of the decoder's schema that a name means. */
  private static List<String> named(String column, String key, Optional<TransformPlan> plan) {
    return plan.map(steps -> steps.sourceColumns(column, key)).orElse(List.of(column));
  }

  private Map<String, TimestampFormat> timestampFormats(Optional<TransformPlan> plan) {
    Object tree = config.structured(TIMESTAMPS).orElse(Map.of());
    if (!(tree instanceof Map<?, ?> map)) {
      throw wrong(TIMESTAMPS, tree, "a map from column to format, as {ts: epoch-ms}");
    }
    Map<String, TimestampFormat> formats = new HashMap<>();
    map.forEach(
        (column, text) -> {
          TimestampFormat format = TimestampFormat.parse(String.valueOf(text));
          named(String.valueOf(column), TIMESTAMPS, plan)
              .forEach(each -> formats.put(each, format));
        });
    return formats;
  }

  private FirnException wrong(String key, Object tree, String expected) {
    return new FirnException(
        ErrorCode.CONFIG,
        "'" + key + "' in " + config.file().getFileName() + " takes " + expected + ", not " + tree);
  }
}
