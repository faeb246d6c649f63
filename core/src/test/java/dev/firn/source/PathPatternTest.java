package dev.firn.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PathPatternTest {
  private static final PathPattern LOGS =
      PathPattern.parse("{yyyy}/{MM}/{dd}/{HH}/{producer}-{*}.json.gz");

  @Test
  void readsDayHourAndProducer() {
    assertThat(LOGS.match("2024/02/29/23/web-000123.json.gz"))
        .contains(
            new PathParts(
                Optional.of(LocalDate.of(2024, 2, 29)), OptionalInt.of(23), Optional.of("web")));
  }

  @Test
  void theProducerTakesAsMuchAsLeavesAMatch() {
    assertThat(LOGS.match("2024/02/29/00/ip-10-0-0-7-000123.json.gz").orElseThrow().producer())
        .contains("ip-10-0-0-7");
    PathPattern uuid = PathPattern.parse("{producer}-{*}-{*}-{*}-{*}-{*}.json");
    assertThat(uuid.match("eu-web-1-2-3-4-5.json").orElseThrow().producer()).contains("eu-web");
  }

  @Test
  void daysAndHoursThatDoNotExistDoNotMatch() {
    for (String start :
        new String[] {
          "2024/02/30/00", "2023/02/29/00", "2024/13/01/00", "2024/00/01/00", "2024/01/00/00",
          "2024/01/01/24", "24/01/01/00", "2024/1/01/00", "2024/01/01/٠٠", "0000/01/01/00"
        }) {
      assertThat(LOGS.match(start + "/a-b.json.gz")).as(start).isEmpty();
    }
  }

  @Test
  void theWholePathHasToMatch() {
    assertThat(LOGS.match("2024/02/29/23/web-1.json.gz2")).isEmpty();
    assertThat(LOGS.match("x2024/02/29/23/web-1.json.gz")).isEmpty();
    assertThat(LOGS.match("2024/02/29/23/web-1/2.json.gz")).isEmpty();
    assertThat(LOGS.match("2024/02/29/23/-1.json.gz")).as("an empty producer").isEmpty();
    assertThat(LOGS.match("2024/02/29/23/a-.json.gz")).as("an empty star").isPresent();
    assertThat(LOGS.match("")).isEmpty();
  }

  @Test
  void aDoubleStarGoesBeyondFolders() {
    PathPattern any = PathPattern.parse("{**}.json");
    assertThat(any.match("a.json")).contains(PathParts.NONE);
    assertThat(any.match("a/b/c.json")).contains(PathParts.NONE);
    assertThat(PathPattern.parse("{*}.json").match("a/b.json")).isEmpty();
  }

  @Test
  void aTokenThatStandsTwiceHasToSayTheSame() {
    PathPattern twice = PathPattern.parse("{yyyy}/{MM}/{dd}/{producer}-{yyyy}{MM}{dd}{HH}.log");
    assertThat(twice.match("2024/05/06/a-2024050607.log").orElseThrow().hour()).hasValue(7);
    assertThat(twice.match("2024/05/06/a-2024050707.log")).isEmpty();
  }

  @Test
  void literalsAreNoRegularExpressions() {
    PathPattern odd = PathPattern.parse("a.(b)[c]*\\+{{x}}-{*}");
    assertThat(odd.match("a.(b)[c]*\\+{x}-1")).isPresent();
    assertThat(odd.match("aX(b)[c]*\\+{x}-1")).isEmpty();
  }

  @Test
  void errorsNameTheColumn() {
    expectError("", 1, "empty");
    expectError("/a", 1, "relative");
    expectError("a/{year}/b", 3, "{year}");
    expectError("a/{yyyy", 3, "not closed");
    expectError("a}b", 2, "'}}'");
    expectError("{yyyy}/{mm}/{dd}", 8, "{mm} needs {HH}");
    expectError("{MM}-{dd}", 1, "{MM} needs {yyyy}");
    expectError("{producer}/{producer}", 12, "twice");
    expectError("{producer}{*}", 11, "between");
    expectError("a/_raw/{*}", 3, "hidden");
    expectError("a/{*}.tmp", 6, "temporary");
    expectError("a/{*}/", 6, "file name");
    expectError("a//{*}", 3, "no name");
  }

  private static void expectError(String pattern, int column, String what) {
    assertThatThrownBy(() -> PathPattern.parse(pattern))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("column " + column + ":")
        .hasMessageContaining(what)
        .extracting(e -> ((FirnException) e).code())
        .isEqualTo(ErrorCode.CONFIG);
  }

  @Test
  void givesThePrefixOfADay() {
    LocalDate day = LocalDate.of(2024, 5, 6);
    assertThat(LOGS.dayPrefix(day)).contains("2024/05/06/");
    assertThat(PathPattern.parse("x/dt={yyyy}-{MM}-{dd}.{*}").dayPrefix(day))
        .contains("x/dt=2024-05-06.");
    assertThat(PathPattern.parse("{producer}/{yyyy}/{MM}/{dd}/{*}").dayPrefix(day)).isEmpty();
    assertThat(PathPattern.parse("{yyyy}/{MM}/{*}").dayPrefix(day)).isEmpty();
    assertThat(PathPattern.parse("{**}").dayPrefix(day)).isEmpty();
  }

  @Test
  void evilPathsCostLinearTime() {
    PathPattern stars = PathPattern.parse("{**}a{**}a{**}a{**}a{**}a{**}a{**}b");
    String path = "a".repeat(20_000);
    org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(5), () -> assertThat(stars.match(path)).isEmpty());
  }

  @Test
  void matchesWhatAGreedyRegularExpressionMatches() {
    SplittableRandom random = new SplittableRandom(7);
    String[] tokens = {"{*}", "{**}", "{HH}", "a", "-", "/b", "1"};
    String[] expressions = {"[^/]*", ".*", "([01]\\d|2[0-3])", "a", "-", "/b", "1"};
    for (int round = 0; round < 3_000; round++) {
      StringBuilder pattern = new StringBuilder("{yyyy}{MM}{dd}{producer}-");
      StringBuilder expression = new StringBuilder("20240506(?<p>[^/]+)-");
      boolean wild = false;
      for (int i = 0; i < 5; i++) {
        int choice = random.nextInt(tokens.length);
        if (choice < 2 && wild) {
          choice = 4;
        }
        wild = choice < 2;
        pattern.append(tokens[choice]);
        expression.append(expressions[choice]);
      }
      StringBuilder path = new StringBuilder("20240506");
      for (int i = random.nextInt(12); i >= 0; i--) {
        path.append("a-/b112".charAt(random.nextInt(7)));
      }
      var expected = Pattern.compile(expression.toString()).matcher(path);
      Optional<String> producer =
          expected.matches() ? Optional.of(expected.group("p")) : Optional.empty();
      String repeatable = firstHourTwice(pattern.toString()) ? "" : pattern.toString();
      if (!repeatable.isEmpty()) {
        assertThat(
                PathPattern.parse(repeatable).match(path.toString()).flatMap(PathParts::producer))
            .as("%s on %s", pattern, path)
            .isEqualTo(producer);
      }
    }
  }

  /** A token twice has a meaning that the regular expression here lacks. */
  private static boolean firstHourTwice(String pattern) {
    return pattern.indexOf("{HH}") != pattern.lastIndexOf("{HH}");
  }
}
