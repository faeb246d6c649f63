package dev.firn.formats.parquet;

import dev.firn.decode.RejectReason;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file is no Parquet, is damaged, does not fit, or is written in a way that is not read. */
final class ParquetDamageException extends IOException {
  private static final long serialVersionUID = 1L;

  private final RejectReason reason;

  ParquetDamageException(RejectReason reason, String what) {
    this(reason, what, null);
  }

  ParquetDamageException(RejectReason reason, String what, @Nullable Throwable cause) {
    super(what, cause);
    this.reason = reason;
  }

  static ParquetDamageException corrupt(String what) {
    return new ParquetDamageException(RejectReason.CORRUPT, what);
  }

  static ParquetDamageException mismatch(String what) {
    return new ParquetDamageException(RejectReason.SCHEMA_MISMATCH, what);
  }

  RejectReason reason() {
    return reason;
  }
}
