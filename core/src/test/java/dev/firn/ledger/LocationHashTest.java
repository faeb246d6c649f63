package dev.firn.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.iceberg.relocated.com.google.common.hash.HashCode;
import org.apache.iceberg.relocated.com.google.common.hash.Hashing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocationHashTest {
  /** The vectors of docs/ledger.md. */
  @ParameterizedTest
  @CsvSource({
    "'', 00000000000000000000000000000000",
    "a, 85555565f6597889e6b53a48510e895a",
    "s3://logs/2021/05/29/00/web1-0001.json.gz, 83fb193fa45e465c1a9611a89f7774b5",
    "file:///data/in/красный.log, fffa53056c327f514bf00c03cb6b2ff5",
  })
  void aLocationHasTheHashOfTheSpecification(String location, String hex) {
    assertThat(LocationHash.of(location).toHex()).isEqualTo(hex);
    assertThat(LocationHash.ofHex(hex)).isEqualTo(LocationHash.of(location));
  }

  @Test
  void itIsTheMurmurHashOfAnotherImplementation() {
    Random random = new Random(42);
    for (int length = 0; length < 300; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      HashCode expected = Hashing.murmur3_128().hashBytes(bytes);
      LocationHash hash = LocationHash.of(bytes);
      assertThat(hash.hi()).as("length %d", length).isEqualTo(expected.asLong());
      assertThat(hash.lo()).as("length %d", length).isEqualTo(upperHalf(expected));
    }
  }

  @Test
  void theOrderIsThatOfSignedNumbers() {
    assertThat(new LocationHash(-1, 0)).isLessThan(new LocationHash(0, -1));
    assertThat(new LocationHash(0, -1)).isLessThan(new LocationHash(0, 1));
  }

  @Test
  void theBytesAreThoseOfUtf8() {
    String location = "file:///ç/ığüşö/日本";
    assertThat(LocationHash.of(location))
        .isEqualTo(LocationHash.of(location.getBytes(StandardCharsets.UTF_8)));
  }

  private static long upperHalf(HashCode code) {
    long value = 0;
    byte[] bytes = code.asBytes();
    for (int i = 15; i >= 8; i--) {
      value = (value << 8) | (bytes[i] & 0xff);
    }
    return value;
  }
}
