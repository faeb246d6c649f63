package dev.firn.decode.csv;

import dev.firn.decode.Decoder;
import dev.firn.decode.format.DecoderFormat;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.SchemaSampler;

/** {@code format: csv}; settings see {@link CsvDialect#parse}. */
public final class CsvFormat implements DecoderFormat {
  /** For {@link java.util.ServiceLoader}. */
  public CsvFormat() {}

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public Decoder decoder(DecoderOptions options) {
    return new CsvDecoder(options, CsvDialect.parse(options.settings()));
  }

  @Override
  public SchemaSampler sampler(DecoderOptions options, long maxRows) {
    return new CsvSampler(CsvDialect.parse(options.settings()), maxRows);
  }
}
