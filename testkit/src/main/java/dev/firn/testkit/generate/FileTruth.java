package dev.firn.testkit.generate;

import dev.firn.decode.RejectReason;
import java.util.List;
import java.util.Optional;

/**
 * What is in a generated file.
 *
 * @param rows rows written into it, bad ones included; 0 for a file without content
 * @param badRows those that can't be taken, by line
 * @param refusal why the file can't be taken as a whole
 */
public record FileTruth(int rows, List<BadRow> badRows, Optional<RejectReason> refusal) {
  /**
   * A row that can't be taken.
   *
   * @param line from 1
   * @param reason why
   */
  public record BadRow(int line, RejectReason reason) {}

  /** Copies the list. */
  public FileTruth {
    badRows = List.copyOf(badRows);
  }

  /** Rows that can be taken, if the file is. */
  public int goodRows() {
    return rows - badRows.size();
  }
}
