package dev.firn.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumberTextTest {
  private static final long SEED = Long.getLong("firn.seed", 20210529L);

  private final NumberText number = new NumberText();

  private double read(String text) {
    byte[] bytes = (text + "\n").getBytes(StandardCharsets.US_ASCII);
    int end = number.scan(bytes, 0);
    assertThat(end).as(text).isEqualTo(bytes.length - 1);
    return number.toDouble(bytes);
  }

  private void check(String text) {
    double expected = Double.parseDouble(text);
    double got = read(text);
    if (Double.doubleToRawLongBits(got) != Double.doubleToRawLongBits(expected)) {
      throw new AssertionError("seed " + SEED + ": " + text + " read as " + got);
    }
  }

  @Test
  void doublesAreTheNearestOnesAsTheJdkFindsThem() {
    Random random = new Random(SEED);
    for (int i = 0; i < 150_000; i++) {
      double any = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(any)) {
        check(String.valueOf(any));
        check(any + (String.valueOf(any).contains("E") ? "" : "0000000000000001"));
      }
      check(String.valueOf(random.nextDouble()));
      check(random.nextInt(360) - 180 + "." + random.nextLong(1_000_000_000_000_000L));
      check(Long.toUnsignedString(random.nextLong()) + "e" + (random.nextInt(700) - 370));
    }
  }

  @Test
  void theMiddleOfTwoDoublesGoesToTheEvenOne() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      double low = Math.scalb(1 + random.nextDouble(), random.nextInt(120) - 60);
      BigDecimal middle =
          new BigDecimal(low).add(new BigDecimal(Math.nextUp(low))).divide(BigDecimal.valueOf(2));
      check(middle.toString());
      check(middle.toPlainString());
      check(middle.add(middle.ulp()).toString());
      check(middle.subtract(middle.ulp()).toString());
      check(middle.round(new MathContext(19)).toString());
    }
    long odd = (1L << 53) + 1;
    for (int power = -4; power <= 23; power++) {
      check(odd + "e" + power);
      check(BigDecimal.valueOf(odd).scaleByPowerOfTen(power).toPlainString());
    }
  }

  @Test
  void theEndsOfTheRangeAreRight() {
    for (String text :
        List.of(
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072014e-308",
            "2.2250738585072011e-308",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "1e-342",
            "9999999999999999999e-343",
            "1e308",
            "1e309",
            "18446744073709551615",
            "18446744073709551616e-20",
            "9007199254740993",
            "0.000000000000000000000000000000000000000000000000000001",
            "-0",
            "-1e-400",
            "5e-324")) {
      check(text);
    }
  }
}
