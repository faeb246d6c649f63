package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Public failures of programs that do this job, as whole runs of a pipeline. */
class SourceCasesTest {
  private static final String TWO_MEMBERS =
      "H4sIAAAAAAAC/6tWykxRsjLUUSopVrJSMjIwtNA1NNI1MAwxMLACoyilWi4AeMwb9iUAAAAfiwgAAAAAAAL/q1bKTFGy"
          + "MtJRKilWslIyMjC00DU00jUwDDEwsAIhwyilWi4Au9xT2CUAAAA=";
  private static final String TRUNCATED =
      "H4sIAAAAAAAC/6tWykxRsjLUUSopVrJSMjIwtNA1NNI1MAwxMLACoyilWq5qsCIjnIo=";
  private static final String BAD_CRC =
      "H4sIAAAAAAAC/6tWykxRsjLUUSopVrJSMjIwtNA1NNI1MAwxMLACoyilWq5qsCIjnIoMQYoAyz20NkoAAAA=";

  @TempDir private Path folder;
  private PipelineFolder pipeline;

  @BeforeEach
  void makePipeline() {
    pipeline = new PipelineFolder(folder);
  }

  private static byte[] base64(String text) {
    return Base64.getDecoder().decode(text);
  }

  @Test
  void c25_theSpecChangesWhileFilesAreInHand() throws Exception {
    pipeline.with("partition", "[months(ts)]");
    pipeline.put("a.json", PipelineFolder.row(1) + PipelineFolder.row("2021-05-30T00:00:00Z", 2));
    pipeline.once();
    pipeline.put("b.json", PipelineFolder.row(3));
    pipeline.pointers.then(
        swap -> {
          pipeline.open(
              opened -> {
                pipeline
                    .table(opened)
                    .updateSpec()
                    .removeField("ts_month")
                    .addField(Expressions.day("ts"))
                    .commit();
                return true;
              });
          return swap.run();
        });
    Progress progress = pipeline.once();
    assertThat(progress.conflicts()).isEqualTo(1);
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L);
    List<String> files = new ArrayList<>();
    pipeline.open(
        opened -> {
          try (var tasks = pipeline.table(opened).newScan().planFiles()) {
            tasks.forEach(
                task -> {
                  PartitionSpec spec = task.spec();
                  assertThat(task.file().specId()).isEqualTo(spec.specId());
                  files.add(
                      spec.fields().get(0).transform()
                          + " "
                          + spec.partitionToPath(task.file().partition()));
                });
          } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
          return true;
        });
    assertThat(files)
        .containsExactlyInAnyOrder(
            "day ts_day=2021-05-29", "day ts_day=2021-05-30", "day ts_day=2021-05-29");
  }

  @Test
  void c37_aLostAnswerAndARestartBringNoRowTwice() throws Exception {
    for (int i = 0; i < 5; i++) {
      pipeline.put(i + ".json", PipelineFolder.row(i));
    }
    // The catalog applies the commit, and the process ends before it learns of it.
    pipeline.pointers.then(
        swap -> {
          swap.run();
          throw new ProcessEnd();
        });
    assertThatThrownBy(pipeline::once).isInstanceOf(ProcessEnd.class);
    List<Long> ids = pipeline.ids();
    assertThat(ids).containsExactly(0L, 1L, 2L, 3L, 4L);
    Progress again = pipeline.once();
    assertThat(again.filesCommitted()).isZero();
    assertThat(again.filesKnown()).isEqualTo(5);
    assertThat(pipeline.ids()).isEqualTo(ids);
  }

  /** Nothing in the program catches this and goes on. */
  private static final class ProcessEnd extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void c37_newFilesAreIngestedWhateverWasIngestedBefore() throws Exception {
    for (int i = 5; i <= 10; i++) {
      pipeline.put("batch-" + (char) ('a' + i) + ".json", PipelineFolder.row(i));
    }
    pipeline.once();
    // Rewound: new files with older names and times than those that are in already.
    for (int i = 0; i < 5; i++) {
      String name = "batch-" + (char) ('a' + i) + ".json";
      pipeline.put(name, PipelineFolder.row(100 + i));
      Files.setLastModifiedTime(
          pipeline.source(name),
          java.nio.file.attribute.FileTime.from(Instant.parse("2021-05-29T00:00:00Z")));
    }
    assertThat(pipeline.once().rowsWritten()).isEqualTo(5);
    assertThat(pipeline.ids())
        .containsExactly(5L, 6L, 7L, 8L, 9L, 10L, 100L, 101L, 102L, 103L, 104L);
  }

  @Test
  void c40_filesAreIngestedInWhateverOrderTheirKeysCome() throws Exception {
    List<String> keys =
        List.of(
            "city=ams/2024-01-01.json",
            "city=ams/2024-01-02.json",
            "city=ams/2024-01-03.json",
            "city=ber/2024-01-03.json",
            "city=ams/2024-01-04.json",
            "city=ber/2024-01-04.json",
            "b.json",
            "a.json");
    for (int i = 0; i < keys.size(); i++) {
      pipeline.put(keys.get(i), PipelineFolder.row(i));
      if (i % 2 == 1 || i == 6) {
        pipeline.once();
      }
    }
    assertThat(pipeline.ids()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
  }

  @Test
  void c40_aSmallerKeyThatIsRetriedAfterAFailureIsIngested() throws Exception {
    FlakySource flaky = new FlakySource();
    flaky.fail("a.json", 1);
    pipeline.useFastClock();
    pipeline.environment = pipeline.environment.withSources(flaky::over);
    pipeline.put("a.json", PipelineFolder.row(1));
    pipeline.put("b.json", PipelineFolder.row(2));
    pipeline.once();
    assertThat(flaky.opened("a.json")).isEqualTo(2);
    assertThat(pipeline.ids()).containsExactly(1L, 2L);
  }

  @Test
  void c42_allMembersOfAGzipFileAreRead() throws Exception {
    pipeline.put("two.json.gz", base64(TWO_MEMBERS));
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    for (int i = 0; i < 400; i++) {
      many.writeBytes(PipelineFolder.gzip(PipelineFolder.row(1000 + i)));
    }
    pipeline.put("many.json.gz", many.toByteArray());
    pipeline.once();
    List<Long> expected = new ArrayList<>(List.of(1L, 2L));
    LongStream.range(1000, 1400).forEach(expected::add);
    assertThat(pipeline.ids()).isEqualTo(expected);
    assertThat(pipeline.entry("two.json.gz").rowsIn()).isEqualTo(2);
    assertThat(pipeline.entry("many.json.gz").rowsIn()).isEqualTo(400);
  }

  @Test
  void c42_trailingZerosEndTheSameWayWhateverTheirNumber() throws Exception {
    List<FileStatus> statuses = new ArrayList<>();
    int[] zeros = {1, 7, 512, 8192, 70_000};
    for (int i = 0; i < zeros.length; i++) {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      file.writeBytes(PipelineFolder.gzip(PipelineFolder.row(i)));
      file.writeBytes(new byte[zeros[i]]);
      pipeline.put(i + ".json.gz", file.toByteArray());
    }
    pipeline.once();
    for (int i = 0; i < zeros.length; i++) {
      statuses.add(pipeline.entry(i + ".json.gz").status());
    }
    assertThat(statuses).containsOnly(FileStatus.INGESTED);
    assertThat(pipeline.ids()).containsExactly(0L, 1L, 2L, 3L, 4L);
  }

  @Test
  void c43_brokenFilesAreQuarantinedAndEmptyOnesAreDone() throws Exception {
    pipeline.put("truncated.json.gz", base64(TRUNCATED));
    pipeline.put("crc.json.gz", base64(BAD_CRC));
    pipeline.put("zero.json.gz", new byte[0]);
    pipeline.put("zero.json", new byte[0]);
    pipeline.put("nothing.json.gz", PipelineFolder.gzip(""));
    pipeline.put("good.json.gz", PipelineFolder.gzip(PipelineFolder.row(7)));
    Progress progress = pipeline.once();

    assertThat(pipeline.ids()).containsExactly(7L);
    assertThat(progress.filesCommitted()).isEqualTo(6);
    assertThat(progress.filesRejected()).isEqualTo(2);
    LedgerEntry truncated = pipeline.entry("truncated.json.gz");
    assertThat(truncated.status()).isEqualTo(FileStatus.REJECTED);
    assertThat(truncated.reason()).contains("truncated");
    assertThat(truncated.detail().orElseThrow()).contains("truncated.json.gz");
    LedgerEntry crc = pipeline.entry("crc.json.gz");
    assertThat(crc.status()).isEqualTo(FileStatus.REJECTED);
    assertThat(crc.reason()).contains("corrupt");
    for (String empty : List.of("zero.json.gz", "zero.json", "nothing.json.gz")) {
      LedgerEntry entry = pipeline.entry(empty);
      assertThat(entry.status()).as(empty).isEqualTo(FileStatus.INGESTED);
      assertThat(entry.rowsIn()).as(empty).isZero();
    }
    assertThat(pipeline.once().filesKnown()).isEqualTo(6);
    assertThat(pipeline.orphans()).isEmpty();
  }

  @Test
  void c43_aRepairedUploadOfABrokenFileIsIngested() throws Exception {
    pipeline.put("truncated.json.gz", base64(TRUNCATED));
    pipeline.put("crc.json.gz", base64(BAD_CRC));
    pipeline.put("empty.json", new byte[0]);
    pipeline.once();
    pipeline.put("truncated.json.gz", PipelineFolder.gzip(PipelineFolder.row(1)));
    pipeline.put("crc.json.gz", base64(TWO_MEMBERS));
    pipeline.put("empty.json", PipelineFolder.row(4));
    Progress progress = pipeline.once();
    assertThat(progress.alerts()).isZero();
    assertThat(pipeline.ids()).containsExactly(1L, 1L, 2L, 4L);
    assertThat(pipeline.statuses("truncated.json.gz"))
        .containsExactly(FileStatus.INGESTED, FileStatus.REJECTED);
    assertThat(pipeline.statuses("empty.json"))
        .containsExactly(FileStatus.INGESTED, FileStatus.INGESTED);
  }

  @Test
  void c43_aLineBeforeTheDamageIsNotCommittedFromALargeFileEither() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(PipelineFolder.row(i));
    }
    byte[] whole = PipelineFolder.gzip(text.toString());
    pipeline.with("memory", "16MiB");
    pipeline.put("large.json.gz", java.util.Arrays.copyOf(whole, whole.length - 9));
    pipeline.put("good.json", PipelineFolder.row(1));
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(1L);
    assertThat(pipeline.entry("large.json.gz").rowsIn()).isZero();
    assertThat(pipeline.orphans()).isEmpty();
  }

  @Test
  void aTableThatOnlyAnOperatorCanJudgeStopsTheRunWithItsOwnError() throws Exception {
    pipeline.put("a.json", PipelineFolder.row(1));
    pipeline.once();
    pipeline.open(
        opened -> {
          opened
              .catalog()
              .newReplaceTableTransaction(
                  TableSetup.identifier(opened.config()), opened.refresh().schema(), false)
              .commitTransaction();
          return true;
        });
    assertThatThrownBy(pipeline::once)
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LEDGER_UNKNOWN))
        .hasMessageContaining("firn ledger reset");
  }
}
