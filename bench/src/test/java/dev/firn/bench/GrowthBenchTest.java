package dev.firn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.bench.growth.AgeBench;
import dev.firn.bench.growth.GrowthBench;
import dev.firn.bench.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowthBenchTest {
  @Test
  void aTinyRunHasABarForEveryPoint(@TempDir Path folder) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (Report report =
        new Report(
            "growth", new PrintStream(said, true, StandardCharsets.UTF_8), Optional.empty())) {
      new GrowthBench(folder.resolve("work"), 4_000, Optional.empty()).run(report);
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("| 4,000 |")
        .contains("| 3,000 |")
        .contains("#");
  }

  @Test
  void aTableWithAShortPastIsMeasured(@TempDir Path folder) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (Report report =
        new Report("age", new PrintStream(said, true, StandardCharsets.UTF_8), Optional.empty())) {
      AgeBench bench = new AgeBench(folder.resolve("work"), 20, 400, Optional.empty());
      bench.ledger(1_000, report);
      bench.history(100, report);
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("as the ledger grows")
        .contains("| 1,000 |")
        .contains("as the history grows")
        .contains("| 100 |");
  }
}
