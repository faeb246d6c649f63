package dev.firn.parquet;

import org.apache.parquet.format.Type;

/** How Parquet stores a leaf's values, and in which order its bounds are compared. */
enum Physical {
  BOOLEAN(Type.BOOLEAN, 0),
  INT(Type.INT32, 4),
  LONG(Type.INT64, 8),
  FLOAT(Type.FLOAT, 4),
  DOUBLE(Type.DOUBLE, 8),
  /** Varying length; unsigned lexicographic order. */
  BYTES(Type.BYTE_ARRAY, 0),
  /** Fixed length; unsigned lexicographic order. */
  FIXED(Type.FIXED_LEN_BYTE_ARRAY, 0),
  /** Fixed length, big-endian two's complement, compared as numbers. */
  FIXED_DECIMAL(Type.FIXED_LEN_BYTE_ARRAY, 0);

  private final Type thrift;
  private final int widthBytes;

  Physical(Type thrift, int widthBytes) {
    this.thrift = thrift;
    this.widthBytes = widthBytes;
  }

  Type thrift() {
    return thrift;
  }

  /** Bytes of a plain value of a number type; 0 for all others. */
  int widthBytes() {
    return widthBytes;
  }

  boolean isFloating() {
    return this == FLOAT || this == DOUBLE;
  }

  boolean isInteger() {
    return this == INT || this == LONG;
  }

  boolean isBytes() {
    return this == BYTES || this == FIXED || this == FIXED_DECIMAL;
  }
}
