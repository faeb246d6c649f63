package dev.firn.decode.json;

import dev.firn.batch.Batch;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.NewColumn;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.decode.StreamOpener;
import dev.firn.source.FileIdentity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decodes bytes in a test and keeps what came out. */
final class Decoding {
  /** A reject as the sink got it. */
  record Reject(long line, long byteOffset, RejectReason reason, String detail, byte[] raw) {
    String text() {
      return new String(raw, StandardCharsets.UTF_8);
    }
  }

  final Batch batch;
  final List<Reject> rejects = new ArrayList<>();
  final DecodeCounts counts;
  final List<NewColumn> newColumns;

  private Decoding(JsonLinesDecoder decoder, InputStream in, long sizeBytes) throws IOException {
    this.batch = new Batch(decoder.options().schema());
    FileIdentity file =
        new FileIdentity("file:///logs/a.json", Optional.empty(), Optional.empty(), sizeBytes);
    RejectSink sink =
        (line, offset, reason, detail, raw, from, length) ->
            rejects.add(
                new Reject(
                    line,
                    offset,
                    reason,
                    detail,
                    java.util.Arrays.copyOfRange(raw, from, from + length)));
    try (FileDecoder decoding = decoder.open(file, in, sink)) {
      while (decoding.decode(batch, Long.MAX_VALUE)) {
        throw new AssertionError("stopped early");
      }
      this.counts = decoding.counts();
      this.newColumns = decoding.newColumns();
    }
    if (counts.rowsWritten() != batch.rowCount() || counts.rowsRejected() != rejects.size()) {
      throw new AssertionError("counts are wrong: " + counts + ", " + batch.rowCount());
    }
  }

  static Decoding of(JsonLinesOptions options, String text) {
    return of(options, text.getBytes(StandardCharsets.UTF_8));
  }

  static Decoding of(JsonLinesOptions options, byte[] bytes) {
    return of(
        new JsonLinesDecoder(options, StreamOpener.PLAIN),
        new ByteArrayInputStream(bytes),
        bytes.length);
  }

  static Decoding of(JsonLinesDecoder decoder, InputStream in, long sizeBytes) {
    try {
      return new Decoding(decoder, in, sizeBytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rejects as {@code line:reason}. */
  List<String> reasons() {
    return rejects.stream().map(r -> r.line() + ":" + r.reason().code()).toList();
  }

  /** Everything that came out, for comparisons. */
  String dump() {
    StringBuilder dump = new StringBuilder();
    for (int row = 0; row < batch.rowCount(); row++) {
      dump.append(Values.of(batch, row)).append('\n');
    }
    for (Reject r : rejects) {
      dump.append(r.line()).append(' ').append(r.byteOffset()).append(' ').append(r.reason());
      dump.append(' ').append(r.detail()).append(' ').append(r.text()).append('\n');
    }
    return dump.append(counts.rowsIn()).append(' ').append(counts.bytesIn()).toString();
  }
}
