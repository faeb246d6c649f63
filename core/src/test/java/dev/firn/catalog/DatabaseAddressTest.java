package dev.firn.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.FirnException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {
  private static DatabaseAddress parse(String uri) {
    return DatabaseAddress.parse(uri, Map.of(), Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sqlite:/a/b.db", "sqlite:////a/b.db", "jdbc:sqlite:/a/b.db", "SQLITE:/a/b.db"})
  void sqliteIsSpelledInSeveralWays(String uri) {
    assertThat(DatabaseAddress.accepts(uri)).isTrue();
    assertThat(parse(uri).file()).contains(Path.of("/a/b.db"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://h:1/d?user=me&sslmode=require&password=p%26w",
        "postgresql://me:p%26w@h:1/d?sslmode=require",
        "postgresql+psycopg2://me:p%26w@h:1/d?sslmode=require",
        "postgres://me:p%26w@h:1/d?sslmode=require"
      })
  void aPasswordIsTakenOutOfTheUri(String uri) {
    DatabaseAddress address = parse(uri);
    assertThat(address.file()).isEmpty();
    assertThat(address).hasToString("jdbc:postgresql://h:1/d?sslmode=require");
    assertThat(address.user()).contains("me");
    assertThat(address.password()).contains("p&w");
  }

  @Test
  void propertiesWinOverTheUriAndTheUriOverTheEnvironment() {
    Map<String, String> environment =
        Map.of("FIRN_CATALOG_USER", "e", "FIRN_CATALOG_PASSWORD", "ep");
    String uri = "jdbc:postgresql://h/d?user=u";
    DatabaseAddress address = DatabaseAddress.parse(uri, Map.of(), environment);
    assertThat(address.user()).contains("u");
    assertThat(address.password()).contains("ep");
    assertThat(DatabaseAddress.parse(uri, Map.of("jdbc.user", "p"), environment).user())
        .contains("p");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql://h/d", "/a/b.db", "sqlite:", "sqlite::memory:", "postgresql:d"})
  void whatIsNoDatabaseIsRefused(String uri) {
    assertThatThrownBy(() -> parse(uri)).isInstanceOf(FirnException.class);
  }
}
