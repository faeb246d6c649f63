package dev.firn.testkit.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.decode.RejectReason;
import dev.firn.ledger.FileStatus;
import dev.firn.testkit.random.Seeds;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OracleTest {
  private static LogGenerator generator(FileKind kind) {
    return new LogGenerator(
        GeneratorPlan.of(1, LocalDate.of(2024, 5, 6))
            .withProducers(2)
            .withPeriods(Duration.ofSeconds(30), 3)
            .withRowsPerFile(20)
            .withFaults(FaultMix.NONE.with(kind, 1)));
  }

  private static Oracle oracle(FileKind kind, Oracle.OnOverwrite policy) {
    return new Oracle(generator(kind).files(), policy);
  }

  @Test
  void aSecondNoticeOfAVersionIsNoSecondFile() {
    assertThat(oracle(FileKind.NOTICE_TWICE, Oracle.OnOverwrite.INGEST).totals())
        .returns(6L, Oracle.Totals::ingested)
        .returns(120L, Oracle.Totals::rowsWritten);
  }

  @Test
  void anotherVersionOfAnIngestedFileIsRejectedOrIngested() {
    for (FileKind kind : new FileKind[] {FileKind.COPY, FileKind.OVERWRITE}) {
      Oracle.Totals rejecting = oracle(kind, Oracle.OnOverwrite.REJECT).totals();
      assertThat(rejecting.ingested()).isEqualTo(6);
      assertThat(rejecting.rejected()).isEqualTo(6);
      assertThat(rejecting.rowsIn()).isEqualTo(120);
      assertThat(oracle(kind, Oracle.OnOverwrite.INGEST).totals().rowsIn()).isEqualTo(240);
    }
    assertThat(oracle(FileKind.COPY, Oracle.OnOverwrite.REJECT).files())
        .filteredOn(file -> file.status() == FileStatus.REJECTED)
        .allMatch(file -> file.reason().equals(Optional.of(RejectReason.OVERWRITTEN)));
  }

  @Test
  void aRepairedFileIsIngestedAfterItsRejection() {
    List<ExpectedFile> files = oracle(FileKind.REPAIRED, Oracle.OnOverwrite.REJECT).files();
    assertThat(files).hasSize(12);
    for (ExpectedFile file : files) {
      assertThat(file.status())
          .isEqualTo(file.file().upload() == 1 ? FileStatus.REJECTED : FileStatus.INGESTED);
    }
  }

  @Test
  void badRowsAreRejectedAndEmptyFilesAreDone() {
    Oracle.Totals bad = oracle(FileKind.BAD_ROWS, Oracle.OnOverwrite.REJECT).totals();
    assertThat(bad.rowsIn()).isEqualTo(120);
    assertThat(bad.rowsRejected()).isEqualTo(18);
    for (FileKind kind : new FileKind[] {FileKind.ZERO_BYTES, FileKind.NO_ROWS}) {
      assertThat(oracle(kind, Oracle.OnOverwrite.REJECT).totals())
          .isEqualTo(new Oracle.Totals(6, 0, 0, 0, 0));
    }
    assertThat(oracle(FileKind.HIDDEN, Oracle.OnOverwrite.REJECT).files()).isEmpty();
  }

  @Test
  void theAuditFindsEveryLostDoubledAndAlienRow() {
    Seeds.run(
        "an audit finds every fault",
        40,
        random -> {
          Oracle oracle = new Oracle(mixed(random).files(), policy(random.nextBoolean()));
          List<Long> rows = rightRows(oracle);
          assertThat(audit(oracle, rows).isRight()).isTrue();
          assertThat(rows.stream().mapToLong(Long::longValue).sum())
              .isEqualTo(oracle.totals().idSum());
          assertThat(rows).hasSize((int) oracle.totals().rowsWritten());

          List<Long> lost = new ArrayList<>(rows);
          lost.remove(random.nextInt(lost.size()));
          assertThat(audit(oracle, lost))
              .returns(1L, RowAudit.Verdict::lost)
              .returns(0L, RowAudit.Verdict::doubled);

          List<Long> doubled = new ArrayList<>(rows);
          doubled.add(rows.get(random.nextInt(rows.size())));
          assertThat(audit(oracle, doubled))
              .returns(0L, RowAudit.Verdict::lost)
              .returns(1L, RowAudit.Verdict::doubled);

          List<Long> alien = new ArrayList<>(rows);
          alien.add(GeneratedFile.rowId(1_000_000, 1));
          alien.add(GeneratedFile.rowId(0, 0));
          assertThat(audit(oracle, alien).alien()).isEqualTo(2);
        });
  }

  @Test
  void rowsOfRejectedFilesAndBadRowsMustNotBeThere() {
    for (FileKind kind : new FileKind[] {FileKind.BAD_CHECKSUM, FileKind.BAD_ROWS}) {
      Oracle oracle = oracle(kind, Oracle.OnOverwrite.REJECT);
      List<Long> rows = rightRows(oracle);
      GeneratedFile file = oracle.files().get(0).file();
      int line = kind == FileKind.BAD_ROWS ? file.truth().badRows().get(0).line() : 1;
      rows.add(GeneratedFile.rowId(file.number(), line));
      assertThat(audit(oracle, rows).doubled()).isEqualTo(1);
    }
  }

  @Test
  void whereAVersionMayHaveBeenMissedEitherOneIsRightButNotBoth() {
    Oracle oracle = oracle(FileKind.OVERWRITE, Oracle.OnOverwrite.REJECT);
    List<Long> first = new ArrayList<>();
    List<Long> second = new ArrayList<>();
    for (ExpectedFile file : oracle.files()) {
      for (int line = 1; line <= 20; line++) {
        (file.file().upload() == 1 ? first : second)
            .add(GeneratedFile.rowId(file.file().number(), line));
      }
    }
    assertThat(lenient(oracle, first).isRight()).isTrue();
    assertThat(lenient(oracle, second).isRight()).isTrue();
    assertThat(lenient(oracle, List.of()).lost()).isEqualTo(120);
    List<Long> both = new ArrayList<>(first);
    both.addAll(second);
    assertThat(lenient(oracle, both).doubled()).isEqualTo(120);
    assertThat(audit(oracle, second).isRight()).isFalse();

    Oracle ingesting = oracle(FileKind.OVERWRITE, Oracle.OnOverwrite.INGEST);
    assertThat(lenient(ingesting, both).isRight()).isTrue();
    assertThat(lenient(ingesting, second).isRight()).isTrue();
    assertThat(lenient(ingesting, first).isRight()).isFalse();
  }

  @Test
  void theLastUploadsAreWhatLiesInAFolderInTheEnd() {
    List<GeneratedFile> files = generator(FileKind.REPAIRED).files();
    List<GeneratedFile> last = Oracle.lastUploads(files);
    assertThat(last).hasSize(6).allMatch(file -> file.upload() == 2);
    assertThat(new Oracle(last, Oracle.OnOverwrite.REJECT).totals().rowsWritten()).isEqualTo(120);
    List<GeneratedFile> twice = Oracle.lastUploads(generator(FileKind.NOTICE_TWICE).files());
    assertThat(new Oracle(twice, Oracle.OnOverwrite.REJECT).totals().rowsWritten()).isEqualTo(120);
  }

  private static LogGenerator mixed(SplittableRandom random) {
    return new LogGenerator(
        GeneratorPlan.of(random.nextLong(), LocalDate.of(2024, 5, 6))
            .withProducers(1 + random.nextInt(5))
            .withPeriods(Duration.ofSeconds(30), 10)
            .withRowsPerFile(1 + random.nextInt(30))
            .withFaults(FaultMix.evenly(0.03)));
  }

  private static Oracle.OnOverwrite policy(boolean reject) {
    return reject ? Oracle.OnOverwrite.REJECT : Oracle.OnOverwrite.INGEST;
  }

  private static List<Long> rightRows(Oracle oracle) {
    List<Long> rows = new ArrayList<>();
    for (ExpectedFile file : oracle.files()) {
      List<Integer> bad = file.file().truth().badRows().stream().map(b -> b.line()).toList();
      for (int line = 1; line <= file.rowsIn(); line++) {
        if (!bad.contains(line)) {
          rows.add(GeneratedFile.rowId(file.file().number(), line));
        }
      }
    }
    return rows;
  }

  private static RowAudit.Verdict audit(Oracle oracle, List<Long> rows) {
    RowAudit audit = oracle.audit();
    rows.forEach(audit::add);
    return audit.verdict();
  }

  private static RowAudit.Verdict lenient(Oracle oracle, List<Long> rows) {
    RowAudit audit = oracle.auditOfAnyVersion();
    rows.forEach(audit::add);
    return audit.verdict();
  }
}
