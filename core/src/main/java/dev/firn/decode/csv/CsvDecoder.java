package dev.firn.decode.csv;

import dev.firn.decode.Decoder;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectSink;
import dev.firn.decode.TimestampFormat;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.IgnoredColumns;
import dev.firn.decode.format.StreamDamage;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.iceberg.types.Types;

/**
 * CSV, as RFC 4180 has it: a header, then one record per row, matched to the schema by name.
 *
 * <p><b>Records</b> end at LF or CRLF; the last one needs no end. Empty lines are none. A UTF-8
 * byte order mark at the start is skipped. Everything is UTF-8, fields that are passed over too. A
 * carriage return without a line feed has to be quoted, as line feeds and delimiters have.
 *
 * <p><b>Quotes</b> stand around a whole field and are doubled inside; anywhere else they are an
 * error. A record that is against the grammar is rejected up to the end of the line where that
 * shows; one whose quote is never closed, to the end of the file. Longer records than allowed are
 * rejected, cut, and reading goes on in the next line.
 *
 * <p><b>Header.</b> Names are compared exactly, in their case; any order. Columns that the table
 * does not have are passed over. A name that stands twice, a required column (or the event time)
 * that is missing, and a header without any of the table's columns reject the whole file. Records
 * with more or fewer fields than the header are rejected.
 *
 * <p><b>Null</b> is the null text: without quotes in every column, with quotes too in columns that
 * have no other use for it, which are all but string and binary. By default the null text is empty:
 * no text at all is null, and {@code ""} is an empty string.
 *
 * <p><b>Values</b> are read as from JSON: exact or rejected. Nothing is trimmed. Booleans are
 * {@code true} and {@code false}, also {@code True} or {@code TRUE}. There are no nested values.
 *
 * <p>Memory per open file: a buffer of 256 KiB, growing to the longest record.
 */
public final class CsvDecoder implements Decoder {
  private static final int BUFFER_BYTES = 1 << 18;

  private final DecoderOptions options;
  private final CsvDialect dialect;
  private final int bufferBytes;
  private final IgnoredColumns ignored = new IgnoredColumns();

  /**
   * A decoder for one schema.
   *
   * @throws FirnException ({@link ErrorCode#TABLE}) if a required column can't be read from CSV
   */
  public CsvDecoder(DecoderOptions options, CsvDialect dialect) {
    this(options, dialect, BUFFER_BYTES);
  }

  /** With another size of the buffer, at least 16. */
  CsvDecoder(DecoderOptions options, CsvDialect dialect, int bufferBytes) {
    this.options = options;
    this.dialect = dialect;
    this.bufferBytes = bufferBytes;
    Optional<String> eventTime = options.eventTime().column();
    if (eventTime.isPresent() && options.schema().asStruct().field(eventTime.get()) == null) {
      throw new FirnException(
          ErrorCode.TABLE,
          "event-time column '"
              + eventTime.get()
              + "' lies inside of a struct, which CSV has none of; choose a column at the top");
    }
    for (Types.NestedField field : options.schema().columns()) {
      if (field.isRequired() && Cell.kind(field.type(), TimestampFormat.ISO).isEmpty()) {
        throw new FirnException(
            ErrorCode.TABLE,
            "required column '"
                + field.name()
                + "' of type "
                + field.type()
                + " can't be read from CSV; make it optional");
      }
    }
  }

  @Override
  public FileDecoder open(FileIdentity file, InputStream raw, RejectSink rejects)
      throws IOException {
    InputStream in;
    try {
      in = options.opener().open(file.location(), raw);
    } catch (IOException e) {
      raw.close();
      throw StreamDamage.of(file, options.opener(), e, 0);
    }
    return new CsvFile(file, in, rejects, this);
  }

  DecoderOptions options() {
    return options;
  }

  CsvDialect dialect() {
    return dialect;
  }

  int bufferBytes() {
    return bufferBytes;
  }

  IgnoredColumns ignored() {
    return ignored;
  }
}
