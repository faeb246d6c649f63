package dev.firn.decode;

import dev.firn.batch.Batch;
import dev.firn.batch.RowJson;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.EventTimeRule;
import dev.firn.decode.format.TimestampRules;
import dev.firn.io.Spool;
import dev.firn.source.FileIdentity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;

/** Decodes a file of any format in a test and keeps what came out. */
public final class DecodedFile {
  /** A reject as the sink got it. */
  public record Reject(long line, long byteOffset, RejectReason reason, String detail, byte[] raw) {
    /** The raw bytes as text. */
    public String text() {
      return new String(raw, StandardCharsets.UTF_8);
    }
  }

  /** Rows that were taken. */
  public final Batch batch;

  /** Rows that were not. */
  public final List<Reject> rejects = new ArrayList<>();

  /** Counts at the end. */
  public final DecodeCounts counts;

  /** Columns passed over. */
  public final int ignoredColumns;

  private DecodedFile(Decoder decoder, Schema schema, InputStream in) throws IOException {
    batch = new Batch(schema);
    FileIdentity file =
        new FileIdentity("file:///logs/a.log", Optional.empty(), Optional.empty(), 1);
    RejectSink sink =
        (line, offset, reason, detail, raw, from, length) ->
            rejects.add(
                new Reject(
                    line, offset, reason, detail, Arrays.copyOfRange(raw, from, from + length)));
    try (FileDecoder decoding = decoder.open(file, in, sink)) {
      if (decoding.decode(batch, Long.MAX_VALUE)) {
        throw new AssertionError("stopped early");
      }
      counts = decoding.counts();
      ignoredColumns = decoding.ignoredColumns();
    }
    if (counts.rowsWritten() != batch.rowCount() || counts.rowsRejected() != rejects.size()) {
      throw new AssertionError("counts are wrong: " + counts + ", " + batch.rowCount());
    }
  }

  /** Decodes a stream. */
  public static DecodedFile of(Decoder decoder, Schema schema, InputStream in) {
    try {
      return new DecodedFile(decoder, schema, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Decodes bytes. */
  public static DecodedFile of(Decoder decoder, Schema schema, byte[] bytes) {
    return of(decoder, schema, new ByteArrayInputStream(bytes));
  }

  /** Options without an event time or settings. */
  public static DecoderOptions options(Schema schema) {
    return new DecoderOptions(
        schema,
        EventTimeRule.NONE,
        TimestampRules.DEFAULT,
        StreamOpener.PLAIN,
        new Spool(Path.of("target", "spool"), 1 << 20, 1 << 30),
        Map.of());
  }

  /** The rows as JSON. */
  public List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      rows.add(RowJson.row(batch, row));
    }
    return rows;
  }

  /** Rejects as {@code line:reason}. */
  public List<String> reasons() {
    return rejects.stream().map(r -> r.line() + ":" + r.reason().code()).toList();
  }

  /** Everything that came out, for comparisons. */
  public String dump() {
    StringBuilder dump = new StringBuilder(String.join("\n", rows())).append('\n');
    for (Reject r : rejects) {
      dump.append(r.line()).append(' ').append(r.byteOffset()).append(' ').append(r.reason());
      dump.append(' ').append(r.detail()).append(' ').append(r.text()).append('\n');
    }
    return dump.append(counts.rowsIn()).append(' ').append(counts.bytesIn()).toString();
  }
}
