package dev.firn.formats.parquet;

import dev.firn.decode.Decoder;
import dev.firn.decode.format.DecoderFormat;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.SchemaSampler;

/** {@code format: parquet}; it has no settings. */
public final class ParquetFormat implements DecoderFormat {
  /** For {@link java.util.ServiceLoader}. */
  public ParquetFormat() {}

  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public Decoder decoder(DecoderOptions options) {
    return new ParquetDecoder(options);
  }

  @Override
  public SchemaSampler sampler(DecoderOptions options, long maxRows) {
    return new ParquetSampler(options, maxRows);
  }
}
