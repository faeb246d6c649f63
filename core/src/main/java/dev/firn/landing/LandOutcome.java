package dev.firn.landing;

import dev.firn.decode.NewColumn;
import dev.firn.ledger.FileStatus;
import java.util.List;

/** What became of a source file that was to be landed. */
public sealed interface LandOutcome {
  /**
   * It is part of the next flush.
   *
   * @param status whether it was taken or refused as a whole
   */
  record Landed(FileStatus status) implements LandOutcome {}

  /**
   * Nothing of it is left: its rows want columns that the schema lacks.
   *
   * @param columns those, at least one
   */
  record WantsColumns(List<NewColumn> columns) implements LandOutcome {
    /** Copies the list. */
    public WantsColumns {
      columns = List.copyOf(columns);
    }
  }
}
