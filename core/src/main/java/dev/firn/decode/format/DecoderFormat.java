package dev.firn.decode.format;

import dev.firn.decode.Decoder;

/**
 * A format of source files: what a pipeline file names with {@code format}. Implementations are
 * found with {@link java.util.ServiceLoader}, so that a format with heavy libraries can live in a
 * module of its own. Stateless, with a public constructor without parameters.
 */
public interface DecoderFormat {
  /** The name in a pipeline file: {@code csv}. */
  String name();

  /**
   * A decoder for one table.
   *
   * @throws dev.firn.error.FirnException {@link dev.firn.error.ErrorCode#CONFIG} if a setting is
   *     wrong, {@link dev.firn.error.ErrorCode#TABLE} if a column's type can't be read from this
   *     format at all
   */
  Decoder decoder(DecoderOptions options);

  /**
   * A fresh sampler.
   *
   * @param options their schema is not looked at
   * @param maxRows rows after which no more are read
   */
  SchemaSampler sampler(DecoderOptions options, long maxRows);
}
