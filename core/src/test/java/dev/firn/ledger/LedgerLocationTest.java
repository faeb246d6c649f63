package dev.firn.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerLocationTest {
  @ParameterizedTest
  @CsvSource({
    "file:///wh/logs/actions-1a2b3c4d, file:///wh/logs/_firn/actions-1a2b3c4d/",
    "file:///wh/logs/actions/, file:///wh/logs/_firn/actions/",
    "file:///t, file:///_firn/t/",
    "s3://bucket/t, s3://bucket/_firn/t/",
    "/wh/t, /wh/_firn/t/",
  })
  void theLedgerLiesBesideTheTable(String table, String folder) {
    LedgerLocation location = LedgerLocation.beside(table);
    assertThat(location.ledger()).isEqualTo(folder + "ledger/");
    assertThat(location.rejects()).isEqualTo(folder + "rejects/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///wh/logs/t", "s3://b/t", "/wh/t"})
  void noListingOfTheTableFindsIt(String table) {
    assertThat(LedgerLocation.beside(table).ledger()).doesNotStartWith(table);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://bucket", "s3://bucket/", "t", "", "/", "file:///"})
  void aTableWithoutAParentIsRefused(String table) {
    assertThatThrownBy(() -> LedgerLocation.beside(table))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
        .hasMessageContaining("ledger.location");
  }

  @Test
  void aConfiguredFolderIsTakenAsItIs() {
    assertThat(LedgerLocation.in("s3://other/firn/"))
        .isEqualTo(new LedgerLocation("s3://other/firn/ledger/", "s3://other/firn/rejects/"));
  }
}
