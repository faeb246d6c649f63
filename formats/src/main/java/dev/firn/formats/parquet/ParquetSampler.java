package dev.firn.formats.parquet;

import dev.firn.batch.Batch;
import dev.firn.decode.RejectSink;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.InferredSchema;
import dev.firn.decode.format.SchemaSampler;
import dev.firn.decode.typed.TypedSample;
import dev.firn.io.SpooledBytes;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.iceberg.Schema;

/** Takes the columns of the files' own schemas; looks at rows only for the event time. */
final class ParquetSampler implements SchemaSampler {
  private static final RejectSink NOBODY = (line, offset, reason, detail, raw, from, length) -> {};

  private final DecoderOptions options;
  private final long maxRows;
  private final TypedSample sample = new TypedSample();

  ParquetSampler(DecoderOptions options, long maxRows) {
    this.options = options;
    this.maxRows = maxRows;
  }

  @Override
  public boolean sample(String location, InputStream in, long maxBytes) throws IOException {
    FileIdentity file = new FileIdentity(location, Optional.empty(), Optional.empty(), 0);
    try (SpooledBytes bytes = options.spool().take(in)) {
      Schema schema = ParquetTypes.table(Footer.read(bytes).schema());
      if (!schema.columns().isEmpty()) {
        ParquetDecoder decoder = new ParquetDecoder(options.forSample(schema));
        Batch batch = new Batch(schema);
        try (ParquetFile rows = new ParquetFile(file, bytes, NOBODY, decoder)) {
          rows.decode(batch, maxBytes);
          sample.add(location, schema, batch, rows.counts().rowsRejected());
        }
      }
    } catch (ParquetDamageException e) {
      throw new SourceFileException(
          e.reason(), "reading " + location + " as Parquet: " + e.getMessage(), e);
    }
    return sample.rowCount() < maxRows;
  }

  @Override
  public InferredSchema infer() {
    return sample.infer("Parquet files");
  }
}
