package dev.firn.transform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.firn.batch.Batch;
import dev.firn.batch.RowJson;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.decode.StreamOpener;
import dev.firn.decode.TimestampFormat;
import dev.firn.decode.json.JsonLinesDecoder;
import dev.firn.decode.json.JsonLinesOptions;
import dev.firn.source.FileIdentity;
import dev.firn.source.PathParts;
import dev.firn.source.PathPattern;
import dev.firn.table.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.Schema;

/** A pipeline's steps in a test, over JSON lines. */
final class Transforming {
  static final String ROOT = "file:///logs/";
  static final String FILE = ROOT + "2021/05/29/07/web-1-000.json.gz";
  static final String PATTERN = "{yyyy}/{MM}/{dd}/{HH}/{producer}-{*}.json.gz";

  final Schema table;
  final TransformPlan plan;
  private final Map<String, TimestampFormat> formats = new HashMap<>();
  private EventTimeWindow accepted = EventTimeWindow.ALL;

  /** A rejected row as the sink got it. */
  record Reject(long line, long offset, RejectReason reason, String detail, String raw) {}

  /** What came of a file. */
  static final class Result {
    final List<String> rows = new ArrayList<>();
    final List<Reject> rejects = new ArrayList<>();
    DecodeCounts counts = new DecodeCounts(0, 0, 0, OptionalLong.empty(), OptionalLong.empty());

    /** Rows in, written, rejected, dropped. */
    List<Long> balance() {
      return List.of(
          counts.rowsIn(), counts.rowsWritten(), counts.rowsRejected(), counts.rowsDropped());
    }
  }

  private Transforming(Schema table, TransformPlan plan) {
    this.table = table;
    this.plan = plan;
  }

  static Object yaml(String text) {
    try {
      return new ObjectMapper(new YAMLFactory()).readValue(text, Object.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** Steps for a table; both as YAML. */
  static Transforming of(String schema, String steps) {
    return of(schema, steps, Optional.empty());
  }

  static Transforming of(String schema, String steps, Optional<String> eventTime) {
    Schema table = SchemaText.parse(yaml(schema));
    TransformTarget target = new TransformTarget(table, eventTime, PathPattern.parse(PATTERN));
    return new Transforming(table, TransformPlan.of(yaml(steps), target));
  }

  Transforming timestamps(String name, TimestampFormat format) {
    plan.sourceColumns(name, "json.timestamps").forEach(column -> formats.put(column, format));
    return this;
  }

  Transforming accepting(EventTimeWindow window) {
    accepted = window;
    return this;
  }

  TransformingDecoder decoder() {
    JsonLinesOptions options =
        JsonLinesOptions.of(plan.sourceSchema()).withTimestamps(formats, ZoneOffset.UTC);
    PathPattern pattern = PathPattern.parse(PATTERN);
    return new TransformingDecoder(
        plan,
        new JsonLinesDecoder(options, StreamOpener.PLAIN),
        () -> accepted,
        location -> pattern.match(location.substring(ROOT.length())).orElse(PathParts.NONE));
  }

  /** Decodes lines. */
  Result run(String... lines) {
    return run(decoder(), String.join("\n", lines), Long.MAX_VALUE);
  }

  /** Decodes a text in as many calls as it takes. */
  Result run(TransformingDecoder decoder, String text, long stopBytes) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    FileIdentity file = new FileIdentity(FILE, Optional.empty(), Optional.empty(), bytes.length);
    Result result = new Result();
    RejectSink sink =
        (line, offset, reason, detail, raw, from, length) ->
            result.rejects.add(
                new Reject(
                    line,
                    offset,
                    reason,
                    detail,
                    new String(raw, from, length, StandardCharsets.UTF_8)));
    Batch batch = new Batch(table);
    try (FileDecoder open = decoder.open(file, new ByteArrayInputStream(bytes), sink)) {
      boolean more = true;
      while (more) {
        more = open.decode(batch, stopBytes);
        for (int row = 0; row < batch.rowCount(); row++) {
          result.rows.add(RowJson.row(batch, row));
        }
        batch.clear();
      }
      result.counts = open.counts();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (result.counts.rowsWritten() != result.rows.size()
        || result.counts.rowsRejected() != result.rejects.size()) {
      throw new AssertionError("the balance is wrong: " + result.counts);
    }
    return result;
  }
}
