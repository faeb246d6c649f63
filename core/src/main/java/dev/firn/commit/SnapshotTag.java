package dev.firn.commit;

import java.time.Duration;
import org.apache.iceberg.SnapshotRef;

/**
 * A tag that a commit sets together with the ledger.
 *
 * @param name not in use on the metadata that the commit is built on
 * @param snapshotId the snapshot that it names; it must be in that metadata
 * @param keep after this time snapshot expiry may remove the tag
 */
public record SnapshotTag(String name, long snapshotId, Duration keep) {
  SnapshotRef toRef() {
    return SnapshotRef.tagBuilder(snapshotId).maxRefAgeMs(keep.toMillis()).build();
  }
}
