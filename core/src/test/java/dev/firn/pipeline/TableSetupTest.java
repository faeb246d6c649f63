package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableMetadata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the keys of table and catalog do. */
class TableSetupTest {
  @TempDir private Path folder;
  private PipelineFolder pipeline;

  @BeforeEach
  void makePipeline() throws InterruptedException {
    pipeline = new PipelineFolder(folder);
  }

  private TableMetadata make() throws InterruptedException {
    try (OpenedTable table = TableSetup.openOrCreate(pipeline.config(), pipeline.environment)) {
      return table.refresh();
    }
  }

  private List<String> fields(PartitionSpec spec) throws InterruptedException {
    return spec.fields().stream().map(f -> f.name() + " " + f.transform()).toList();
  }

  @Test
  void theTableIsMadeAsTheFileSaysAndThenFoundAgain() throws InterruptedException {
    assertThat(TableSetup.exists(pipeline.config(), pipeline.environment)).isFalse();
    TableMetadata made = make();
    assertThat(fields(made.spec())).containsExactly("ts_day day", "action identity");
    assertThat(made.formatVersion()).isEqualTo(2);
    assertThat(made.schema().findField("ts").type().toString()).isEqualTo("timestamptz");
    assertThat(TableSetup.exists(pipeline.config(), pipeline.environment)).isTrue();
    assertThat(make().uuid()).isEqualTo(made.uuid());
    assertThat(folder.resolve("firn.db")).exists();
    assertThat(made.location())
        .startsWith("file://" + folder.resolve("warehouse") + "/logs/actions-");
  }

  @Test
  void placesCanBePathsOrLocations() throws Exception {
    pipeline
        .with("catalog.uri", "sqlite:state/catalog.db")
        .with("catalog.name", "prod")
        .with("warehouse", "file://" + folder.resolve("wh"))
        .with("ledger.location", "led");
    pipeline.put("a.json", PipelineFolder.row(1));
    pipeline.once();
    assertThat(folder.resolve("state/catalog.db")).exists();
    assertThat(folder.resolve("led/ledger")).isNotEmptyDirectory();
    assertThat(pipeline.head().location())
        .startsWith("file://" + folder.resolve("led/ledger") + "/root-");
    assertThat(make().location()).startsWith("file://" + folder.resolve("wh"));
    assertThat(pipeline.once().filesKnown()).isEqualTo(1);
    pipeline.with("ledger.location", "file://" + folder.resolve("led"));
    assertThat(pipeline.once().filesKnown()).isEqualTo(1);
    // Under another name of the catalog there is nothing.
    pipeline.with("catalog.name", "other");
    assertThat(TableSetup.exists(pipeline.config(), pipeline.environment)).isFalse();
  }

  @Test
  void aCatalogThatIsNoDatabaseIsRefused() throws InterruptedException {
    pipeline.with("catalog.uri", "mysql://host/db");
    assertThatThrownBy(this::make)
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
        .hasMessageContaining("mysql://host/db")
        .hasMessageContaining("expected sqlite:PATH");
  }

  @Test
  void withoutRulesTheTableIsPartitionedByTheDayOfTheEventTime() throws InterruptedException {
    pipeline.with("partition", "");
    assertThat(fields(make().spec())).containsExactly("ts_day day");
  }

  @Test
  void aDeclaredDayColumnIsTheDayOfTheTable() throws Exception {
    pipeline
        .with("schema", "{ts: timestamptz, action: string, id: long, dt: date}")
        .with("partition", "")
        .with("day.column", "dt");
    assertThat(fields(make().spec())).containsExactly("dt identity");
    pipeline.put("a.json", "{\"id\":1,\"ts\":\"2021-05-29T16:00:00Z\",\"dt\":\"2021-05-30\"}\n");
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(1L);
  }

  @Test
  void aVersionThreeTableIsMadeAndWritten() throws Exception {
    pipeline.with("table-format", "3");
    pipeline.put("a.json", PipelineFolder.row(1));
    pipeline.once();
    assertThat(make().formatVersion()).isEqualTo(3);
    assertThat(pipeline.ids()).containsExactly(1L);
  }

  @Test
  void timesCanBeNumbersInJson() throws Exception {
    pipeline.with("json.timestamps", "{ts: epoch-ms}").with("landing.open-days", "1");
    pipeline.put(
        "a.json", "{\"id\":1,\"ts\":1622282400000}\n{\"id\":2,\"ts\":\"2021-05-29T10:00:00Z\"}\n");
    Progress progress = pipeline.once();
    assertThat(progress.rowsRejected()).isEqualTo(1);
    assertThat(pipeline.ids()).containsExactly(1L);
  }

  @Test
  void linesThatAreTooLongAreRejected() throws Exception {
    pipeline.with("json.max-line", "1KiB");
    pipeline.put(
        "a.json",
        PipelineFolder.row(1)
            + "{\"action\":\""
            + "x".repeat(2000)
            + "\"}\n"
            + PipelineFolder.row(2));
    assertThat(pipeline.once().rowsRejected()).isEqualTo(1);
    assertThat(pipeline.ids()).containsExactly(1L, 2L);
  }

  @Test
  void mistakesInSchemaAndColumnsAreFoundBeforeAnythingIsMade()
      throws IOException, InterruptedException {
    for (List<String> wrong :
        List.of(
            List.of("event-time.column", "time", "'time'"),
            List.of("event-time.column", "action", "'action'"),
            List.of("day.column", "action", "'action'"),
            List.of("partition", "[days(when)]", "when"),
            List.of("partition", "days(ts)", "takes a list of rules"),
            List.of("schema", "{ts: timestamptz, id: longer}", "longer"),
            List.of("schema", "", "has no 'schema'"))) {
      pipeline = new PipelineFolder(folder).with(wrong.get(0), wrong.get(1));
      assertThatThrownBy(this::make)
          .as("%s", wrong)
          .isInstanceOfSatisfying(
              FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
          .hasMessageContaining(wrong.get(2));
      assertThat(Files.exists(folder.resolve("warehouse"))).as("%s", wrong).isFalse();
    }
  }

  @Test
  void aTableThatDoesNotExistIsNotOpened() throws InterruptedException {
    assertThatThrownBy(() -> OpenedTable.open(pipeline.config(), pipeline.environment))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("firn run pipeline.yaml");
  }
}
