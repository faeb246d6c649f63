package dev.firn.formats.parquet;

import dev.firn.decode.Decoder;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.IgnoredColumns;
import dev.firn.decode.format.StreamDamage;
import dev.firn.io.SpoolLimitException;
import dev.firn.io.SpooledBytes;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.InputStream;

/**
 * Parquet files of any writer, whose schema is matched to the table's by name, in its case, at
 * every depth.
 *
 * <p>All encodings, pages of both versions, codecs snappy, gzip, zstd, lz4_raw and none. Groups
 * become structs, lists and maps are recognised in the forms of old writers too, a repeated field
 * is a list. Which types go into which columns see {@link dev.firn.decode.typed.ValueSinks};
 * unsigned numbers take the next wider type (64 bits: decimal(20, 0)), a binary without annotation
 * goes into binary, and into string if it is UTF-8. INT96 is a timestamp in UTC, whose column may
 * have a zone or none. NaN, infinities and −0.0 are kept. Columns that the table does not have are
 * passed over.
 *
 * <p>The whole file is rejected if a column does not fit, if a required column (or the event time)
 * is missing, if a page, a checksum or a level is wrong, if a page is larger than 256 MiB, if it is
 * encrypted or of another codec. A row is rejected if a required value is null, a text is no UTF-8,
 * a number or time does not fit its column, or a map has a key twice; it is then shown as JSON of
 * the table's columns, its line is the number of the row in the file, from 1, and its offset that
 * of its row group.
 *
 * <p>Parquet is read at many places at once, so a file is first taken whole, with all checks of its
 * stream, into the {@link dev.firn.io.Spool}. Memory per open file beyond that: a page and a
 * dictionary per column that the table has.
 */
public final class ParquetDecoder implements Decoder {
  private final DecoderOptions options;
  private final IgnoredColumns ignored = new IgnoredColumns();

  /** A decoder for one schema. */
  public ParquetDecoder(DecoderOptions options) {
    this.options = options;
  }

  @Override
  public FileDecoder open(FileIdentity file, InputStream raw, RejectSink rejects)
      throws IOException {
    SpooledBytes bytes;
    try (raw;
        InputStream in = options.opener().open(file.location(), raw)) {
      bytes = options.spool().take(in);
    } catch (SpoolLimitException e) {
      throw new SourceFileException(
          RejectReason.TOO_LARGE,
          "reading "
              + file.location()
              + " as Parquet: it has "
              + e.getMessage()
              + "; write smaller files, or raise spool.max-file",
          e);
    } catch (IOException e) {
      throw StreamDamage.of(file, options.opener(), e, 0);
    }
    return new ParquetFile(file, bytes, rejects, this);
  }

  DecoderOptions options() {
    return options;
  }

  IgnoredColumns ignored() {
    return ignored;
  }
}
