package dev.firn.ledger;

/** What became of a source file; the newest entry of a file version decides. */
public enum FileStatus {
  /** Its rows are in the table, but for those counted as rejected. */
  INGESTED("ingested"),
  /** It was refused whole; no row of it is in the table. */
  REJECTED("rejected"),
  /** Its rows left the table by a rollback; it stays out until somebody replays it. */
  WITHDRAWN("withdrawn"),
  /** Somebody asked for it again: to be treated as if it had never been seen. */
  REPLAY("replay");

  private final String code;

  FileStatus(String code) {
    this.code = code;
  }

  /** The stable code that segments hold. */
  public String code() {
    return code;
  }

  /** The status with a code. */
  public static FileStatus ofCode(String code) {
    for (FileStatus status : values()) {
      if (status.code.equals(code)) {
        return status;
      }
    }
    throw new IllegalArgumentException("no file status '" + code + "'");
  }
}
