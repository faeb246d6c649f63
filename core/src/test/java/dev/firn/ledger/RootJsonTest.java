package dev.firn.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RootJsonTest {
  private static final String LOCATION = "file:///wh/_firn/t/ledger/root-000000000007-x.json";
  private static final LedgerRoot ROOT =
      new LedgerRoot(
          LOCATION,
          new UUID(1, 2),
          7,
          Optional.of("file:///wh/_firn/t/ledger/root-000000000006-y.json"),
          new UUID(3, 4),
          Instant.parse("2021-05-29T00:01:02.000001Z"),
          List.of(
              segment(3, Optional.of(LocalDate.of(1969, 12, 31)), Optional.of("{yyyy}/{MM}/{dd}")),
              segment(0, Optional.empty(), Optional.empty())),
          new LedgerTotals(
              Map.of(
                  FileStatus.INGESTED, new FileTotals(8, Long.MAX_VALUE, 3, 2, 7),
                  FileStatus.REPLAY, new FileTotals(1, 0, 0, 0, 0))),
          "{\"days\":{\"2021-05-29\":\"open\"},\"n\":[1,2.50,null]}");

  @Test
  void whatIsWrittenIsRead() {
    assertThat(RootJson.read(RootJson.write(ROOT), LOCATION)).isEqualTo(ROOT);
  }

  @Test
  void theFirstRootHasNoPrevious() {
    LedgerRoot first =
        new LedgerRoot(
            LOCATION,
            new UUID(1, 2),
            1,
            Optional.empty(),
            new UUID(3, 4),
            Instant.EPOCH,
            List.of(),
            LedgerTotals.NONE,
            LedgerRoot.NO_STATE);
    String json = new String(RootJson.write(first), UTF_8);
    assertThat(json).doesNotContain("previous");
    assertThat(RootJson.read(json.getBytes(UTF_8), LOCATION)).isEqualTo(first);
  }

  @Test
  void unknownFieldsArePassedOver() {
    String json = new String(RootJson.write(ROOT), UTF_8);
    String later =
        json.replaceFirst("\\{", "{\"later\": {\"x\": 1},")
            .replace("\"level\"", "\"colour\": \"red\", \"level\"");
    assertThat(later).isNotEqualTo(json);
    assertThat(RootJson.read(later.getBytes(UTF_8), LOCATION)).isEqualTo(ROOT);
  }

  @Test
  void aHigherFormatIsRefused() {
    String json =
        new String(RootJson.write(ROOT), UTF_8)
            .replace("\"format-version\" : 1", "\"format-version\" : 2");
    assertThatThrownBy(() -> RootJson.read(json.getBytes(UTF_8), LOCATION))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE))
        .hasMessageContaining(LOCATION)
        .hasMessageContaining("version 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"format-version\": 1}",
        "{\"format-version\": 1, \"table-uuid\": \"x\", \"segments\": []}"
      })
  void aDamagedRootIsRefusedWithItsPlace(String json) {
    assertThatThrownBy(() -> RootJson.read(json.getBytes(UTF_8), LOCATION))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LEDGER_UNKNOWN))
        .hasMessageContaining(LOCATION);
  }

  @Test
  void totalsWithoutDroppedRowsAreReadAsNone() {
    String json =
        new String(RootJson.write(ROOT), UTF_8)
            .replaceAll(",\\s*\"rows-dropped\"\\s*:\\s*\\d+", "");
    assertThat(json).doesNotContain("dropped");
    LedgerRoot read = RootJson.read(json.getBytes(UTF_8), LOCATION);
    assertThat(read.totals().of(FileStatus.INGESTED))
        .isEqualTo(new FileTotals(8, Long.MAX_VALUE, 3, 2, 0));
  }

  @Test
  void aRootCutOffAnywhereIsRefused() {
    byte[] json = RootJson.write(ROOT);
    for (int length = 0; length < json.length - 1; length += 13) {
      byte[] cut = Arrays.copyOf(json, length);
      assertThatThrownBy(() -> RootJson.read(cut, LOCATION)).isInstanceOf(FirnException.class);
    }
  }

  private static Segment segment(int level, Optional<LocalDate> day, Optional<String> rule) {
    return new Segment(
        "file:///wh/_firn/t/ledger/segment-" + level + ".parquet",
        level,
        9,
        1234,
        new LedgerTotals(Map.of(FileStatus.REJECTED, new FileTotals(9, 8, 0, 8, 0))),
        new Segment.DayRange(day, day.map(d -> d.plusDays(3)), day.isEmpty()),
        rule,
        new LocationHash(Long.MIN_VALUE, -1),
        new LocationHash(Long.MAX_VALUE, 1),
        Instant.parse("2021-05-29T00:01:02Z"),
        Instant.parse("2021-05-29T00:01:02.345678Z"));
  }
}
