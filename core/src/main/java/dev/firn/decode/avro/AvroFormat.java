package dev.firn.decode.avro;

import dev.firn.decode.Decoder;
import dev.firn.decode.format.DecoderFormat;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.SchemaSampler;

/** {@code format: avro}; it has no settings. */
public final class AvroFormat implements DecoderFormat {
  /** For {@link java.util.ServiceLoader}. */
  public AvroFormat() {}

  @Override
  public String name() {
    return "avro";
  }

  @Override
  public Decoder decoder(DecoderOptions options) {
    return new AvroDecoder(options);
  }

  @Override
  public SchemaSampler sampler(DecoderOptions options, long maxRows) {
    return new AvroSampler(options, maxRows);
  }
}
