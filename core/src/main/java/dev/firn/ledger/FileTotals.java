package dev.firn.ledger;

import java.io.Serializable;

/**
 * Sums over ledger entries.
 *
 * @param files entries
 * @param rowsIn rows found in the files
 * @param rowsWritten rows that commits put into the table
 * @param rowsRejected rows put aside
 * @param rowsDropped rows that the pipeline's own steps left out
 */
public record FileTotals(
    long files, long rowsIn, long rowsWritten, long rowsRejected, long rowsDropped)
    implements Serializable {
  /** No entries. */
  public static final FileTotals ZERO = new FileTotals(0, 0, 0, 0, 0);

  /** Both together. */
  public FileTotals plus(FileTotals other) {
    return new FileTotals(
        files + other.files,
        rowsIn + other.rowsIn,
        rowsWritten + other.rowsWritten,
        rowsRejected + other.rowsRejected,
        rowsDropped + other.rowsDropped);
  }
}
