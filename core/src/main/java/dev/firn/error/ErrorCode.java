package dev.firn.error;

/**
 * What kind of failure a {@link FirnException} is; the one table from a failure to its exit code
 * and to whether trying again can help.
 *
 * <p>Exit codes are part of the command line's contract and never change their meaning; 0 is
 * success and 2 is what the argument parser uses for wrong usage.
 */
public enum ErrorCode {
  /** A fault of Firn itself, or of the machine, that has no code of its own. */
  INTERNAL(1, false, "A fault of Firn itself, or of the machine, that has no code of its own."),
  /** The command line or a value in it can't be taken. */
  USAGE(2, false, "The command line or a value in it can't be taken."),
  /** The pipeline file is wrong: unknown key, value out of range, missing value. */
  CONFIG(3, false, "The pipeline file is wrong: unknown key, value out of range, missing value."),
  /** A table, namespace, file or day that was named does not exist. */
  NOT_FOUND(4, false, "A table, namespace, file or day that was named does not exist."),
  /** What should be created is there already. */
  ALREADY_EXISTS(5, false, "What should be created is there already."),
  /** Another writer was first; load afresh and try again. */
  CONFLICT(6, true, "Another writer was first; load afresh and try again."),
  /** It can't be told whether a commit landed; nothing may be deleted. */
  COMMIT_STATE_UNKNOWN(
      7, false, "It can't be told whether a commit landed; nothing may be deleted."),
  /** The ledger and the table's history contradict each other; an operator has to decide. */
  LEDGER_UNKNOWN(
      8,
      false,
      "The ledger and the table's history contradict each other; an operator has to decide."),
  /** Storage failed: reading, writing, disk full, permission. */
  STORAGE(9, true, "Storage failed: reading, writing, disk full, permission."),
  /** The catalog's database can't be reached or failed. */
  CATALOG(10, true, "The catalog's database can't be reached or failed."),
  /** A source file is broken as a whole (bad trailer, unreadable); it is quarantined. */
  SOURCE_FILE(
      11,
      false,
      "A source file is broken as a whole (bad trailer, unreadable); it is quarantined."),
  /** The table is not as Firn needs it (format version, columns, spec). */
  TABLE(12, false, "The table is not as Firn needs it (format version, columns, spec)."),
  /** A check at the end of a job failed: the balance is wrong. */
  BALANCE(13, false, "A check at the end of a job failed: the balance is wrong."),
  /** A day that was asked for is not ready; ask again later. */
  NOT_READY(14, true, "A day that was asked for is not ready; ask again later.");

  private final int exitCode;
  private final boolean retryable;
  private final String sentence;

  ErrorCode(int exitCode, boolean retryable, String sentence) {
    this.exitCode = exitCode;
    this.retryable = retryable;
    this.sentence = sentence;
  }

  /** The exit code of the {@code firn} command for this failure, 1 to 125. */
  public int exitCode() {
    return exitCode;
  }

  /** What the failure is, as one sentence. */
  public String sentence() {
    return sentence;
  }

  /** Whether the same call may succeed when it is made again unchanged. */
  public boolean retryable() {
    return retryable;
  }
}
