package dev.firn.decode.avro;

import dev.firn.batch.Batch;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.InferredSchema;
import dev.firn.decode.format.SchemaSampler;
import dev.firn.decode.typed.TypedSample;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.iceberg.Schema;

/** Takes the columns of the files' own schemas; looks at rows only for the event time. */
final class AvroSampler implements SchemaSampler {
  private static final RejectSink NOBODY = (line, offset, reason, detail, raw, from, length) -> {};

  private final DecoderOptions options;
  private final long maxRows;
  private final TypedSample sample = new TypedSample();

  AvroSampler(DecoderOptions options, long maxRows) {
    this.options = options;
    this.maxRows = maxRows;
  }

  @Override
  public boolean sample(String location, InputStream in, long maxBytes) throws IOException {
    AvroContainer container = new AvroContainer(in);
    Schema schema;
    try {
      schema = AvroTypes.table(container.schema());
    } catch (AvroDamageException e) {
      throw new SourceFileException(
          e.reason(), "reading " + location + " as Avro: " + e.getMessage(), e);
    } catch (org.apache.avro.AvroRuntimeException e) {
      throw new SourceFileException(
          RejectReason.SCHEMA_MISMATCH, "reading " + location + " as Avro: " + e.getMessage(), e);
    }
    if (!schema.columns().isEmpty()) {
      FileIdentity file = new FileIdentity(location, Optional.empty(), Optional.empty(), 0);
      AvroDecoder decoder = new AvroDecoder(options.forSample(schema));
      Batch batch = new Batch(schema);
      // Not closed: the stream is the caller's.
      AvroFile rows = new AvroFile(file, in, container, NOBODY, decoder);
      rows.decode(batch, maxBytes);
      sample.add(location, schema, batch, rows.counts().rowsRejected());
    }
    return sample.rowCount() < maxRows;
  }

  @Override
  public InferredSchema infer() {
    return sample.infer("Avro files of records");
  }
}
