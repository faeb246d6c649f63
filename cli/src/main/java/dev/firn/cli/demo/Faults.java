package dev.firn.cli.demo;

import dev.firn.testkit.generate.FaultMix;
import dev.firn.testkit.generate.FileKind;
import java.util.EnumMap;
import java.util.Map;

/** What is wrong with the demo's files. */
final class Faults {
  /** Shares of odd files, a little higher than a bad week has them. */
  private static final Map<FileKind, Double> FAULTS =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(FileKind.LATE, 0.02),
              Map.entry(FileKind.NOTICE_TWICE, 0.01),
              Map.entry(FileKind.COPY, 0.002),
              Map.entry(FileKind.OVERWRITE, 0.002),
              Map.entry(FileKind.BAD_CHECKSUM, 0.002),
              Map.entry(FileKind.TRUNCATED, 0.002),
              Map.entry(FileKind.REPAIRED, 0.002),
              Map.entry(FileKind.ZERO_BYTES, 0.005),
              Map.entry(FileKind.NO_ROWS, 0.003),
              Map.entry(FileKind.BAD_ROWS, 0.02),
              Map.entry(FileKind.MANY_MEMBERS, 0.02),
              Map.entry(FileKind.ZSTD, 0.05),
              Map.entry(FileKind.PLAIN, 0.02),
              Map.entry(FileKind.CRLF, 0.005),
              Map.entry(FileKind.HIDDEN, 0.003),
              Map.entry(FileKind.TEMPORARY, 0.003)));

  private Faults() {}

  static FaultMix mix() {
    return new FaultMix(FAULTS);
  }
}
