package dev.firn.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RecentHashesTest {
  @Test
  void keepsWhatIsAskedForAgainAndForgetsTheRest() {
    RecentHashes hashes = new RecentHashes(1_000);
    for (long i = 0; i < 100; i++) {
      hashes.add(RecentHashes.hash("kept", "", i));
    }
    for (long i = 0; i < 100_000; i++) {
      hashes.add(RecentHashes.hash("once", "", i));
      if (i % 100 == 0) {
        for (long k = 0; k < 100; k++) {
          assertThat(hashes.contains(RecentHashes.hash("kept", "", k))).isTrue();
        }
      }
    }
    assertThat(hashes.contains(RecentHashes.hash("once", "", 5))).isFalse();
    assertThat(hashes.held()).isLessThanOrEqualTo(1_000);
  }

  @Test
  void agreesWithASetWhileThereIsRoom() {
    RecentHashes hashes = new RecentHashes(100_000);
    Set<Long> model = new HashSet<>();
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 50_000; i++) {
      long value = random.nextInt(40_000) - 3L;
      assertThat(hashes.contains(value))
          .isEqualTo(
              model.contains(value)
                  || value == 1 && model.contains(0L)
                  || value == 0 && model.contains(1L));
      if (random.nextBoolean()) {
        hashes.add(value);
        model.add(value);
      }
    }
  }

  @Test
  void hashesTellLocationEtagAndSizeApart() {
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      seen.add(RecentHashes.hash("file:///a/" + i, "mtime-1", 1));
      seen.add(RecentHashes.hash("file:///a/", i + "mtime-1", 1));
      seen.add(RecentHashes.hash("file:///a/x", "mtime-1", i));
    }
    assertThat(seen).hasSize(60_000);
    assertThat(RecentHashes.hash("ab", "c", 0)).isNotEqualTo(RecentHashes.hash("a", "bc", 0));
  }
}
