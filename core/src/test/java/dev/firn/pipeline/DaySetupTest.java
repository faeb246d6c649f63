package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.day.DaySettings;
import dev.firn.error.FirnException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaySetupTest {
  @TempDir Path folder;

  @Test
  void keysSayHowLongIsWaited() {
    PipelineConfig config =
        new PipelineFolder(folder)
            .with("day.lateness", "20m")
            .with("day.give-up", "3h")
            .with("day.gather", "1m")
            .with("day.keep-tags", "30d")
            .with("day.first", "2021-05-29")
            .with("source.path-zone", "+02:00")
            .with("publish.webhook-secret-env", "HOOK_KEY")
            .config();
    assertThat(DaySetup.settings(config))
        .isEqualTo(
            new DaySettings(
                Duration.ofMinutes(20),
                Duration.ofHours(3),
                Duration.ofMinutes(1),
                Duration.ofDays(30),
                Optional.of("2021-05-29")));
    assertThat(DaySetup.slots(config).zone().getId()).isEqualTo("+02:00");
    assertThat(DaySetup.rule(config).key()).isEqualTo("day@UTC");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "day.check; 10ms; 100ms or more",
        "day.keep-tags; 1h; 1d or more",
        "source.path-slack; 49h; 0s to 48h",
        "day.period; week; day, hour",
        "day.first; yesterday; write it as 2021-05-29",
        "day.producers; web1; takes a list of names",
        "day.producers; [web1]; has no {producer}",
        "publish.webhook; ftp://x/y; expected an address",
      })
  void wrongValuesAreRefused(String key, String value, String expected) {
    PipelineFolder pipeline = new PipelineFolder(folder).with(key, value);
    pipeline.put("a.json", PipelineFolder.row(1));
    assertThatThrownBy(
            () -> {
              PipelineConfig config = pipeline.config();
              DaySetup.producers(config);
              DaySetup.settings(config);
              DaySetup.webhook(config);
            })
        .isInstanceOf(FirnException.class)
        .hasMessageContaining(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "day.signals, false, day.signals is false",
    "day.column, d, day.column is set and day.zone is not"
  })
  void pipelineMayHaveNoDays(String key, String value, String why) {
    PipelineConfig config = new PipelineFolder(folder).with(key, value).config();
    assertThat(DayDesk.whyNone(config)).contains(why);
    assertThat(DaySetup.landingState(config).after("{}", java.util.List.of(), 1)).isEqualTo("{}");
  }
}
