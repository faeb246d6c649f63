package dev.firn.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.source.FileIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DedupeRuleTest {
  private static final FileIdentity V1 = version("k", "v1", "e1", 10);
  private static final FileIdentity V2 = version("k", "v2", "e2", 12);

  @Test
  void aFileThatIsNotKnownIsNew() {
    assertThat(decide(V1)).isEqualTo(Verdict.NEW);
  }

  @Test
  void theSameVersionIsJudgedByItsStatus() {
    assertThat(decide(V1, known(V1, FileStatus.INGESTED, 2))).isEqualTo(Verdict.ALREADY_INGESTED);
    assertThat(decide(V1, known(V1, FileStatus.INGESTED, 0))).isEqualTo(Verdict.ALREADY_INGESTED);
    assertThat(decide(V1, known(V1, FileStatus.REJECTED, 0))).isEqualTo(Verdict.ALREADY_REJECTED);
    assertThat(decide(V1, known(V1, FileStatus.WITHDRAWN, 2))).isEqualTo(Verdict.WITHDRAWN);
    assertThat(decide(V1, known(V1, FileStatus.REPLAY, 0))).isEqualTo(Verdict.NEW);
  }

  @Test
  void aListingKnowsNoVersionAndIsMatchedByEtagAndSize() {
    FileIdentity listed = new FileIdentity("k", Optional.empty(), Optional.of("e1"), 10);
    assertThat(decide(listed, known(V1, FileStatus.INGESTED, 2)))
        .isEqualTo(Verdict.ALREADY_INGESTED);
    FileIdentity larger = new FileIdentity("k", Optional.empty(), Optional.of("e1"), 11);
    assertThat(decide(larger, known(V1, FileStatus.INGESTED, 2)))
        .isEqualTo(Verdict.OVERWRITE_REJECT);
  }

  @Test
  void anotherVersionOfAnIngestedFileIsDecidedByThePolicy() {
    List<Known> known = List.of(known(V1, FileStatus.INGESTED, 2));
    assertThat(DedupeRule.decide(V2, known, OnOverwrite.REJECT))
        .isEqualTo(Verdict.OVERWRITE_REJECT);
    assertThat(DedupeRule.decide(V2, known, OnOverwrite.INGEST))
        .isEqualTo(Verdict.OVERWRITE_INGEST);
  }

  @Test
  void aRepairedUploadIsNew() {
    assertThat(decide(V2, known(V1, FileStatus.REJECTED, 0))).isEqualTo(Verdict.NEW);
  }

  @Test
  void anotherVersionOfAFileWithoutRowsIsNew() {
    assertThat(decide(V2, known(V1, FileStatus.INGESTED, 0))).isEqualTo(Verdict.NEW);
  }

  @Test
  void anotherVersionOfAWithdrawnFileIsNew() {
    assertThat(decide(V2, known(V1, FileStatus.WITHDRAWN, 2))).isEqualTo(Verdict.NEW);
  }

  @Test
  void aReplayOfARefusedOverwriteBeatsThePolicy() {
    assertThat(decide(V2, known(V2, FileStatus.REPLAY, 0), known(V1, FileStatus.INGESTED, 2)))
        .isEqualTo(Verdict.NEW);
  }

  @Test
  void anOlderVersionCountsEvenBehindANewerOneWithoutRows() {
    FileIdentity third = version("k", "v3", "e3", 9);
    assertThat(decide(third, known(V2, FileStatus.REJECTED, 0), known(V1, FileStatus.INGESTED, 2)))
        .isEqualTo(Verdict.OVERWRITE_REJECT);
  }

  @Test
  void otherLocationsDoNotMatter() {
    assertThat(decide(version("y", "v1", "e1", 10), known(V1, FileStatus.INGESTED, 2)))
        .isEqualTo(Verdict.NEW);
  }

  @Test
  void c39_aRedeliveredNoticeAndAnOverwrittenKeyNeverDoubleRows() {
    FileIdentity first = version("logs/a.json", "1", "E1", 20);
    FileIdentity second = version("logs/a.json", "2", "E2", 30);
    Known ingested = known(first, FileStatus.INGESTED, 2);
    assertThat(decide(first, ingested)).isEqualTo(Verdict.ALREADY_INGESTED);
    assertThat(decide(second, ingested)).isEqualTo(Verdict.OVERWRITE_REJECT);
    Known refused = known(second, FileStatus.REJECTED, 0);
    assertThat(decide(first, refused, ingested)).isEqualTo(Verdict.ALREADY_INGESTED);
    assertThat(decide(second, refused, ingested)).isEqualTo(Verdict.ALREADY_REJECTED);
    assertThat(decide(version("y/part.gz", "1", "E1", 20), known(V1, FileStatus.INGESTED, 2)))
        .isEqualTo(Verdict.NEW);
  }

  private static Verdict decide(FileIdentity seen, Known... known) {
    return DedupeRule.decide(seen, List.of(known), OnOverwrite.REJECT);
  }

  private static Known known(FileIdentity file, FileStatus status, long rows) {
    return new Known(file, status, rows, Instant.EPOCH);
  }

  private static FileIdentity version(String location, String version, String etag, long size) {
    return new FileIdentity(location, Optional.of(version), Optional.of(etag), size);
  }
}
