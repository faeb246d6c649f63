package dev.firn.ledger;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.io.FileIO;

/** Makes one segment of several, in one pass, with a row group of each in memory. */
final class SegmentMerge {
  private SegmentMerge() {}

  static MergePlan.Merged run(FileIO io, MergePlan plan, String location) {
    try (SegmentScan scan = new SegmentScan(io, plan.inputs());
        SegmentWriter writer = new SegmentWriter(io, location)) {
      long dropBefore = plan.dropBefore().map(SegmentSchema::micros).orElse(Long.MIN_VALUE);
      scan.run(new Retained(writer, dropBefore));
      Optional<Segment> output =
          writer.entries() == 0
              ? Optional.empty()
              : Optional.of(writer.finish(plan.level(), commonRule(plan.inputs())));
      return new MergePlan.Merged(plan, output);
    }
  }

  /** The rule that gave all segments' days; empty if there is more than one, or an unknown one. */
  static Optional<String> commonRule(List<Segment> segments) {
    Set<Optional<String>> rules = new HashSet<>();
    segments.forEach(segment -> rules.add(segment.dayRule()));
    return rules.size() == 1 ? rules.iterator().next() : Optional.empty();
  }

  /** Lets through what was committed at or after a time. */
  private record Retained(SegmentScan.Sink sink, long dropBefore) implements SegmentScan.Sink {
    @Override
    public void row(EntryColumns rows, int row) {
      if (rows.commitMicros(row) >= dropBefore) {
        sink.row(rows, row);
      }
    }

    @Override
    public void entry(LedgerEntry entry) {
      Instant committed = entry.committed();
      if (SegmentSchema.micros(committed) >= dropBefore) {
        sink.entry(entry);
      }
    }
  }
}
