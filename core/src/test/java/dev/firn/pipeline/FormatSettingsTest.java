package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.FirnException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a pipeline file says of formats reaches their decoders. */
class FormatSettingsTest {
  @TempDir private Path folder;

  @Test
  void csvIsReadAsThePipelineFileSays() throws Exception {
    SmallPipeline pipeline =
        new SmallPipeline(
            folder,
            """
            format: csv
            schema: {e: timestamptz, local: timestamptz, s: string}
            source.timestamps: {e: epoch-s}
            source.zone: Europe/Berlin
            csv.delimiter: ";"
            csv.quote: "'"
            csv.null: "-"
            csv.max-row: 1KiB
            """);
    pipeline.file(
        "a.csv",
        "e;s;local;more\n1622282400;'it''s';2021-05-29 12:00;-\n-;-;-;-\n1;"
            + "x".repeat(2000)
            + ";-;-\n");
    Progress done = pipeline.run();
    assertThat(done.rowsRejected()).isEqualTo(1);
    assertThat(pipeline.rows())
        .containsExactly("", "e=2021-05-29T10:00Z local=2021-05-29T10:00Z s=it's");
    // Only JSON has keys to rescue.
    assertThat(pipeline.columns())
        .containsExactly("e timestamptz", "local timestamptz", "s string");
  }

  @Test
  void formatsThatAreNotThereAreNamed() {
    SmallPipeline pipeline =
        new SmallPipeline(
            folder,
            "format: parquet\nschema: {a: int}\nspool.folder: spooled\nspool.max-file: 1GiB\n");
    // The module that reads Parquet is not on core's class path.
    assertThatThrownBy(pipeline::run)
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("format 'parquet' is not on the class path, which has csv, avro");
  }

  @Test
  void settingsThatDoNotFitAreRefused() {
    assertRefused("csv.delimiter: e", "'csv.delimiter' is not allowed");
    assertRefused("csv.max-row: 10B", "'csv.max-row: 10B' is not allowed");
    assertRefused("source.timestamps: [a]", "takes a map from column to format");
    assertRefused("source.timestamps: {a: epoch-s}", "must be a timestamp");
    assertRefused(
        "source.timestamps: {d: epoch-s}", "'d' is a date, whose format can't be epoch-s");
    assertRefused("source.zone: Berlin", "'source.zone: Berlin' is not allowed");
  }

  private void assertRefused(String setting, String message) {
    SmallPipeline pipeline =
        new SmallPipeline(folder, "format: csv\nschema: {a: int, d: date}\n" + setting + "\n");
    assertThatThrownBy(() -> TableSetup.validate(pipeline.config()))
        .as(setting)
        .isInstanceOf(FirnException.class)
        .hasMessageContaining(message);
  }
}
