package dev.firn.pipeline;

import dev.firn.decode.Decoder;
import dev.firn.decode.TimestampFormat;
import dev.firn.decode.format.CompressedStreams;
import dev.firn.decode.format.DecoderFormats;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.EventTimeRule;
import dev.firn.decode.format.SchemaSampler;
import dev.firn.decode.format.TimestampRules;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Spool;
import dev.firn.transform.TransformPlan;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;

/** What a pipeline file says of source files in formats other than JSON lines. */
final class FormatSettings {
  static final String TIMESTAMPS = "source.timestamps";

  /** The format that has settings of its own, {@link JsonSettings}. */
  static final String JSON = "json";

  private final PipelineConfig config;

  FormatSettings(PipelineConfig config) {
    this.config = config;
  }

  /** Whether source files are JSON lines. */
  boolean isJson() {
    return config.get(ConfigKeys.FORMAT).equals(JSON);
  }

  /**
   * Decodes files for a table.
   *
   * @param plan the steps behind the decoder, which then check the event time
   * @throws FirnException {@link ErrorCode#CONFIG} or {@link ErrorCode#TABLE} if settings, format
   *     and table do not fit
   */
  Decoder decoder(Schema table, Optional<TransformPlan> plan, Clock clock) {
    return DecoderFormats.find(config.get(ConfigKeys.FORMAT)).decoder(options(table, plan, clock));
  }

  /**
   * Finds a schema in files.
   *
   * @param maxRows rows after which no more are read
   */
  SchemaSampler sampler(long maxRows) {
    return DecoderFormats.find(config.get(ConfigKeys.FORMAT))
        .sampler(
            new DecoderOptions(
                new Schema(),
                EventTimeRule.NONE,
                TimestampRules.DEFAULT,
                new CompressedStreams(),
                spool(),
                settings()),
            maxRows);
  }

  private DecoderOptions options(Schema table, Optional<TransformPlan> plan, Clock clock) {
    Optional<String> eventTime = config.find(ConfigKeys.EVENT_COLUMN);
    EventTimeRule rule =
        plan.isPresent()
            ? EventTimeRule.NONE
            : new EventTimeRule(eventTime, new JsonSettings(config).acceptedEventTimes(clock));
    return new DecoderOptions(
        plan.map(TransformPlan::sourceSchema).orElse(table),
        rule,
        new TimestampRules(timestampFormats(plan), config.get(ConfigKeys.SOURCE_ZONE)),
        new CompressedStreams(),
        spool(),
        settings());
  }

  private Spool spool() {
    Path folder =
        config
            .find(ConfigKeys.SPOOL_FOLDER)
            .map(config::resolve)
            .orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));
    return new Spool(folder, Spool.DEFAULT_MEMORY_BYTES, config.get(ConfigKeys.SPOOL_MAX_FILE));
  }

  /** Values of the keys below the format's name. */
  private Map<String, String> settings() {
    String prefix = config.get(ConfigKeys.FORMAT) + ".";
    Map<String, String> settings = new HashMap<>();
    for (ConfigKey<?> key : ConfigKeys.all()) {
      if (key.name().startsWith(prefix)) {
        config
            .find(key)
            .ifPresent(
                value ->
                    settings.put(key.name().substring(prefix.length()), String.valueOf(value)));
      }
    }
    return settings;
  }

  private Map<String, TimestampFormat> timestampFormats(Optional<TransformPlan> plan) {
    Object tree = config.structured(TIMESTAMPS).orElse(Map.of());
    if (!(tree instanceof Map<?, ?> map)) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "'"
              + TIMESTAMPS
              + "' in "
              + config.file().getFileName()
              + " takes a map from column to format, as {ts: epoch-ms}, not "
              + tree);
    }
    Map<String, TimestampFormat> formats = new HashMap<>();
    map.forEach(
        (column, text) -> {
          String name = String.valueOf(column);
          TimestampFormat format = TimestampFormat.parse(String.valueOf(text));
          plan.map(steps -> steps.sourceColumns(name, TIMESTAMPS))
              .orElse(List.of(name))
              .forEach(each -> formats.put(each, format));
        });
    return formats;
  }
}
