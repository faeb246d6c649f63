package dev.firn.plan;

/**
 * A way in which planning differs from Iceberg's, and the fault for which it does. All widen what
 * is planned, but for {@link #RANGE_FOR_TRANSFORM}, which does both.
 */
public enum PlanGuard {
  /** Iceberg orders -0.0 below 0.0, and {@code x = 0.0} misses files with -0.0. */
  SIGNED_ZERO("-0.0 equals 0.0: Iceberg's comparison tells them apart"),
  /**
   * Bounds never hold NaN: {@code x > 5} misses files with NaN, which engines order above 5, and
   * {@code x != 5} misses them where no NaNs were counted.
   */
  NAN_OUTSIDE_BOUNDS("bounds leave NaN out: Iceberg skips files whose NaN would match"),
  /** A transform of a column becomes a range of the column, which every spec can project. */
  RANGE_FOR_TRANSFORM("a transform in the filter is a range of its column"),
  /** Iceberg compares an identity partition value with the transform's literal. */
  TRANSFORM_ON_IDENTITY(
      "a transform in the filter says nothing of an identity partition: Iceberg compares the two"),
  /** Truncation of the lowest integers overflows, and their files lie in the topmost partition. */
  TRUNCATE_WRAPS("truncate overflows near the lowest value: Iceberg looks at the wrong end"),
  /** Iceberg counts a prefix in UTF-16 units where the truncation counts code points. */
  PREFIX_IN_UNITS("a prefix has as many characters as code points: Iceberg counts UTF-16 units"),
  /** Hours past 32 bits overflow in the projection of a timestamp. */
  HOURS_WRAP("hours past 32 bits overflow: Iceberg projects them to other hours"),
  /** UUID bounds are written in unsigned order and compared by Iceberg in signed order. */
  UUID_ORDER("UUIDs order as unsigned bytes: Iceberg compares signed halves"),
  /** Iceberg's evaluation of IN fails on a null partition value of a string. */
  NULL_IN_SET("a null partition value is in no set of strings: Iceberg fails on it");

  private final String sentence;

  PlanGuard(String sentence) {
    this.sentence = sentence;
  }

  /** Why the plan differs, as part of a sentence. */
  public String sentence() {
    return sentence;
  }
}
