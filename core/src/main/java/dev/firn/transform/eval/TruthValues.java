package dev.firn.transform.eval;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.Column;
import org.apache.iceberg.types.Types;

/** The truths of a condition as boolean values; null where it is unknown. */
public final class TruthValues extends Values {
  private final Predicate condition;
  private final BooleanColumn results = (BooleanColumn) Column.of(Types.BooleanType.get());
  private byte[] truths = new byte[0];

  /** Of a condition. */
  public TruthValues(Predicate condition) {
    this.condition = condition;
  }

  @Override
  public void load(Rows current) {
    int count = current.count();
    if (truths.length < count) {
      truths = new byte[count + (count >> 1)];
    }
    condition.test(current, truths);
    results.clear();
    for (int i = 0; i < count; i++) {
      if (truths[i] == Predicate.UNKNOWN) {
        results.appendNull();
      } else {
        results.append(truths[i] == Predicate.TRUE);
      }
    }
    set(results, current.counting());
  }
}
