package dev.firn.source;

/** A piece of a path pattern. */
sealed interface PatternElement {
  /** Text that stands in the path as it is. */
  record Literal(String text) implements PatternElement {}

  /** A number of fixed width. */
  record Time(TimeField field) implements PatternElement {}

  /**
   * Text of any length.
   *
   * @param producer whether it is the producer's name, which is never empty
   * @param slashes whether it may go beyond a {@code /}
   */
  record Wild(boolean producer, boolean slashes) implements PatternElement {
    boolean takes(char c) {
      return slashes || c != '/';
    }
  }

  /** The parts of a time that a path can hold, in the order in which they need each other. */
  enum TimeField {
    YEAR("yyyy", 4, 1, 9999),
    MONTH("MM", 2, 1, 12),
    DAY("dd", 2, 1, 31),
    HOUR("HH", 2, 0, 23),
    MINUTE("mm", 2, 0, 59);

    final String token;
    final int width;
    final int min;
    final int max;

    TimeField(String token, int width, int min, int max) {
      this.token = token;
      this.width = width;
      this.min = min;
      this.max = max;
    }

    /** The number at {@code from}; -1 if there is none, or none in the field's range. */
    int read(String path, int from) {
      if (from + width > path.length()) {
        return -1;
      }
      int value = 0;
      for (int i = from; i < from + width; i++) {
        int digit = path.charAt(i) - '0';
        if (digit < 0 || digit > 9) {
          return -1;
        }
        value = value * 10 + digit;
      }
      return value < min || value > max ? -1 : value;
    }

    /** The number with leading zeros. */
    String write(int value) {
      String digits = Integer.toString(value);
      return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }
  }
}
