package dev.firn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlanBenchTest {
  @Test
  void aTinyRunPlansTheSameFilesBothWays() throws Exception {
    assertThat(new PlanBench(3_000, "zstd").run()).isTrue();
  }
}
