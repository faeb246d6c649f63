package dev.firn.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.FirnException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class FolderListingTest extends NoticeSourceContract {
  private final ManualClock clock = new ManualClock(Instant.parse("2024-01-01T00:00:00Z"));

  private FolderSettings settings() throws IOException {
    return FolderSettings.of(files(), PathPattern.parse("{**}.json"));
  }

  @Override
  NoticeSource open() throws IOException {
    return new FolderListing(settings().withSettle(Duration.ZERO), Clock.systemUTC());
  }

  @Override
  boolean isLive() {
    return false;
  }

  private Path write(String path, String text, Instant modified) throws IOException {
    Path file = files().resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return Files.setLastModifiedTime(file, FileTime.from(modified));
  }

  @Test
  void aFileThatIsStillWrittenIsWaitedFor() throws Exception {
    Path file = write("a.json", "1", clock.instant().minusMillis(500));
    NoticeSource source = new FolderListing(settings(), clock);
    assertThat(source.poll(10, Duration.ZERO)).isEmpty();
    assertThat(source.isDrained()).isFalse();

    clock.advance(Duration.ofMillis(1_600));
    Files.writeString(file, "2", StandardOpenOption.APPEND);
    Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
    assertThat(source.poll(10, Duration.ZERO)).as("it has grown").isEmpty();

    clock.advance(Duration.ofMillis(1_900));
    assertThat(source.poll(10, Duration.ZERO)).as("not settled").isEmpty();
    clock.advance(Duration.ofMillis(100));
    List<Notice> notices = source.poll(10, Duration.ZERO);
    assertThat(notices).hasSize(1);
    assertThat(notices.get(0).file().sizeBytes()).isEqualTo(2);
    source.acknowledge(notices);
    assertThat(source.isDrained()).isTrue();
  }

  @Test
  void c43_aFileOfZeroBytesHasToSettleLikeAnyOther() throws Exception {
    Path file = write("a.json", "", clock.instant());
    NoticeSource source = new FolderListing(settings(), clock);
    assertThat(source.poll(10, Duration.ZERO)).isEmpty();
    Files.writeString(file, "not empty after all");
    Files.setLastModifiedTime(file, FileTime.from(clock.instant().plusSeconds(1)));
    clock.advance(Duration.ofSeconds(3));
    assertThat(source.poll(10, Duration.ZERO)).hasSize(1).allMatch(n -> n.file().sizeBytes() == 19);
  }

  @Test
  void aModificationTimeInTheFutureSettlesByOurOwnClock() throws Exception {
    write("a.json", "1", clock.instant().plusSeconds(86_400));
    NoticeSource source = new FolderListing(settings(), clock);
    assertThat(source.poll(10, Duration.ZERO)).isEmpty();
    clock.advance(Duration.ofSeconds(2));
    assertThat(source.poll(10, Duration.ZERO)).hasSize(1);
  }

  @Test
  void aClockThatIsSetBackDelaysAFileByTheSettlingTimeOnly() throws Exception {
    write("a.json", "1", clock.instant());
    NoticeSource source = new FolderListing(settings(), clock);
    assertThat(source.poll(10, Duration.ZERO)).isEmpty();
    clock.advance(Duration.ofHours(-5));
    assertThat(source.poll(10, Duration.ZERO)).isEmpty();
    clock.advance(Duration.ofSeconds(2));
    assertThat(source.poll(10, Duration.ZERO)).hasSize(1);
  }

  @Test
  void aFileThatVanishesIsForgotten() throws Exception {
    Path file = write("a.json", "1", clock.instant());
    NoticeSource source = new FolderListing(settings(), clock);
    assertThat(source.poll(10, Duration.ZERO)).isEmpty();
    Files.delete(file);
    clock.advance(Duration.ofSeconds(5));
    assertThat(source.poll(10, Duration.ZERO)).isEmpty();
    assertThat(source.isDrained()).isTrue();
  }

  @Test
  void whatIsNoSourceFileIsCountedOnce() throws Exception {
    Instant old = Instant.EPOCH;
    for (String path :
        new String[] {
          "a.json",
          "b.json.tmp",
          "c.json.PART",
          "d~",
          ".e.json",
          "_SUCCESS",
          "f_$folder$",
          "g.txt",
          "_temporary/h.json",
          "x.tmp/i.json",
          "sub/.j.json"
        }) {
      write(path, "1", old);
    }
    Files.createSymbolicLink(files().resolve("linked"), files().resolve("sub"));
    NoticeSource source = opened();
    assertThat(paths(take(source, 1))).containsExactly("a.json");
    assertThat(source.skipped()).isEqualTo(new SkipCounts(4, 4, 1, 2));
  }

  @Test
  void theListingStandsStillWhileTooMuchIsPending() throws Exception {
    for (int i = 0; i < 50; i++) {
      write("f" + i % 5 + "/" + i + ".json", "1", Instant.EPOCH);
    }
    NoticeSource source =
        new FolderListing(
            settings().withSettle(Duration.ZERO).withBounds(10, 1_000), Clock.systemUTC());
    Set<String> done = new HashSet<>();
    while (done.size() < 50) {
      List<Notice> notices = source.poll(100, Duration.ZERO);
      assertThat(notices).hasSizeBetween(1, 10);
      assertThat(source.poll(100, Duration.ZERO)).isEmpty();
      assertThat(source.isDrained()).isFalse();
      notices.forEach(notice -> assertThat(done.add(notice.path())).isTrue());
      source.acknowledge(notices);
    }
    assertThat(source.poll(100, Duration.ZERO)).isEmpty();
    assertThat(source.isDrained()).isTrue();
  }

  @Test
  void aReleaseByAnotherThreadWakesThePoller() throws Exception {
    write("a.json", "1", Instant.EPOCH);
    NoticeSource source = opened();
    List<Notice> notices = take(source, 1);
    Thread other = new Thread(() -> source.release(notices));
    other.start();
    assertThat(source.poll(1, PATIENCE)).hasSize(1);
    other.join();
  }

  @Test
  void aFolderThatDoesNotExistIsRefused() {
    assertThatThrownBy(
            () ->
                new FolderListing(
                    FolderSettings.of(temp.resolve("none"), PathPattern.parse("{*}")),
                    Clock.systemUTC()))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("it is no folder");
  }

  @Test
  void aFolderThatCanNotBeReadIsNoDrainedListing() throws Exception {
    Assumptions.assumeFalse("root".equals(System.getProperty("user.name")), "root reads all");
    write("x/a.json", "1", Instant.EPOCH);
    Path closed = files().resolve("x");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    NoticeSource source = opened();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> source.poll(1, Duration.ZERO))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("can't read");
      assertThat(source.isDrained()).isFalse();
    }
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
  }
}
