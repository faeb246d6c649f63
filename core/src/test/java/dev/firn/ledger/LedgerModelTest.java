package dev.firn.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.source.FileIdentity;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Store, merges and index beside a map from file version to its newest entry. */
class LedgerModelTest {
  private static final int COMMITS = 150;
  private static final int LOCATIONS = 2000;
  private static final FileStatus[] STATUSES = FileStatus.values();

  private final Map<FileIdentity, LedgerEntry> model = new HashMap<>();
  private final List<MergePlan.Merged> pendingMerges = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theLedgerIsAMapFromFileVersionToItsNewestEntry(long seed) {
    LedgerFixture ledger = new LedgerFixture(new MergePolicy(3, 4000, Duration.ofDays(400)), seed);
    Random random = new Random(seed);
    // Budgets from nothing over a little to plenty: what is kept must not matter.
    long budget = new long[] {0, 20_000, 32 << 20}[(int) (seed % 3)];
    LedgerIndex index = new LedgerIndex(ledger.io, LedgerFixture.RULE, budget);
    LedgerRoot head = ledger.commit(null);
    for (int i = 0; i < COMMITS; i++) {
      head = commit(ledger, head, random, i);
      mergeBeside(ledger, head, random);
      if (i % 25 == 0) {
        checkLookups(index, head, random, "seed " + seed + ", commit " + i);
        assertThat(index.sizeBytes()).isLessThanOrEqualTo(Math.max(budget, 0));
      }
    }
    assertThat(head.segments()).as("seed %d", seed).hasSizeLessThan(40);
    checkWhole(ledger, index, head, "seed " + seed);
  }

  private LedgerRoot commit(LedgerFixture ledger, LedgerRoot head, Random random, int number) {
    Map<FileIdentity, LedgerEntry> batch = new HashMap<>();
    int size = random.nextInt(60);
    for (int i = 0; i < size; i++) {
      int location = random.nextInt(LOCATIONS);
      FileIdentity file = Entries.file("mem://in/" + location, random.nextInt(3));
      Optional<LocalDate> day =
          location % 7 == 0 ? Optional.empty() : Optional.of(Entries.DAY.minusDays(location % 40));
      FileStatus status = STATUSES[random.nextInt(STATUSES.length)];
      batch.put(
          file,
          Entries.entry(file, status, day, random.nextInt(100), Entries.TIME.plusSeconds(number)));
    }
    model.putAll(batch);
    NextRoot next = ledger.after(head);
    if (!batch.isEmpty()) {
      List<LedgerEntry> entries = new ArrayList<>(batch.values());
      next = next.adding(List.of(ledger.store.writeSegment(entries, LedgerFixture.RULE)));
    }
    if (random.nextInt(4) > 0) {
      for (MergePlan.Merged merged : pendingMerges) {
        next = next.merging(merged);
      }
      pendingMerges.clear();
    }
    return ledger.store.writeRoot(next);
  }

  private void mergeBeside(LedgerFixture ledger, LedgerRoot head, Random random) {
    if (pendingMerges.isEmpty() && random.nextInt(20) > 0) {
      ledger.store.planMerge(head).ifPresent(plan -> pendingMerges.add(ledger.store.merge(plan)));
    }
  }

  private void checkLookups(LedgerIndex index, LedgerRoot head, Random random, String where) {
    Set<FileKey> keys = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      int location = random.nextInt(LOCATIONS + 200);
      keys.add(key(location));
    }
    Map<String, List<Known>> found = index.lookup(head, keys);
    Set<String> locations =
        keys.stream().map(FileKey::location).collect(Collectors.toCollection(HashSet::new));
    Map<FileIdentity, Known> expected = new HashMap<>();
    model.forEach(
        (file, entry) -> {
          if (locations.contains(file.location())) {
            expected.put(file, known(entry));
          }
        });
    assertThat(flat(found)).as(where).isEqualTo(expected);
  }

  private void checkWhole(LedgerFixture ledger, LedgerIndex index, LedgerRoot head, String where) {
    List<LedgerEntry> all = ledger.all(head);
    assertThat(all).as(where).hasSameSizeAs(model.entrySet());
    assertThat(all.stream().collect(Collectors.toMap(LedgerEntry::file, Function.identity())))
        .as(where)
        .isEqualTo(model);
    List<FileKey> keys = new ArrayList<>();
    for (int location = 0; location < LOCATIONS; location++) {
      keys.add(key(location));
    }
    Collections.shuffle(keys, new Random(5));
    Map<FileIdentity, LedgerEntry> entries = new HashMap<>();
    index.entries(head, keys).values().forEach(l -> l.forEach(e -> entries.put(e.file(), e)));
    assertThat(entries).as(where).isEqualTo(model);
  }

  private static FileKey key(int location) {
    return new FileKey(
        "mem://in/" + location,
        location % 7 == 0 ? Optional.empty() : Optional.of(Entries.DAY.minusDays(location % 40)));
  }

  private static Map<FileIdentity, Known> flat(Map<String, List<Known>> found) {
    Map<FileIdentity, Known> flat = new HashMap<>();
    found
        .values()
        .forEach(
            list ->
                list.forEach(
                    known -> assertThat(flat.put(known.file(), known)).as("twice").isNull()));
    return flat;
  }

  private static Known known(LedgerEntry entry) {
    return new Known(entry.file(), entry.status(), entry.rowsWritten(), entry.committed());
  }
}
