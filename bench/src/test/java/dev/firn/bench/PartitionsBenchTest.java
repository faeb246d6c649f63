package dev.firn.bench;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionsBenchTest {
  @Test
  void aTinyRunWritesEveryRow(@TempDir Path folder) {
    // The ratio of so few rows says nothing; that each run wrote all rows is checked inside.
    assertThatCode(() -> new PartitionsBench(folder, 8_000, 1).run()).doesNotThrowAnyException();
  }
}
