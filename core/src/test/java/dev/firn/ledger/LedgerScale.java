package dev.firn.ledger;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Logger;

/**
 * What the ledger costs at scale: a measurement, not a test; run by hand.
 *
 * <p>Arguments: entries (1,000,000), files per commit (600), files per day (60,000). Storage is in
 * memory, so that times are processor times and requests are counted.
 */
final class LedgerScale {
  private static final Logger OUT = Logger.getLogger("scale");
  private static final int LOOKUP_KEYS = 60;

  private final int entries;
  private final int filesPerCommit;
  private final int filesPerDay;
  private final boolean withDay;
  private final LedgerFixture ledger = new LedgerFixture();

  private LedgerScale(int entries, int filesPerCommit, int filesPerDay, boolean withDay) {
    this.entries = entries;
    this.filesPerCommit = filesPerCommit;
    this.filesPerDay = filesPerDay;
    this.withDay = withDay;
  }

  public static void main(String[] args) {
    int entries = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int filesPerCommit = args.length > 1 ? Integer.parseInt(args[1]) : 600;
    int filesPerDay = args.length > 2 ? Integer.parseInt(args[2]) : 60_000;
    for (boolean withDay : new boolean[] {true, false}) {
      new LedgerScale(entries, filesPerCommit, filesPerDay, withDay).run();
    }
  }

  private void run() {
    say("--- %,d entries, %d a commit, day in the path: %s", entries, filesPerCommit, withDay);
    LedgerRoot head = build();
    lookups("index of 32 MiB", head, LedgerIndex.DEFAULT_BUDGET_BYTES);
    lookups("index of 2 MiB", head, 2 << 20);
    long start = System.nanoTime();
    long[] count = new long[1];
    ledger.store.forEach(head, entry -> count[0]++);
    say("full scan of %,d entries: %,d ms", count[0], millisSince(start));
  }

  private LedgerRoot build() {
    LedgerRoot head = ledger.commit(null);
    long writeNanos = 0;
    long mergeNanos = 0;
    long mergedEntries = 0;
    long longestMerge = 0;
    for (int from = 0; from < entries; from += filesPerCommit) {
      List<LedgerEntry> batch = batch(from);
      long start = System.nanoTime();
      Segment segment = ledger.store.writeSegment(batch, LedgerFixture.RULE);
      head = ledger.store.writeRoot(ledger.after(head).adding(List.of(segment)));
      writeNanos += System.nanoTime() - start;
      head.previous().ifPresent(ledger.io::deleteFile);
      Optional<MergePlan> plan = ledger.store.planMerge(head);
      while (plan.isPresent()) {
        start = System.nanoTime();
        MergePlan.Merged merged = ledger.store.merge(plan.get());
        long nanos = System.nanoTime() - start;
        mergeNanos += nanos;
        longestMerge = Math.max(longestMerge, nanos);
        mergedEntries += merged.output().orElseThrow().entries();
        head = ledger.store.writeRoot(ledger.after(head).merging(merged));
        plan.get().inputs().forEach(input -> ledger.io.deleteFile(input.location()));
        plan = ledger.store.planMerge(head);
      }
    }
    int commits = (entries + filesPerCommit - 1) / filesPerCommit;
    long bytes = head.segments().stream().mapToLong(Segment::sizeBytes).sum();
    say(
        "%,d commits: segment and root %.2f ms each; merges %,d ms in all, the longest %,d ms,"
            + " %.1f times rewritten",
        commits,
        writeNanos / 1e6 / commits,
        mergeNanos / 1_000_000,
        longestMerge / 1_000_000,
        (double) mergedEntries / entries);
    say(
        "%d segments, %,d bytes (%.1f per entry), root of %,d bytes",
        head.segments().size(),
        bytes,
        (double) bytes / entries,
        ledger.io.bytes(head.location()).length);
    return head;
  }

  private void lookups(String what, LedgerRoot head, long budget) {
    LedgerIndex index = new LedgerIndex(ledger.io, LedgerFixture.RULE, budget);
    say("%s", what);
    measure("  first look-up, new files of the last day", index, head, newKeys(0));
    int rounds = 200;
    for (int i = 0; i < rounds; i++) {
      index.lookup(head, newKeys(i));
    }
    measure("  then, new files of the last day", index, head, newKeys(rounds));
    measure("  known files of the last day", index, head, keys(entries - filesPerDay));
    measure("  known files of the first day", index, head, keys(0));
    long start = System.nanoTime();
    long opened = ledger.io.opened.get();
    for (int i = 0; i < rounds; i++) {
      index.lookup(head, newKeys(rounds + i));
    }
    say(
        "  %d look-ups of %d new files: %.2f ms each, %.2f files opened each; kept %,d bytes",
        rounds,
        LOOKUP_KEYS,
        (System.nanoTime() - start) / 1e6 / rounds,
        (double) (ledger.io.opened.get() - opened) / rounds,
        index.sizeBytes());
  }

  private void measure(String what, LedgerIndex index, LedgerRoot head, List<FileKey> keys) {
    long opened = ledger.io.opened.get();
    long bytes = ledger.io.readBytes.get();
    long start = System.nanoTime();
    Map<String, List<Known>> found = index.lookup(head, keys);
    say(
        "%s: %d of %d found, %.1f ms, %d files opened, %,d bytes read; kept %,d bytes",
        what,
        found.size(),
        keys.size(),
        (System.nanoTime() - start) / 1e6,
        ledger.io.opened.get() - opened,
        ledger.io.readBytes.get() - bytes,
        index.sizeBytes());
  }

  private List<LedgerEntry> batch(int from) {
    List<LedgerEntry> batch = new ArrayList<>();
    for (int i = from; i < Math.min(entries, from + filesPerCommit); i++) {
      batch.add(
          Entries.entry(
              Entries.file(location(i), i),
              FileStatus.INGESTED,
              day(i),
              i % 5000,
              Instant.ofEpochSecond(1_600_000_000L + i)));
    }
    return batch;
  }

  private List<FileKey> newKeys(int round) {
    List<FileKey> keys = new ArrayList<>();
    for (int i = 0; i < LOOKUP_KEYS; i++) {
      keys.add(new FileKey(location(entries) + "-new-" + round + "-" + i, day(entries - 1)));
    }
    return keys;
  }

  private List<FileKey> keys(int from) {
    List<FileKey> keys = new ArrayList<>();
    for (int i = 0; i < LOOKUP_KEYS; i++) {
      int file = Math.max(0, from) + i * (Math.min(filesPerDay, entries) / LOOKUP_KEYS);
      keys.add(new FileKey(location(file), day(file)));
    }
    return keys;
  }

  private String location(int file) {
    return String.format(
        Locale.ROOT,
        "s3://logs/in/day-%05d/web%02d-%09d.json.gz",
        file / filesPerDay,
        file % 20,
        file);
  }

  private Optional<LocalDate> day(int file) {
    return withDay
        ? Optional.of(LocalDate.ofEpochDay(18_000L + file / filesPerDay))
        : Optional.empty();
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  private static void say(String format, Object... values) {
    OUT.info(() -> String.format(Locale.ROOT, format, values));
  }
}
