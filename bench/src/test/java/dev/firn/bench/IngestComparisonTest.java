package dev.firn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.bench.ingest.IngestComparison;
import dev.firn.bench.report.Report;
import dev.firn.testkit.engine.PreparedEngines;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestComparisonTest {
  @Test
  void aTinyRunOfAllInputsGivesEveryContenderTheSameRows(@TempDir Path folder) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PreparedEngines none = new PreparedEngines(folder, folder, folder);
    Path json = folder.resolve("figures.json");
    try (Report report =
        new Report(
            "ingest", new PrintStream(said, true, StandardCharsets.UTF_8), Optional.of(json))) {
      IngestComparison.Sizes sizes = new IngestComparison.Sizes(100, 1, 0, true);
      new IngestComparison(folder.resolve("work"), sizes, Optional.empty()).run(none, report);
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("| Firn, warm |")
        .contains("| DuckDB |")
        .contains("| limit (")
        .contains("**wide: ")
        .contains("**NGINX: ");
    assertThat(Files.readString(json)).contains("\"benchmark\" : \"ingest\"");
  }
}
