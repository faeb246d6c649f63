package dev.firn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanProcessBenchTest {
  @TempDir private Path folder;

  @Test
  void aTinyRunPlansInAProcess() throws Exception {
    assertThat(new PlanProcessBench(folder, 300, 1, Optional.empty()).run()).isTrue();
  }
}
