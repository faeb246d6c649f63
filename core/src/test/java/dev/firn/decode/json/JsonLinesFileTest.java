package dev.firn.decode.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.firn.batch.Batch;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.StreamOpener;
import dev.firn.source.FileIdentity;
import dev.firn.table.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.Schema;
import org.junit.jupiter.api.Test;

class JsonLinesFileTest {
  private static final Schema SCHEMA = SchemaText.parse(Map.of("id", "long", "s", "string"));
  private static final FileIdentity FILE =
      new FileIdentity("file:///logs/a.json.gz", Optional.empty(), Optional.empty(), 1);
  private static final RejectSink NO_REJECTS =
      (line, offset, reason, detail, raw, from, length) -> {
        throw new AssertionError(detail);
      };
  private static final StreamOpener GZIP = (name, raw) -> new GZIPInputStream(raw);

  private static JsonLinesDecoder decoder(StreamOpener opener) {
    return new JsonLinesDecoder(JsonLinesOptions.of(SCHEMA), opener);
  }

  private static byte[] rows(int count) {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < count; i++) {
      rows.append("{\"id\":").append(i).append(",\"s\":\"value ").append(i % 100).append("\"}\n");
    }
    return rows.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void aFileIsDecodedPieceByPieceIntoSeveralBatches() throws IOException {
    InputStream in = new ByteArrayInputStream(gzip(rows(100_000)));
    try (FileDecoder decoding = decoder(GZIP).open(FILE, in, NO_REJECTS)) {
      long next = 0;
      int pieces = 0;
      boolean more = true;
      while (more) {
        Batch batch = new Batch(SCHEMA);
        more = decoding.decode(batch, 200_000);
        pieces++;
        for (int row = 0; row < batch.rowCount(); row++) {
          assertThat(Values.of(batch, "id", row)).isEqualTo(next++);
        }
        assertThat(decoding.counts().rowsIn()).isEqualTo(next);
      }
      assertThat(next).isEqualTo(100_000);
      assertThat(pieces).isBetween(3, 50);
    }
  }

  @Test
  void aDamagedStreamRejectsTheFile() throws IOException {
    byte[] whole = gzip(rows(1000));
    byte[] cut = Arrays.copyOf(whole, whole.length - 20);
    byte[] wrongSum = whole.clone();
    wrongSum[whole.length - 6] ^= 1;
    for (byte[] bytes : new byte[][] {cut, wrongSum}) {
      RejectReason expected =
          bytes.length == cut.length ? RejectReason.TRUNCATED : RejectReason.CORRUPT;
      Batch batch = new Batch(SCHEMA);
      try (FileDecoder decoding =
          decoder(GZIP).open(FILE, new ByteArrayInputStream(bytes), NO_REJECTS)) {
        assertThatThrownBy(() -> decoding.decode(batch, Long.MAX_VALUE))
            .isInstanceOfSatisfying(
                SourceFileException.class, e -> assertThat(e.reason()).isEqualTo(expected))
            .hasMessageContaining("file:///logs/a.json.gz");
        // What is left are whole rows, for the caller to take back.
        assertThat(batch.column(0).size()).isEqualTo(batch.rowCount());
      }
    }
    InputStream noGzip = new ByteArrayInputStream(rows(1));
    assertThatThrownBy(() -> decoder(GZIP).open(FILE, noGzip, NO_REJECTS))
        .isInstanceOf(SourceFileException.class);
  }

  @Test
  void aFailureOfTheStorageIsPassedOn() throws IOException {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("disk on fire");
          }
        };
    try (FileDecoder decoding = decoder(StreamOpener.PLAIN).open(FILE, failing, NO_REJECTS)) {
      assertThatThrownBy(() -> decoding.decode(new Batch(SCHEMA), Long.MAX_VALUE))
          .isInstanceOf(IOException.class)
          .hasMessage("disk on fire");
    }
  }

  @Test
  void anEmptyFileHasNoRows() throws IOException {
    try (FileDecoder decoding =
        decoder(StreamOpener.PLAIN).open(FILE, InputStream.nullInputStream(), NO_REJECTS)) {
      assertThat(decoding.decode(new Batch(SCHEMA), 1)).isFalse();
      assertThat(decoding.counts().rowsIn()).isZero();
      assertThat(decoding.counts().minEventMicros()).isEmpty();
    }
  }

  @Test
  void aLineWithoutEndTakesBoundedMemory() throws IOException {
    int lineBytes = 64 << 20;
    InputStream endless =
        new InputStream() {
          private int handedOut;

          @Override
          public int read() {
            return handedOut++ < lineBytes ? 'x' : -1;
          }

          @Override
          public int read(byte[] target, int from, int length) {
            int count = Math.min(length, lineBytes - handedOut);
            if (count == 0) {
              return -1;
            }
            Arrays.fill(target, from, from + count, (byte) 'x');
            handedOut += count;
            return count;
          }
        };
    JsonLinesOptions options = JsonLinesOptions.of(SCHEMA).withMaxLineBytes(1 << 20);
    long[] rejects = new long[1];
    Batch batch = new Batch(SCHEMA);
    long before = allocatedBytes();
    try (FileDecoder decoding =
        new JsonLinesDecoder(options, StreamOpener.PLAIN)
            .open(FILE, endless, (l, o, r, d, raw, from, length) -> rejects[0] += length)) {
      assertThat(decoding.decode(batch, Long.MAX_VALUE)).isFalse();
      assertThat(decoding.counts().bytesIn()).isEqualTo(lineBytes);
    }
    assertThat(allocatedBytes() - before).isLessThan(8 << 20);
    assertThat(rejects[0]).isEqualTo(JsonLinesFile.KEPT_BYTES);
  }

  @Test
  void rowsAllocateNothing() throws IOException {
    byte[] bytes = rows(100_000);
    Batch batch = new Batch(SCHEMA);
    decodeAll(batch, bytes);
    batch.clear();
    long before = allocatedBytes();
    decodeAll(batch, bytes);
    long allocated = allocatedBytes() - before;
    assertThat(batch.rowCount()).isEqualTo(100_000);
    // The buffer of 256 KiB and what a file needs; a byte per row would show.
    assertThat(allocated).isLessThan((256 << 10) + 80_000);
  }

  private static void decodeAll(Batch batch, byte[] bytes) throws IOException {
    try (FileDecoder decoding =
        decoder(StreamOpener.PLAIN).open(FILE, new ByteArrayInputStream(bytes), NO_REJECTS)) {
      while (decoding.decode(batch, Long.MAX_VALUE)) {
        throw new AssertionError("stopped early");
      }
    }
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
