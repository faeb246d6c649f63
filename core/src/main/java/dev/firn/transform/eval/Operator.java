package dev.firn.transform.eval;

import java.util.Optional;

/** A comparison. */
public enum Operator {
  /** Equal. */
  EQUAL("=", 0b010),
  /** Not equal. */
  NOT_EQUAL("!=", 0b101),
  /** Less. */
  LESS("<", 0b001),
  /** Less or equal. */
  AT_MOST("<=", 0b011),
  /** Greater. */
  GREATER(">", 0b100),
  /** Greater or equal. */
  AT_LEAST(">=", 0b110);

  private final String symbol;

  /** Bit 0: holds if the left side is less; bit 1: if both are equal; bit 2: if it is greater. */
  private final int mask;

  Operator(String symbol, int mask) {
    this.symbol = symbol;
    this.mask = mask;
  }

  /** The operator with a symbol; {@code ==} and {@code <>} are other ways to write two of them. */
  public static Optional<Operator> of(String symbol) {
    String usual = symbol.equals("==") ? "=" : symbol.equals("<>") ? "!=" : symbol;
    for (Operator operator : values()) {
      if (operator.symbol.equals(usual)) {
        return Optional.of(operator);
      }
    }
    return Optional.empty();
  }

  /** Whether it holds, as a truth; {@code order} is −1, 0 or 1. */
  byte truth(int order) {
    return (byte) (mask >> (order + 1) & 1);
  }
}
