package dev.firn.bench;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestBenchTest {
  @Test
  void aTinyRunOfBothProgramsWritesEveryRow(@TempDir Path folder) {
    // The figures of so few rows say nothing; that each run wrote all rows is checked inside.
    assertThatCode(() -> new IngestBench(folder, 6_000, 1, Optional.empty()).run(1))
        .doesNotThrowAnyException();
  }
}
