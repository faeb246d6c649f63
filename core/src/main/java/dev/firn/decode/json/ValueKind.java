package dev.firn.decode.json;

/** How a column's values are read from JSON. */
enum ValueKind {
  BOOLEAN,
  INT,
  LONG,
  FLOAT,
  DOUBLE,
  DECIMAL,
  WIDE_DECIMAL,
  STRING,
  /** A string column that takes any value as its JSON text. */
  JSON_TEXT,
  BINARY,
  FIXED,
  UUID,
  DATE,
  TIME,
  TIMESTAMP,
  EPOCH,
  STRUCT,
  LIST,
  MAP
}
