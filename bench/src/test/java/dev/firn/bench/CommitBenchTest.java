package dev.firn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitBenchTest {
  @Test
  void sixteenWritersInFourProcessesLoseNothingAndAreNeverRefused(@TempDir Path folder)
      throws Exception {
    // The ratio of so few commits says nothing; that no append is missing is checked inside.
    assertThat(new CommitBench(folder, 64, 1, false).run()).isTrue();
  }
}
