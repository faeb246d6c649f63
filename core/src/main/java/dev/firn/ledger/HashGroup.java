package dev.firn.ledger;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The upper halves of a row group's hashes, in the order of its rows: ascending within each day, so
 * that there are at most as many ascending runs as days.
 */
final class HashGroup {
  private final long[] hashes;
  private final int[] runStarts;

  /** Takes the array over. */
  HashGroup(long[] hashes) {
    this.hashes = hashes;
    this.runStarts = runStarts(hashes);
  }

  /** Hands over every row that has the hash. */
  void find(long hash, IntConsumer row) {
    for (int run = 0; run < runStarts.length; run++) {
      int end = run + 1 < runStarts.length ? runStarts[run + 1] : hashes.length;
      for (int at = lowerBound(hash, runStarts[run], end); at < end && hashes[at] == hash; at++) {
        row.accept(at);
      }
    }
  }

  HashFilter filter() {
    return new HashFilter(hashes);
  }

  long sizeBytes() {
    return hashes.length * 8L + runStarts.length * 4L + 64;
  }

  private int lowerBound(long hash, int from, int end) {
    int low = from;
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (hashes[middle] < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int[] runStarts(long[] hashes) {
    int[] starts = new int[4];
    int runs = 0;
    for (int i = 0; i < hashes.length; i++) {
      if (i == 0 || hashes[i] < hashes[i - 1]) {
        if (runs == starts.length) {
          starts = Arrays.copyOf(starts, runs * 2);
        }
        starts[runs++] = i;
      }
    }
    return Arrays.copyOf(starts, runs);
  }
}
