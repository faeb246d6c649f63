package dev.firn.formats.parquet;

import dev.firn.batch.Batch;
import dev.firn.batch.RowJson;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectSink;
import dev.firn.decode.StreamOpener;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.EventTimeRule;
import dev.firn.decode.format.TimestampRules;
import dev.firn.io.Spool;
import dev.firn.io.SpooledBytes;
import dev.firn.source.FileIdentity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.iceberg.Schema;

/** Decodes a Parquet file in a test and keeps what came out. */
final class ParquetBytes {
  final Batch batch;

  /** Rejects as {@code line:reason: detail; row}. */
  final List<String> rejects = new ArrayList<>();

  final DecodeCounts counts;
  final int ignoredColumns;

  ParquetBytes(DecoderOptions options, byte[] bytes) throws IOException {
    batch = new Batch(options.schema());
    FileIdentity file =
        new FileIdentity(
            "file:///logs/a.parquet", Optional.empty(), Optional.empty(), bytes.length);
    RejectSink sink =
        (line, offset, reason, detail, raw, from, length) ->
            rejects.add(
                line
                    + ":"
                    + reason.code()
                    + ": "
                    + detail
                    + "; "
                    + new String(raw, from, length, StandardCharsets.UTF_8));
    try (FileDecoder decoding =
        new ParquetDecoder(options).open(file, new ByteArrayInputStream(bytes), sink)) {
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

  static ParquetBytes decode(Schema schema, byte[] bytes) {
    try {
      return new ParquetBytes(options(schema), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static DecoderOptions options(Schema schema) {
    return new DecoderOptions(
        schema,
        EventTimeRule.NONE,
        TimestampRules.DEFAULT,
        StreamOpener.PLAIN,
        new Spool(Path.of("target", "spool"), 1 << 16, 1 << 30),
        Map.of());
  }

  /** The schema that a table made for the file has. */
  static Schema schemaOf(byte[] bytes) throws IOException {
    try (SpooledBytes spooled =
        new Spool(Path.of("target", "spool"), 1 << 30, 1 << 30)
            .take(new ByteArrayInputStream(bytes))) {
      return ParquetTypes.table(Footer.read(spooled).schema());
    }
  }

  static byte[] resource(String name) {
    try (InputStream in = ParquetBytes.class.getResourceAsStream("/formats/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      rows.add(RowJson.row(batch, row));
    }
    return rows;
  }
}
