package dev.firn.audit;

/**
 * Sums of an audit.
 *
 * @param filesInTable live data files of the snapshot
 * @param files those that were looked at
 * @param right whose rows have the recorded partition
 * @param wrong whose rows don't
 * @param unchecked of which it can't be told
 * @param rows rows that were read
 * @param wrongRows rows in a file of another partition
 */
public record AuditTotals(
    long filesInTable,
    long files,
    long right,
    long wrong,
    long unchecked,
    long rows,
    long wrongRows) {
  static final AuditTotals ZERO = new AuditTotals(0, 0, 0, 0, 0, 0, 0);

  AuditTotals plus(FileVerdict verdict) {
    return new AuditTotals(
        filesInTable,
        files + 1,
        right + (verdict.outcome() == FileVerdict.Outcome.RIGHT ? 1 : 0),
        wrong + (verdict.outcome() == FileVerdict.Outcome.WRONG ? 1 : 0),
        unchecked + (verdict.outcome() == FileVerdict.Outcome.UNCHECKED ? 1 : 0),
        rows + verdict.rows(),
        wrongRows + verdict.wrongRows());
  }

  AuditTotals of(long filesInSnapshot) {
    return new AuditTotals(filesInSnapshot, files, right, wrong, unchecked, rows, wrongRows);
  }
}
