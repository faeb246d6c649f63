package dev.firn.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.plan.manifest.ManifestCache;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.junit.jupiter.api.Test;

/**
 * Random tables and filters; {@code -Dfirn.cases=1000000} for more of them, {@code -Dfirn.seed=…}
 * for the table that a failure names.
 */
class PlanDifferentialTest {
  private static final int CASES = Integer.getInteger("firn.cases", 20_000);
  private static final int FILTERS_PER_TABLE = 500;
  private static final long SEED = Long.getLong("firn.seed", 20_210_305L);

  /** Every so many filters Iceberg's whole planFiles is asked, to check the oracle. */
  private static final int WHOLE_EVERY = 100;

  @Test
  void withoutGuardsItPlansWhatIcebergPlansAndWithThemNoMatchingRowIsLost() {
    int tables = Math.max(1, CASES / FILTERS_PER_TABLE);
    Seen seen = new Seen();
    for (int i = 0; i < tables; i++) {
      try {
        check(SEED + i, seen);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + (SEED + i), e);
      }
    }
    // The cases are worth something: selective, matching, and with every guard at work.
    assertThat(seen.planned).isLessThan(seen.files * 3 / 4);
    assertThat(seen.matching).isGreaterThan(seen.files / 20);
    // Where Iceberg fails there is only the check against rows.
    assertThat(seen.failures).isLessThan((long) tables * FILTERS_PER_TABLE / 10);
    if (tables >= 40) {
      assertThat(seen.extra).isPositive();
      assertThat(seen.fired).containsAll(EnumSet.complementOf(EnumSet.of(PlanGuard.NULL_IN_SET)));
    }
  }

  private static final class Seen {
    final Set<PlanGuard> fired = EnumSet.noneOf(PlanGuard.class);
    long files;
    long planned;
    long matching;
    long extra;
    long failures;
  }

  private static void check(long seed, Seen seen) {
    Random random = new Random(seed);
    RandomTable random0 = new RandomTable(random);
    Table table = random0.table();
    IcebergOracle oracle = new IcebergOracle(table);
    RandomFilter filters = new RandomFilter(random, random0);
    ManifestCache cache = new ManifestCache(64 << 20);
    Planner plain = new Planner(cache, Set.of());
    Planner guarded = new Planner(cache);
    PlanInput.Source source = PlanInput.Source.of(table, table.currentSnapshot());
    for (int i = 0; i < FILTERS_PER_TABLE; i++) {
      Expression filter = filters.next();
      int at = i;
      Supplier<String> place =
          () ->
              "seed "
                  + seed
                  + ", filter "
                  + at
                  + ": "
                  + filter
                  + " on "
                  + table.schema()
                  + " "
                  + table.specs();
      PlanInput input = PlanInput.of(source, filter);
      Optional<TreeSet<String>> iceberg = iceberg(() -> oracle.plan(filter));
      if (iceberg.isPresent()) {
        assertThat(plain(place, plain, input)).as(place).isEqualTo(iceberg.get());
        if (i % WHOLE_EVERY == 0) {
          // It fails where the oracle does not if a spec without a live file does not fit.
          iceberg(() -> IcebergOracle.planned(table.newScan().filter(filter)))
              .ifPresent(whole -> assertThat(whole).as(place).isEqualTo(iceberg.get()));
        }
      } else {
        seen.failures++;
      }
      ScanPlan plan = guarded.plan(input);
      TreeSet<String> planned = locations(plan);
      seen.fired.addAll(plan.report().guards());
      iceberg.ifPresent(expected -> compare(place, seen, plan.report(), planned, expected));
      checkRows(place, seen, random0.files(), new RowOracle(table.schema(), filter), planned);
    }
  }

  private static TreeSet<String> plain(Supplier<String> place, Planner plain, PlanInput input) {
    try {
      return locations(plain.plan(input));
    } catch (RuntimeException e) {
      throw new AssertionError(place.get(), e);
    }
  }

  private static Optional<TreeSet<String>> iceberg(Supplier<TreeSet<String>> planning) {
    try {
      return Optional.of(planning.get());
    } catch (NullPointerException | ArithmeticException | ValidationException e) {
      // Iceberg does not plan this at all: null in a set of strings, a transform out of range.
      return Optional.empty();
    }
  }

  private static void compare(
      Supplier<String> place,
      Seen seen,
      PlanReport report,
      TreeSet<String> planned,
      Set<String> iceberg) {
    Set<PlanGuard> guards = report.guards();
    if (!guards.contains(PlanGuard.RANGE_FOR_TRANSFORM)) {
      assertThat(planned).as(place).containsAll(iceberg);
    }
    TreeSet<String> extra = new TreeSet<>(planned);
    extra.removeAll(iceberg);
    seen.extra += extra.size();
    if (guards.isEmpty()) {
      assertThat(extra).as(place).isEmpty();
    }
  }

  private static void checkRows(
      Supplier<String> place,
      Seen seen,
      List<RandomTable.Known> files,
      RowOracle rows,
      Set<String> planned) {
    seen.files += files.size();
    seen.planned += planned.size();
    for (RandomTable.Known file : files) {
      if (file.rows().stream().anyMatch(rows::matches)) {
        seen.matching++;
        assertThat(planned)
            .as(() -> place.get() + " rows of " + file.location())
            .contains(file.location());
      }
    }
  }

  private static TreeSet<String> locations(ScanPlan plan) {
    TreeSet<String> locations = new TreeSet<>();
    plan.forEach(task -> locations.add(task.file().location()));
    return locations;
  }
}
