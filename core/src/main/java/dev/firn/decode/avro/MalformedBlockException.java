package dev.firn.decode.avro;

/** The bytes of a block are not what the file's schema says. */
final class MalformedBlockException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedBlockException(String what) {
    super(what, null, false, false);
  }
}
