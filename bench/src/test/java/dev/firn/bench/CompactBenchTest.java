package dev.firn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.bench.report.Report;
import dev.firn.testkit.engine.PreparedEngines;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactBenchTest {
  @Test
  void aTinyRunKeepsEveryRow(@TempDir Path folder) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    // Without engines: this says nothing of speed, and they take longer than all other tests.
    PreparedEngines none = new PreparedEngines(folder, folder, folder);
    try (Report report =
        new Report(
            "compact", new PrintStream(said, true, StandardCharsets.UTF_8), Optional.empty())) {
      new CompactBench(folder.resolve("work"), 6_000, 1).run(none, report);
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("| Firn, session |")
        .contains("| Firn, whole process |");
  }
}
