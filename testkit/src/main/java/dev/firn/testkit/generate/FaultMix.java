package dev.firn.testkit.generate;

import java.util.EnumMap;
import java.util.Map;

/**
 * Which share of the files is of which kind; what is left is NORMAL.
 *
 * @param shares by kind, each 0 to 1, 1 at most in all; NORMAL is not among them
 */
public record FaultMix(Map<FileKind, Double> shares) {
  /** No faults at all. */
  public static final FaultMix NONE = new FaultMix(Map.of());

  /** Checks the shares. */
  public FaultMix {
    double sum = 0;
    for (Map.Entry<FileKind, Double> share : shares.entrySet()) {
      if (share.getKey() == FileKind.NORMAL || !(share.getValue() >= 0)) {
        throw new IllegalArgumentException("a share can't be " + share);
      }
      sum += share.getValue();
    }
    if (sum > 1 + 1e-9) {
      throw new IllegalArgumentException("shares are 1 at most in all, got " + sum);
    }
    shares = Map.copyOf(shares);
  }

  /** The same share of every kind there is. */
  public static FaultMix evenly(double shareOfEach) {
    Map<FileKind, Double> shares = new EnumMap<>(FileKind.class);
    for (FileKind kind : FileKind.values()) {
      if (kind != FileKind.NORMAL) {
        shares.put(kind, shareOfEach);
      }
    }
    return new FaultMix(shares);
  }

  /** The same with another share of a kind. */
  public FaultMix with(FileKind kind, double share) {
    Map<FileKind, Double> changed = new EnumMap<>(FileKind.class);
    changed.putAll(shares);
    changed.put(kind, share);
    return new FaultMix(changed);
  }

  /** The kind for a number that is spread evenly over 0 to 1. */
  FileKind pick(double chance) {
    double left = chance;
    for (FileKind kind : FileKind.values()) {
      left -= shares.getOrDefault(kind, 0.0);
      if (left < 0) {
        return kind;
      }
    }
    return FileKind.NORMAL;
  }
}
