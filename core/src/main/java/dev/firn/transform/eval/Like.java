package dev.firn.transform.eval;

import dev.firn.batch.BytesColumn;
import java.util.Arrays;

/** Whether texts match a pattern. Equal texts of a column are looked at once. */
public final class Like extends Predicate {
  /** In {@link #memo}: not looked at yet. */
  private static final byte NONE = 3;

  private final Values texts;
  private final LikePattern pattern;
  private byte[] memo = new byte[0];

  /**
   * A match.
   *
   * @param pattern {@code %} for any text, {@code _} for one code point
   */
  public Like(Values texts, String pattern) {
    this.texts = texts;
    this.pattern = new LikePattern(pattern);
  }

  @Override
  public void test(Rows rows, byte[] truths) {
    texts.load(rows);
    BytesColumn column = (BytesColumn) texts.column();
    int[] index = texts.rows();
    if (memo.length < column.entryCount()) {
      memo = new byte[column.entryCount() + (column.entryCount() >> 1)];
    }
    Arrays.fill(memo, 0, column.entryCount(), NONE);
    int[] codes = column.codes();
    for (int i = 0; i < rows.count(); i++) {
      if (column.isNull(index[i])) {
        truths[i] = UNKNOWN;
        continue;
      }
      int entry = codes[index[i]];
      if (memo[entry] == NONE) {
        boolean matches =
            pattern.matches(column.bytes(), column.offsets()[entry], column.offsets()[entry + 1]);
        memo[entry] = matches ? TRUE : FALSE;
      }
      truths[i] = memo[entry];
    }
  }
}
