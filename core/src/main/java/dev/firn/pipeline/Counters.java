package dev.firn.pipeline;

import dev.firn.decode.RejectReason;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** What a running pipeline counts; added to by any thread. */
final class Counters {
  final LongAdder filesRead = new LongAdder();
  final LongAdder filesCommitted = new LongAdder();
  final LongAdder filesRejected = new LongAdder();
  final LongAdder filesKnown = new LongAdder();
  final LongAdder rowsIn = new LongAdder();
  final LongAdder rowsWritten = new LongAdder();
  final LongAdder rowsRejected = new LongAdder();
  final LongAdder rowsDropped = new LongAdder();
  final LongAdder bytesRead = new LongAdder();
  final LongAdder commits = new LongAdder();
  final LongAdder conflicts = new LongAdder();
  final LongAdder alerts = new LongAdder();

  /** By the reason's ordinal. */
  final LongAdder[] rejectsByReason =
      Arrays.stream(RejectReason.values()).map(r -> new LongAdder()).toArray(LongAdder[]::new);

  /** Reasons that occurred, by their codes. */
  Map<String, Long> rejects() {
    Map<String, Long> counts = new TreeMap<>();
    for (RejectReason reason : RejectReason.values()) {
      long count = rejectsByReason[reason.ordinal()].sum();
      if (count > 0) {
        counts.put(reason.code(), count);
      }
    }
    return counts;
  }
}
