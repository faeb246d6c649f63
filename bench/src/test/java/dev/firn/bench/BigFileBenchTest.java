package dev.firn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BigFileBenchTest {
  private static final long RAW_BYTES = 24L << 20;

  @Test
  void aFileWithAWrongChecksumLeavesNothingBehind(@TempDir Path folder) throws Exception {
    assertThat(new BigFileBench(folder.resolve("big"), RAW_BYTES).run()).isTrue();
  }
}
