package dev.firn.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.apache.iceberg.util.UnicodeUtil;
import org.junit.jupiter.api.Test;

/** Bounds of long values; the first tests are case c21. */
class ShortBoundsTest {
  private static final String LAST = new String(Character.toChars(Character.MAX_CODE_POINT));

  @Test
  void theUpperBoundAfterTheLastBeforeTheSurrogatesIsTheFirstBehindThem() {
    byte[] value = utf8("aaaaaaaaaaaaaaa\uD7FFaaaa");
    assertThat(ShortBounds.upperText(value, 16).map(ShortBoundsTest::text))
        .contains("aaaaaaaaaaaaaaa\uE000");
  }

  @Test
  void textOfNothingButTheLastCodePointHasNoUpperBound() {
    assertThat(ShortBounds.upperText(utf8(LAST.repeat(20)), 16)).isEmpty();
    assertThat(ShortBounds.upperText(utf8(LAST.repeat(16)), 16)).isPresent();
    assertThat(ShortBounds.upperText(utf8("a" + LAST.repeat(20)), 16).map(ShortBoundsTest::text))
        .contains("b");
  }

  @Test
  void aBoundEndsBetweenLettersAlsoWhereOneLiesAcrossTheCut() {
    byte[] value = utf8("aaaaaaaaaaaaaaa\u00e9tail");
    assertThat(text(ShortBounds.lower(value, 16, true))).isEqualTo("aaaaaaaaaaaaaaa");
    assertThat(ShortBounds.upper(value, 16, true).map(ShortBoundsTest::text))
        .contains("aaaaaaaaaaaaaab");
    assertThat(ShortBounds.lowerText(value, 16).map(ShortBoundsTest::text))
        .contains("aaaaaaaaaaaaaaa\u00e9");
  }

  @Test
  void bytesThatAreNoTextHaveNoTextBounds() {
    byte[] value = new byte[] {'a', (byte) 0xFF, 'b'};
    assertThat(ShortBounds.lowerText(value, 16)).isEmpty();
    assertThat(ShortBounds.upperText(value, 16)).isEmpty();
    assertThat(ShortBounds.upper(value, 2, true)).contains(new byte[] {'b'});
  }

  @Test
  void onlyHighBytesHaveNoUpperBound() {
    byte[] value = new byte[20];
    Arrays.fill(value, (byte) -1);
    assertThat(ShortBounds.upper(value, 16, false)).isEmpty();
    value[3] = 7;
    assertThat(ShortBounds.upper(value, 16, false)).contains(new byte[] {-1, -1, -1, 8});
  }

  @Test
  void boundsHoldAndAreThoseOfIceberg() {
    Random random = new Random(21);
    int[] points = {'a', 'b', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF};
    for (int i = 0; i < 20_000; i++) {
      StringBuilder builder = new StringBuilder();
      int length = random.nextInt(8);
      for (int c = 0; c < length; c++) {
        builder.appendCodePoint(points[random.nextInt(points.length)]);
      }
      String value = builder.toString();
      int limit = 1 + random.nextInt(4);
      assertThat(ShortBounds.lowerText(utf8(value), limit).map(ShortBoundsTest::text))
          .contains(UnicodeUtil.truncateStringMin(value, limit));
      assertThat(ShortBounds.upperText(utf8(value), limit).map(ShortBoundsTest::text))
          .isEqualTo(Optional.ofNullable(UnicodeUtil.truncateStringMax(value, limit)));
      checkBytes(utf8(value), 4 * limit);
    }
  }

  private static void checkBytes(byte[] value, int limit) {
    byte[] lower = ShortBounds.lower(value, limit, true);
    assertThat(Arrays.compareUnsigned(lower, value)).isLessThanOrEqualTo(0);
    assertThat(utf8(text(lower))).isEqualTo(lower);
    ShortBounds.upper(value, limit, true)
        .ifPresent(
            upper -> {
              assertThat(Arrays.compareUnsigned(upper, value)).isGreaterThanOrEqualTo(0);
              assertThat(utf8(text(upper))).isEqualTo(upper);
            });
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
