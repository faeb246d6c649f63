package dev.firn.decode;

/** Why a row, or a whole file, is not taken; the code is what rejects files and the ledger hold. */
public enum RejectReason {
  /** The row is no valid text of its format. */
  MALFORMED("malformed"),
  /** The row is valid JSON, but no object. */
  NOT_AN_OBJECT("not-an-object"),
  /** The row is not valid UTF-8. */
  INVALID_UTF8("invalid-utf8"),
  /** A value is of another type than its column, or does not fit it. */
  TYPE_MISMATCH("type-mismatch"),
  /** A number is outside of its column's range, or would have to be rounded. */
  OUT_OF_RANGE("out-of-range"),
  /** A required column has no value. */
  MISSING_REQUIRED("missing-required"),
  /** The same key stands twice in one object. */
  DUPLICATE_KEY("duplicate-key"),
  /** The row is longer than the limit; its raw bytes are cut. */
  LINE_TOO_LONG("line-too-long"),
  /** Objects or arrays are nested deeper than the limit. */
  TOO_DEEP("too-deep"),
  /** The event time lies outside of what is accepted. */
  EVENT_TIME("event-time"),
  /** A value has no partition: the transform's result does not fit its type. */
  UNPARTITIONABLE("unpartitionable"),
  /** The row has more or fewer fields than the header. */
  FIELD_COUNT("field-count"),
  /**
   * Whole file: the compressed stream, or a block of the file, is damaged or its checksum wrong.
   */
  CORRUPT("corrupt"),
  /** Whole file: the stream ends too early. */
  TRUNCATED("truncated"),
  /** Whole file: it is no text in UTF-8 (UTF-16, UTF-32, binary). */
  NOT_TEXT("not-text"),
  /** Whole file: another version of a file that is in the table already. */
  OVERWRITTEN("overwritten"),
  /** Whole file: larger than the limit. */
  TOO_LARGE("too-large"),
  /** Whole file: its columns do not fit the table's: one is missing, or of another type. */
  SCHEMA_MISMATCH("schema-mismatch"),
  /** Whole file: written in a way that is not read, as an unknown codec or encryption. */
  UNSUPPORTED("unsupported");

  private final String code;

  RejectReason(String code) {
    this.code = code;
  }

  /** The stable code, in kebab case. */
  public String code() {
    return code;
  }
}
