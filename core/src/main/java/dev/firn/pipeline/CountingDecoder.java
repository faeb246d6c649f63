package dev.firn.pipeline;

import dev.firn.decode.Decoder;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.InputStream;

/**
 * Counts rejected rows by reason on their way to the sink; rows of a file read twice count twice.
 */
final class CountingDecoder implements Decoder {
  private final Decoder decoder;
  private final Counters counters;

  CountingDecoder(Decoder decoder, Counters counters) {
    this.decoder = decoder;
    this.counters = counters;
  }

  @Override
  public FileDecoder open(FileIdentity file, InputStream raw, RejectSink rejects)
      throws IOException {
    return decoder.open(file, raw, counting(rejects));
  }

  private RejectSink counting(RejectSink sink) {
    return new RejectSink() {
      @Override
      public void reject(
          long line,
          long byteOffset,
          RejectReason reason,
          String detail,
          byte[] raw,
          int from,
          int length) {
        counters.rejectsByReason[reason.ordinal()].increment();
        sink.reject(line, byteOffset, reason, detail, raw, from, length);
      }
    };
  }
}
