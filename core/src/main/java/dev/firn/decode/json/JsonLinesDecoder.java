package dev.firn.decode.json;

import dev.firn.batch.Batch;
import dev.firn.decode.Decoder;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectSink;
import dev.firn.decode.StreamOpener;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * JSON lines: one JSON object per line, matched to the schema by name.
 *
 * <p><b>Lines.</b> A line ends at LF, CRLF, or a carriage return outside of a row; U+2028 ends
 * none. Blank lines are skipped, the last line needs no end, a UTF-8 byte order mark at the start
 * is skipped. Longer rows than allowed are rejected, cut, and the file goes on.
 *
 * <p><b>Syntax.</b> RFC 8259 and UTF-8, strictly, in values without a column too; half a surrogate
 * pair as an escape is refused, and so are more than {@value JsonSkipper#MAX_DEPTH} levels. A row
 * that is no JSON is rejected as such, whatever else is wrong with it.
 *
 * <p><b>Names</b> are compared exactly, in their case. A key that stands twice in one object
 * rejects the row, at every depth, whether or not it has a column.
 *
 * <p><b>Keys without a column</b> are ignored, rescued, or reported to become columns, see {@link
 * UnknownKeys}. What is rescued of a row is the row with everything taken away that has a column.
 *
 * <p><b>Values.</b> Exact or rejected. Integers take whole numbers however they are written (1.0,
 * 1e3), decimals what they hold exactly, doubles and floats the nearest finite value. Strings never
 * become numbers, numbers never strings, booleans only true and false. Timestamps, dates and times
 * see {@link dev.firn.decode.IsoTimes} and {@link dev.firn.decode.TimestampText}. Binary is base64,
 * canonical. Structs and maps are objects, lists are arrays; a string column may be declared to
 * take any value as its JSON text, without blanks between tokens.
 *
 * <p><b>Event time.</b> If declared, every row must have one inside of the accepted window.
 *
 * <p>Memory per open file: a buffer of 256 KiB, growing to the longest line.
 */
public final class JsonLinesDecoder implements Decoder {
  private static final int BUFFER_BYTES = 1 << 18;

  private final JsonLinesOptions options;
  private final StreamOpener opener;
  private final int bufferBytes;
  private final int longestNameBytes;
  private final AtomicReference<@Nullable Parked> parked = new AtomicReference<>();

  /**
   * A decoder for one schema.
   *
   * @param opener decompresses
   * @throws dev.firn.error.FirnException if a column's type can't be read from JSON
   */
  public JsonLinesDecoder(JsonLinesOptions options, StreamOpener opener) {
    this(options, opener, BUFFER_BYTES);
  }

  /** With another size of the buffer, at least 16. */
  JsonLinesDecoder(JsonLinesOptions options, StreamOpener opener, int bufferBytes) {
    ValueNodes.check(options.schema());
    this.options = options;
    this.opener = opener;
    this.bufferBytes = bufferBytes;
    this.longestNameBytes =
        TypeUtil.indexById(options.schema().asStruct()).values().stream()
            .map(Types.NestedField::name)
            .mapToInt(name -> name.getBytes(StandardCharsets.UTF_8).length)
            .max()
            .orElse(0);
  }

  @Override
  public FileDecoder open(FileIdentity file, InputStream raw, RejectSink rejects)
      throws IOException {
    InputStream in;
    try {
      in = opener.open(file.location(), raw);
    } catch (IOException e) {
      raw.close();
      throw JsonLinesFile.broken(file, opener, e, 0);
    }
    return new JsonLinesFile(file, in, rejects, this, options.acceptedEventTimes().get());
  }

  /**
   * What one file leaves to the next: setting these up costs as much as many rows.
   *
   * @param rows has learned nothing from the file
   * @param buffer of the first size
   */
  record Parked(Batch batch, RowReader rows, byte[] buffer) {}

  /** Takes what a closed file has left, so that nobody else gets it. */
  Optional<Parked> takeParked() {
    return Optional.ofNullable(parked.getAndSet(null));
  }

  /** Leaves something to the next file. */
  void park(Parked left) {
    parked.set(left);
  }

  JsonLinesOptions options() {
    return options;
  }

  StreamOpener opener() {
    return opener;
  }

  int bufferBytes() {
    return bufferBytes;
  }

  int longestNameBytes() {
    return longestNameBytes;
  }
}
