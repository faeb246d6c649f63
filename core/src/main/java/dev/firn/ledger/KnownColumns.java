package dev.firn.ledger;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.LongColumn;
import dev.firn.source.FileIdentity;
import java.util.Optional;

/** A batch of {@link SegmentSchema#KNOWN}. */
final class KnownColumns {
  private final Batch batch = new Batch(SegmentSchema.KNOWN);
  private final BytesColumn location = (BytesColumn) batch.column(0);
  private final BytesColumn versionId = (BytesColumn) batch.column(1);
  private final BytesColumn etag = (BytesColumn) batch.column(2);
  private final LongColumn sizeBytes = (LongColumn) batch.column(3);
  private final BytesColumn status = (BytesColumn) batch.column(4);
  private final LongColumn rowsWritten = (LongColumn) batch.column(5);
  private final LongColumn commitTime = (LongColumn) batch.column(6);

  Batch batch() {
    return batch;
  }

  Known get(int row) {
    return new Known(
        new FileIdentity(
            location.getString(row), text(versionId, row), text(etag, row), sizeBytes.get(row)),
        FileStatus.ofCode(status.getString(row)),
        rowsWritten.get(row),
        SegmentSchema.instant(commitTime.get(row)));
  }

  private static Optional<String> text(BytesColumn column, int row) {
    return column.isNull(row) ? Optional.empty() : Optional.of(column.getString(row));
  }
}
