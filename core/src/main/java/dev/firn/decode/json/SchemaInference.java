package dev.firn.decode.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.firn.decode.NumberText;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.TextCheck;
import dev.firn.decode.format.EventTimeNames;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.TypeUtil;

/**
 * Infers a table's schema from a sample of JSON lines, for a person to look at and correct.
 *
 * <p>Columns are optional and stand in the order of their first appearance. Whole numbers give
 * long, others double, ISO-8601 texts timestamptz or date, objects structs, arrays lists; a long
 * and a double give double, texts of several sorts string, and so do columns that are always null;
 * all other mixtures are string columns that hold JSON text. Kinds that make up 5 % of a column's
 * values or less are taken for faults in the data and passed over. Of names that differ by case
 * only the first is taken; objects and arrays without content give no column, nor does a name with
 * a dot that could be a path. One thread.
 */
public final class SchemaInference {
  private static final int BUFFER_BYTES = 1 << 16;

  /** Fields at all depths of which the sample's values are kept in mind. */
  private static final int MAX_FIELDS = 100_000;

  /** Names that people give to the time of an event, the likeliest first; others come after. */
  private static final List<String> USUAL_EVENT_TIMES =
      List.of("event_time", "eventtime", "ts", "timestamp", "@timestamp", "time", "datetime");

  private final long maxRows;
  private final int maxLineBytes;
  private final JsonFactory json = InferredType.jsonFactory();
  private final InferredType row = new InferredType(0, new InferredType.Budget(MAX_FIELDS));
  private long rowsRead;
  private long rowsSkipped;

  /**
   * An empty sample.
   *
   * @param maxRows rows after which no more are read
   * @param maxLineBytes longer rows are skipped
   */
  public SchemaInference(long maxRows, int maxLineBytes) {
    this.maxRows = maxRows;
    this.maxLineBytes = maxLineBytes;
  }

  /**
   * What was found.
   *
   * @param schema fresh field ids from 1 on
   * @param eventTimeColumn a timestamptz column that nearly every row has a value for, if any
   * @param jsonText full names of the string columns whose values are of several kinds, so that
   *     they hold JSON text, see {@link JsonLinesOptions#jsonText}
   * @param rowsRead rows that the schema was inferred from
   * @param rowsSkipped rows that are no JSON objects, or too long
   */
  public record Inferred(
      Schema schema,
      Optional<String> eventTimeColumn,
      List<String> jsonText,
      long rowsRead,
      long rowsSkipped) {
    /** Copies the list. */
    public Inferred {
      jsonText = List.copyOf(jsonText);
    }
  }

  /**
   * Adds a file's rows to the sample.
   *
   * @param location the file's location, for messages
   * @param in its decompressed bytes; not closed
   * @param maxBytes bytes after which no more rows are begun
   * @return whether more rows are wanted
   * @throws SourceFileException if the file is no text
   */
  public boolean sample(String location, InputStream in, long maxBytes) throws IOException {
    int slackBytes = LineBuffer.slackBytes(0);
    LineBuffer lines =
        new LineBuffer(in, new byte[BUFFER_BYTES + slackBytes], maxLineBytes, slackBytes);
    RowError error = new RowError();
    SeenKeys seen = new SeenKeys();
    JsonSkipper skipper = new JsonSkipper(error, new JsonStrings(error), new NumberText(), seen);
    lines.more();
    TextCheck.requireText(location, JsonText.FORMAT, lines.bytes(), lines.limit());
    lines.skipByteOrderMark();
    while (rowsRead < maxRows && lines.offset(lines.position()) < maxBytes && lines.nextRow()) {
      seen.clear();
      addRow(lines, skipper);
    }
    return rowsRead < maxRows;
  }

  private void addRow(LineBuffer lines, JsonSkipper skipper) throws IOException {
    while (true) {
      int from = lines.position();
      int end = skipper.skip(lines.bytes(), from, 0);
      int lineEnd = lines.lineEnd(end < 0 ? from : end);
      if (lineEnd >= 0) {
        if (end >= 0 && lines.bytes()[from] == '{' && isBlank(lines.bytes(), end, lineEnd)) {
          add(lines.bytes(), from, end);
          lines.advanceTo(end);
        } else {
          rowsSkipped++;
          lines.advanceTo(lineEnd);
        }
        return;
      }
      if (!lines.more()) {
        rowsSkipped++;
        lines.skipLine();
        return;
      }
    }
  }

  /** A carriage return behind a row ends it, whatever follows. */
  private static boolean isBlank(byte[] b, int from, int to) {
    for (int p = from; p < to && b[p] != '\r'; p++) {
      if (b[p] != ' ' && b[p] != '\t') {
        return false;
      }
    }
    return true;
  }

  private void add(byte[] b, int from, int to) throws IOException {
    try (JsonParser parser = json.createParser(b, from, to - from)) {
      parser.nextToken();
      row.add(parser);
      rowsRead++;
    }
  }

  /**
   * The schema of the rows so far.
   *
   * @throws FirnException ({@link ErrorCode#CONFIG}) if there were no rows with a column
   */
  public Inferred infer() {
    ColumnTypes types = ColumnTypes.withText();
    Schema loose = new Schema(row.columns("", types));
    if (loose.columns().isEmpty()) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "inferring a schema: none of "
              + (rowsRead + rowsSkipped)
              + " sampled rows is a JSON object with a field; expected JSON lines, or write the"
              + " schema into the pipeline file");
    }
    AtomicInteger freshId = new AtomicInteger();
    Schema schema = TypeUtil.assignFreshIds(loose, freshId::incrementAndGet);
    return new Inferred(schema, eventTimeColumn(), types.jsonText(), rowsRead, rowsSkipped);
  }

  private Optional<String> eventTimeColumn() {
    Optional<String> best = Optional.empty();
    int bestRank = Integer.MAX_VALUE;
    for (Map.Entry<String, InferredType> field : row.fields().entrySet()) {
      InferredType type = field.getValue();
      if (type.isTimestamp() && EventTimeNames.isInNearlyAll(type.valueCount(), rowsRead)) {
        int rank = USUAL_EVENT_TIMES.indexOf(field.getKey().toLowerCase(Locale.ROOT));
        rank = rank < 0 ? USUAL_EVENT_TIMES.size() : rank;
        if (rank < bestRank) {
          best = Optional.of(field.getKey());
          bestRank = rank;
        }
      }
    }
    return best;
  }
}
