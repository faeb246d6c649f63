package dev.firn.decode.json;

import dev.firn.batch.Column;

/** A column of single values. */
final class ScalarNode extends ValueNode {
  /** Kind-dependent numbers of a type. */
  record Shape(int precision, int scale, int lengthBytes, boolean zoned, int unitDigits) {
    static final Shape NONE = new Shape(0, 0, 0, false, 0);
  }

  /** Decimals: digits in all. */
  final int precision;

  /** Decimals: digits behind the point. */
  final int scale;

  /** Decimals of up to 18 digits: the largest unscaled value. */
  final long maxUnscaled;

  /** Fixed: the length. */
  final int lengthBytes;

  /** Timestamps: whether the column has a zone. */
  final boolean zoned;

  /** Timestamps: digits of the column's unit below the second, 6 or 9. */
  final int unitDigits;

  /** Timestamps as numbers: digits of the source's unit below the second. */
  final int sourceDigits;

  ScalarNode(ValueKind kind, Place place, Shape shape, int sourceDigits, String expected) {
    super(kind, place, false, expected);
    this.precision = shape.precision();
    this.scale = shape.scale();
    this.lengthBytes = shape.lengthBytes();
    this.zoned = shape.zoned();
    this.unitDigits = shape.unitDigits();
    this.sourceDigits = sourceDigits;
    long power = 1;
    for (int i = 0; i < Math.min(precision, 18); i++) {
      power *= 10;
    }
    this.maxUnscaled = power - 1;
  }

  /**
   * Where a value goes.
   *
   * @param loose see {@link ValueNode#loose}
   */
  record Place(String path, boolean required, boolean loose, Column column) {}
}
