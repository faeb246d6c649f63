package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaSampleTest {
  @TempDir private Path folder;
  private PipelineFolder pipeline;

  @BeforeEach
  void makePipeline() {
    pipeline =
        new PipelineFolder(folder)
            .with("schema", "")
            .with("event-time.column", "")
            .with("partition", "");
  }

  @Test
  void theSchemaIsWrittenIntoThePipelineFileAndTheRunUsesIt() throws Exception {
    pipeline.put("a.json", PipelineFolder.row(1));
    pipeline.put("b.json.gz", PipelineFolder.gzip(PipelineFolder.row(2)));
    pipeline.put("broken.json.gz", new byte[] {0x1f, (byte) 0x8b, 1, 2, 3});
    pipeline.put("empty.json", new byte[0]);
    SchemaSample.Found found = SchemaSample.find(pipeline.config(), true);
    assertThat(found.inferred().eventTimeColumn()).contains("ts");
    assertThat(found.inferred().rowsRead()).isEqualTo(2);
    SchemaSample.writeInto(pipeline.config(), found);

    assertThat(Files.readString(folder.resolve("pipeline.yaml")))
        .contains("event-time.column: ts", "ts: timestamptz", "action: string", "id: long")
        .contains("2 rows of 3 files");
    assertThat(pipeline.once().filesCommitted()).isEqualTo(4);
    assertThat(pipeline.ids()).containsExactly(1L, 2L);
    pipeline.open(
        opened -> {
          assertThat(opened.refresh().schema().findType("ts"))
              .isEqualTo(Types.TimestampType.withZone());
          assertThat(opened.refresh().spec().fields()).hasSize(1);
          return true;
        });
  }

  @Test
  void anEventTimeColumnThatTheFileNamesIsKept() throws Exception {
    pipeline.with("event-time.column", "seen");
    pipeline.put("a.json", "{\"ts\":\"2021-05-29T00:00:00Z\",\"seen\":\"2021-05-29T00:00:01Z\"}\n");
    SchemaSample.writeInto(pipeline.config(), SchemaSample.find(pipeline.config(), true));
    assertThat(pipeline.config().find(ConfigKeys.EVENT_COLUMN)).contains("seen");
    assertThat(Files.readString(folder.resolve("pipeline.yaml")))
        .containsOnlyOnce("event-time.column");
  }

  @Test
  void whereThereIsNothingToLookAtABacklogRunSaysSo() {
    pipeline.put("empty.json", new byte[0]);
    assertThatThrownBy(() -> SchemaSample.find(pipeline.config(), true))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
        .hasMessageContainingAll(
            "has no 'schema'", folder.resolve("in").toString(), "write a schema");
  }

  @Test
  void aRunThatGoesOnWaitsForFilesWithRows() throws Exception {
    pipeline.put("nonsense.json", "[]\n");
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<SchemaSample.Found> found =
          thread.submit(() -> SchemaSample.find(pipeline.config(), false));
      assertThatThrownBy(() -> found.get(50, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      pipeline.put("a.json", PipelineFolder.row(1));
      assertThat(found.get().inferred().schema().columns()).hasSize(3);
    } finally {
      thread.shutdownNow();
    }
    assertThatThrownBy(
            () -> {
              Files.delete(pipeline.source("a.json"));
              SchemaSample.find(pipeline.config(), true);
            })
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("none of 1 sampled rows");
  }

  @Test
  void hiddenAndTemporaryFilesAreNoSample() {
    pipeline.put(".hidden.json", "{\"secret\":1}\n");
    pipeline.put("half.json.tmp", "{\"half\":1}\n");
    assertThatThrownBy(() -> SchemaSample.find(pipeline.config(), true))
        .isInstanceOf(FirnException.class);
  }
}
