package dev.firn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.testkit.crash.CrashReport;
import dev.firn.testkit.random.Seeds;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Kills the real process and meddles with its table, seed after seed.
 *
 * <p>System properties: {@code firn.crash.seeds} says how many seeds (30), {@code firn.seed.base}
 * moves on to others, {@code firn.seed} plays one alone.
 */
class CrashHarnessTest {
  private static final int SEEDS = 30;

  @Test
  void noRowIsLostOrDoubledWhateverHappens()
      throws IOException, InterruptedException, ExecutionException {
    long began = System.nanoTime();
    long[] seeds = seeds();
    CrashLab lab = new CrashLab("harness");
    List<CrashReport> reports = lab.playAll(seeds, lab.settings());
    CrashReport.Tally tally =
        reports.stream()
            .map(CrashReport::tally)
            .reduce(new CrashReport.Tally(0, 0, 0, 0, 0), CrashReport.Tally::plus);
    Output.line(
        "%s",
        String.format(
            Locale.ROOT,
            "crash harness: %d seeds in %.0f s, %s",
            seeds.length,
            (System.nanoTime() - began) / 1e9,
            tally));
    List<CrashReport> wrong = reports.stream().filter(report -> !report.isRight()).toList();
    assertThat(wrong)
        .as(
            "%d of %d seeds went wrong; repeat one with -D%s=<seed>\n%s",
            wrong.size(),
            seeds.length,
            Seeds.SEED_PROPERTY,
            wrong.stream().map(CrashReport::text).collect(Collectors.joining("\n\n")))
        .isEmpty();
    if (seeds.length >= SEEDS) {
      assertThat(tally.kills()).as("kills").isGreaterThan(seeds.length);
      assertThat(tally.states()).as("states").isGreaterThan(5 * seeds.length);
    }
  }

  private static long[] seeds() {
    Long single = Long.getLong(Seeds.SEED_PROPERTY);
    if (single != null) {
      return new long[] {single};
    }
    long base = Long.getLong(Seeds.BASE_PROPERTY, 0L);
    int count = Integer.getInteger("firn.crash.seeds", SEEDS);
    return LongStream.rangeClosed(base + 1, base + count).toArray();
  }
}
