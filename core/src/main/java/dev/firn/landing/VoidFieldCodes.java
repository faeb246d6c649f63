package dev.firn.landing;

import dev.firn.batch.Batch;
import java.util.Arrays;

/** The void transform: every row's value is null. */
final class VoidFieldCodes extends FieldCodes {
  @Override
  int findUnpartitionable(Batch batch, int fromRow) {
    return -1;
  }

  @Override
  Ranked rank(Batch batch, RowLongs scratch, int[] rowCodes) {
    Arrays.fill(rowCodes, 0, batch.rowCount(), 0);
    return new Ranked(Math.min(1, batch.rowCount()), true);
  }

  @Override
  Object valueOfRank(int rank) {
    throw new IllegalStateException("a void field has no value of rank " + rank);
  }
}
