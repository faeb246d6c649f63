package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.OnOverwrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineConfigTest {
  private static final String REQUIRED = "table: logs.actions\nsource.folder: in\n";

  @TempDir private Path folder;

  private PipelineConfig load(String text) {
    try {
      Path file = folder.resolve("pipeline.yaml");
      Files.writeString(file, text);
      return PipelineConfig.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The whole message but for the file's name. */
  private void assertMessage(String text, String message) {
    assertThatThrownBy(() -> load(text))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
        .hasMessage("pipeline.yaml " + message);
  }

  private void assertRefused(String text, String... parts) {
    assertThatThrownBy(() -> load(text))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
        .hasMessageContainingAll(parts);
  }

  @Test
  void twoKeysAreEnough() {
    PipelineConfig config = load(REQUIRED);
    assertThat(config.table()).containsExactly("logs", "actions");
    assertThat(config.get(ConfigKeys.CATALOG)).isEqualTo("sqlite:firn.db");
    assertThat(config.get(ConfigKeys.CATALOG_NAME)).isEqualTo("firn");
    assertThat(config.get(ConfigKeys.WAREHOUSE)).isEqualTo("warehouse");
    assertThat(config.get(ConfigKeys.SOURCE_PATTERN)).isEqualTo("{**}");
    assertThat(config.get(ConfigKeys.SOURCE_SETTLE)).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.get(ConfigKeys.SOURCE_SWEEP)).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.get(ConfigKeys.ON_OVERWRITE)).isEqualTo(OnOverwrite.REJECT);
    assertThat(config.get(ConfigKeys.EVENT_PAST)).isEqualTo(Duration.ofDays(30));
    assertThat(config.get(ConfigKeys.EVENT_FUTURE)).isEqualTo(Duration.ofDays(1));
    assertThat(config.commitInterval()).isEqualTo(Duration.ofSeconds(45));
    assertThat(config.get(ConfigKeys.MEMORY)).isEqualTo(512L << 20);
    assertThat(config.get(ConfigKeys.WORKERS)).isZero();
    assertThat(config.get(ConfigKeys.FORMAT_VERSION)).isEqualTo(2);
    assertThat(config.get(ConfigKeys.OPEN_DAYS)).isEqualTo(3);
    assertThat(config.get(ConfigKeys.MAX_LINE)).isEqualTo(16L << 20);
    assertThat(config.get(ConfigKeys.LEDGER_RETENTION)).isEqualTo(Duration.ofDays(400));
    assertThat(config.get(ConfigKeys.LEDGER_RENEW)).isEqualTo(Duration.ofHours(6));
    assertThat(config.get(ConfigKeys.FSYNC)).isTrue();
    assertThat(config.find(ConfigKeys.EVENT_COLUMN)).isEmpty();
    assertThat(config.find(ConfigKeys.DAY_COLUMN)).isEmpty();
    assertThat(config.find(ConfigKeys.SOURCE_NOTICES)).isEmpty();
    assertThat(config.find(ConfigKeys.LEDGER_LOCATION)).isEmpty();
    assertThat(config.structured("schema")).isEmpty();
  }

  @Test
  void dotsAndNestedMapsAreTheSame() {
    PipelineConfig config =
        load(
            """
            table: logs.actions
            source: {folder: in, on-overwrite: ingest}
            commit:
              interval: 1.5m
            source.settle: 250ms
            schema: {id: long, geo: {lat: double}}
            partition: ['days(ts)', action]
            json:
              timestamps: {ts: epoch-ms}
              max-line: 64KiB
            """);
    assertThat(config.get(ConfigKeys.ON_OVERWRITE)).isEqualTo(OnOverwrite.INGEST);
    assertThat(config.commitInterval()).isEqualTo(Duration.ofSeconds(90));
    assertThat(config.get(ConfigKeys.SOURCE_SETTLE)).isEqualTo(Duration.ofMillis(250));
    assertThat(config.get(ConfigKeys.MAX_LINE)).isEqualTo(64L << 10);
    assertThat(config.structured("schema"))
        .contains(Map.of("id", "long", "geo", Map.of("lat", "double")));
    assertThat(config.structured("partition")).contains(List.of("days(ts)", "action"));
    assertThat(config.structured("json.timestamps")).contains(Map.of("ts", "epoch-ms"));
  }

  @Test
  void anUnknownKeyIsRefusedWithTheNearestOne() {
    assertMessage(
        REQUIRED + "comit.interval: 5s\n",
        "line 3: unknown key 'comit.interval'; did you mean 'commit.interval'?"
            + " (firn config --reference lists all keys)");
    assertMessage(
        REQUIRED + "commit:\n  intervall: 5s\n",
        "line 4: unknown key 'commit.intervall'; did you mean 'commit.interval'?"
            + " (firn config --reference lists all keys)");
    assertMessage(
        REQUIRED + "zzzzzzzzzzzzzzzzzzzzzz: 1\n",
        "line 3: unknown key 'zzzzzzzzzzzzzzzzzzzzzz' (firn config --reference lists all keys)");
    assertRefused(REQUIRED + "partitions: [action]\n", "did you mean 'partition'?");
  }

  @Test
  void anUnknownKeyWithoutAValueIsRefusedTooAndAnEmptySectionIsNot() {
    assertRefused(REQUIRED + "comit.interval:\n", "line 3", "did you mean 'commit.interval'?");
    assertThat(load(REQUIRED + "commit:\n  # interval: 5s\nschema:\n").commitInterval())
        .isEqualTo(Duration.ofSeconds(45));
  }

  @Test
  void aMissingRequiredKeyIsNamedWithWhatItTakes() {
    assertMessage(
        "table: logs.actions\n",
        "line 1: the key 'source.folder' is missing; it takes a path. The folder in which log files"
            + " arrive; a relative path counts from the pipeline file's folder.");
    assertRefused("source.folder: in\ntable:\n", "the key 'table' is missing");
    assertRefused("", "the key 'table' is missing");
  }

  @Test
  void aWrongUnitIsRefused() {
    assertMessage(
        REQUIRED + "commit.interval: 45\n",
        "line 3: 'commit.interval: 45' is not allowed: expected a number with a unit: 500ms, 45s,"
            + " 10m, 6h, 400d");
    assertRefused(REQUIRED + "commit.interval: 45 parsecs\n", "expected a number with a unit");
    assertMessage(
        REQUIRED + "memory: 512MB\n",
        "line 3: 'memory: 512MB' is not allowed: expected a number with a unit: 64KiB, 512MiB,"
            + " 2GiB");
    assertRefused(REQUIRED + "source.settle: -1s\n", "expected a number with a unit");
  }

  @Test
  void aValueOutOfRangeIsRefused() {
    assertMessage(
        REQUIRED + "commit.interval: 99ms\n",
        "line 3: 'commit.interval: 99ms' is not allowed: expected 100ms or more");
    assertRefused(REQUIRED + "memory: 1MiB\n", "line 3", "'memory: 1MiB'", "16MiB or more");
    assertRefused(REQUIRED + "workers: 1025\n", "expected 0 to 1024");
    assertRefused(REQUIRED + "workers: many\n", "expected a whole number");
    assertRefused(REQUIRED + "table-format: 1\n", "'table-format: 1'", "expected 2 to 3");
    assertRefused(REQUIRED + "landing.open-days: 0\n", "expected 1 to 366");
    assertRefused(REQUIRED + "json.max-line: 1GiB\n", "1KiB to 256MiB");
    assertRefused(REQUIRED + "source.sweep: 10ms\n", "1s or more");
    assertRefused(REQUIRED + "ledger.renew: 1s\n", "1m or more");
    assertRefused(REQUIRED + "ledger.retention: 1h\n", "1d or more");
    assertRefused(REQUIRED + "upkeep.interval: 99ms\n", "0s (never) or 100ms or more");
    assertRefused(REQUIRED + "upkeep.orphan-age: 23h\n", "line 3", "1d or more");
    assertRefused(REQUIRED + "upkeep.history: 0s\n", "line 3", "1d or more");
    assertMessage(
        REQUIRED + "source.on-overwrite: ask\n",
        "line 3: 'source.on-overwrite: ask' is not allowed: expected one of: reject, ingest");
    assertMessage(
        REQUIRED + "storage.fsync: maybe\n",
        "line 3: 'storage.fsync: maybe' is not allowed: expected one of: true, false");
  }

  @Test
  void aTableNeedsANamespace() {
    for (String name : List.of("actions", ".actions", "logs.", "a..b")) {
      assertMessage(
          "source.folder: in\ntable: " + name + "\n",
          "line 2: 'table: " + name + "' is not allowed: expected namespace.name, as logs.actions");
    }
    assertThat(load("source.folder: in\ntable: a.b.c\n").table()).containsExactly("a", "b", "c");
  }

  @Test
  void aKeyThatStandsTwiceIsRefused() {
    assertMessage(
        REQUIRED + "workers: 1\nworkers: 2\n",
        "line 4: the key 'workers' stands in the file twice; keep one");
    assertMessage(
        REQUIRED + "commit.interval: 1s\ncommit:\n  interval: 2s\n",
        "line 5: the key 'commit.interval' stands in the file twice; keep one");
    assertRefused(
        REQUIRED + "schema:\n  id: long\n  id: int\n", "line 5", "'id' stands here twice");
  }

  @Test
  void whatIsNoYamlIsRefusedWithItsLine() {
    assertRefused(REQUIRED + "workers: [1\n", "pipeline.yaml line", "not valid YAML");
    assertRefused(REQUIRED + "\tworkers: 1\n", "pipeline.yaml line 3", "not valid YAML");
    assertRefused("- table\n- source\n", "line 1", "expected keys and values at the top");
    assertRefused("just a text\n", "line 1", "expected keys and values at the top");
    assertRefused(REQUIRED + "---\nworkers: 1\n", "second one");
  }

  @Test
  void aListOrMapWhereATextIsExpectedIsRefused() {
    assertMessage(
        REQUIRED + "workers: [1, 2]\n",
        "line 3: 'workers' takes integer, not a list or map; a text that begins with { or [ needs quotes");
    assertMessage(
        "table: [logs, actions]\nsource.folder: in\n",
        "line 1: 'table' takes text, not a list or map; a text that begins with { or [ needs quotes");
  }

  @Test
  void aPatternWithoutQuotesIsRefusedWithAHint() {
    assertRefused(
        REQUIRED + "source.pattern: {yyyy}/{MM}.json\n", "line 3", "not valid YAML", "quotes");
    assertRefused(REQUIRED + "source.pattern: {**}\n", "line 3", "quotes");
    assertRefused(REQUIRED + "source.pattern: {producer}\n", "'source.pattern", "quotes");
  }

  @Test
  void aFileThatIsNotThereIsAConfigurationError() {
    assertThatThrownBy(() -> PipelineConfig.load(folder.resolve("nothing.yaml")))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
        .hasMessageContaining("nothing.yaml")
        .hasMessageContaining("check its name");
  }

  @Test
  void pathsCountFromTheFolderOfThePipelineFile() throws IOException {
    PipelineConfig config = load(REQUIRED);
    assertThat(config.resolve("x/../y")).isEqualTo(folder.resolve("y").toAbsolutePath());
    assertThat(config.resolve("/abs")).isEqualTo(Path.of("/abs"));
    assertThatThrownBy(config::sourceFolder)
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
        .hasMessageContaining(folder.resolve("in").toString())
        .hasMessageContaining("create it");
    Files.createDirectories(folder.resolve("in"));
    assertThat(config.sourceFolder()).isEqualTo(folder.resolve("in").toAbsolutePath());
  }
}
