package dev.firn.testkit.generate;

import java.time.Duration;

/**
 * One upload.
 *
 * @param number number of the content; two uploads of the same bytes share it, no others do
 * @param path below the source's folder, {@code /} between parts
 * @param kind the story of the path
 * @param upload 1 for the first upload to this path, 2 for the second
 * @param periodStartMillis begin of the period whose events it holds, ms since 1970-01-01T00:00Z
 * @param arrival when it is uploaded, from the begin of the day on
 * @param truth what is in it
 */
public record GeneratedFile(
    long number,
    String path,
    FileKind kind,
    int upload,
    long periodStartMillis,
    Duration arrival,
    FileTruth truth) {
  /** Bits of a row's id that hold its line. */
  public static final int LINE_BITS = 20;

  /** The id of the row in a line, from 1. */
  public static long rowId(long number, int line) {
    return (number << LINE_BITS) + line;
  }

  /** Whether this is the very version that was uploaded to this path before. */
  public boolean isSameVersionAgain() {
    return kind == FileKind.NOTICE_TWICE && upload == 2;
  }

  /** Sum of the ids of the rows that can be taken, modulo 2^64. */
  public long idSum() {
    long sum = truth.rows() * (number << LINE_BITS) + (long) truth.rows() * (truth.rows() + 1) / 2;
    for (FileTruth.BadRow bad : truth.badRows()) {
      sum -= rowId(number, bad.line());
    }
    return sum;
  }
}
