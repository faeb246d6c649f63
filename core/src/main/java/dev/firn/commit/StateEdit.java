package dev.firn.commit;

import dev.firn.ledger.LedgerRoot;
import java.util.Optional;
import org.apache.iceberg.TableMetadata;

/** A change of the ledger's state, as a pure function of what it finds; asked on every attempt. */
@FunctionalInterface
public interface StateEdit {
  /**
   * Decides on this metadata and head.
   *
   * @param head empty for a table without a ledger
   * @return empty to change nothing
   */
  Optional<Edited> on(TableMetadata metadata, Optional<LedgerRoot> head);

  /**
   * What is to be committed.
   *
   * @param state a JSON object
   * @param tag set in the same swap
   */
  record Edited(String state, Optional<SnapshotTag> tag) {}
}
