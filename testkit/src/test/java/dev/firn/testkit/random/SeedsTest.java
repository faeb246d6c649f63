package dev.firn.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SeedsTest {
  @AfterEach
  void clear() {
    System.clearProperty(Seeds.SEED_PROPERTY);
    System.clearProperty(Seeds.BASE_PROPERTY);
  }

  @Test
  void theSameNameGivesTheSameSeeds() {
    assertThat(drawn("p")).isEqualTo(drawn("p")).doesNotHaveDuplicates().hasSize(20);
    assertThat(drawn("q")).isNotEqualTo(drawn("p"));
    List<Long> before = drawn("p");
    System.setProperty(Seeds.BASE_PROPERTY, "5");
    assertThat(drawn("p")).isNotEqualTo(before);
  }

  private static List<Long> drawn(String name) {
    List<Long> drawn = new ArrayList<>();
    Seeds.run(name, 20, random -> drawn.add(random.nextLong()));
    return drawn;
  }

  @Test
  void aFailureNamesItsSeedAndThatSeedFailsAgainAlone() {
    List<Long> tried = new ArrayList<>();
    Seeds.Trial trial =
        random -> {
          long value = random.nextLong();
          tried.add(value);
          if ((value & 7) == 3) {
            throw new IllegalStateException("no");
          }
        };
    String message = messageOf(trial);
    Matcher seed = Pattern.compile("with seed (-?\\d+);").matcher(message);
    assertThat(seed.find()).as(message).isTrue();
    long failing = tried.get(tried.size() - 1);

    tried.clear();
    System.setProperty(Seeds.SEED_PROPERTY, seed.group(1));
    assertThatThrownBy(() -> Seeds.run("p", 100, trial))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("'p'")
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThat(tried).containsExactly(failing);
  }

  private static String messageOf(Seeds.Trial trial) {
    try {
      Seeds.run("p", 100, trial);
    } catch (AssertionError e) {
      return String.valueOf(e.getMessage());
    }
    return "it did not fail";
  }
}
