package dev.firn.pipeline;

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
}
