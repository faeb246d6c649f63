package dev.firn.decode.avro;

import dev.firn.decode.RejectReason;
import java.io.IOException;

/** A file is no Avro container, is damaged, or is written in a way that is not read. */
final class AvroDamageException extends IOException {
  private static final long serialVersionUID = 1L;

  private final RejectReason reason;

  AvroDamageException(RejectReason reason, String what) {
    super(what);
    this.reason = reason;
  }

  RejectReason reason() {
    return reason;
  }
}
