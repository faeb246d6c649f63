package dev.firn.testkit.generate;

import dev.firn.decode.RejectReason;
import dev.firn.ledger.FileStatus;
import java.util.Optional;

/**
 * What has to become of one version of a file.
 *
 * @param file the upload that brings the version
 * @param status INGESTED or REJECTED
 * @param reason why it is rejected
 * @param rowsIn rows found in it; 0 if it is rejected
 * @param rowsRejected rows put aside
 */
public record ExpectedFile(
    GeneratedFile file,
    FileStatus status,
    Optional<RejectReason> reason,
    long rowsIn,
    long rowsRejected) {
  /** Rows that get into the table. */
  public long rowsWritten() {
    return rowsIn - rowsRejected;
  }

  /** Sum of the ids of the rows that get into the table, modulo 2^64. */
  public long idSum() {
    return status == FileStatus.INGESTED ? file.idSum() : 0;
  }
}
