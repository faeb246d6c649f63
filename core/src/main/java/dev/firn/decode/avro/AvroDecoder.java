package dev.firn.decode.avro;

import dev.firn.decode.Decoder;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectSink;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.IgnoredColumns;
import dev.firn.decode.format.StreamDamage;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.InputStream;

/**
 * Avro object container files, whose own schema is matched to the table's by name, in its case, at
 * every depth.
 *
 * <p>Records become structs, arrays lists, maps maps with string keys; a union takes each of its
 * branches that fits the column, all of which have to. Enums are strings. Which types go into which
 * columns see {@link dev.firn.decode.typed.ValueSinks}. Fields that the table does not have are
 * passed over. Default values of the schema are for other readers: what the file does not have is
 * null.
 *
 * <p>The whole file is rejected if a column does not fit, if a required column (or the event time)
 * is missing, if a block is damaged, has no sync marker behind it, does not hold what its counts
 * say, or is larger than 128 MiB, and if the codec is none of null, deflate, snappy, zstandard. A
 * row is rejected if a required value is null, a text is no UTF-8, a number or time does not fit
 * its column, or a map has a key twice; it is then shown as JSON, its line is the number of the
 * record in the file, from 1, and its offset that of its block.
 *
 * <p>A file that is cut off between two blocks can't be told from a whole one, since Avro writes
 * nothing at the end; compress such files as a whole if that matters.
 *
 * <p>Memory per open file: one block, compressed and not.
 */
public final class AvroDecoder implements Decoder {
  private final DecoderOptions options;
  private final IgnoredColumns ignored = new IgnoredColumns();

  /** A decoder for one schema. */
  public AvroDecoder(DecoderOptions options) {
    this.options = options;
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
    return new AvroFile(file, in, new AvroContainer(in), rejects, this);
  }

  DecoderOptions options() {
    return options;
  }

  IgnoredColumns ignored() {
    return ignored;
  }
}
