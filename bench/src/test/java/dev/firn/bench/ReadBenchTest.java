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

class ReadBenchTest {
  @Test
  void aTinyRunReadsTheSameRowsWhileOpenAndWhenReady(@TempDir Path folder) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PreparedEngines none = new PreparedEngines(folder, folder, folder);
    try (Report report =
        new Report("read", new PrintStream(said, true, StandardCharsets.UTF_8), Optional.empty())) {
      new ReadBench(folder.resolve("work"), 8_000, 1, 1 << 16).run(none, report);
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("| one day | open | DuckDB |")
        .contains("| one action of one day | ready | DuckDB |");
  }
}
