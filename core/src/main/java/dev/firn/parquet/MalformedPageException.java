package dev.firn.parquet;

/** A page can't be decoded; the reader adds file and column. */
final class MalformedPageException extends RuntimeException {
  MalformedPageException(String message) {
    super(message);
  }
}
