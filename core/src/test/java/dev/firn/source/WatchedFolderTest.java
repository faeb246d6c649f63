package dev.firn.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WatchedFolderTest extends NoticeSourceContract {
  private FolderSettings settings() throws IOException {
    return FolderSettings.of(files(), PathPattern.parse("{**}.json"))
        .withSettle(Duration.ZERO)
        .withSweepEvery(Duration.ofHours(1));
  }

  @Override
  NoticeSource open() throws IOException {
    return new WatchedFolder(settings(), Clock.systemUTC());
  }

  @Override
  boolean isLive() {
    return true;
  }

  @Test
  void filesInNewFoldersAreFoundByEventsAlone() throws Exception {
    NoticeSource source = opened();
    expectDrained(source);
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < 40; i++) {
      String path = "a/" + i % 3 + "/b" + i % 7 + "/" + i + ".json";
      put(path, "1");
      expected.add(path);
    }
    List<Notice> notices = take(source, 40);
    assertThat(paths(notices)).isEqualTo(expected);
  }

  @Test
  void aFolderThatIsMovedInIsListed() throws Exception {
    NoticeSource source = opened();
    expectDrained(source);
    Path outside = Files.createDirectories(temp.resolve("outside/deep"));
    Files.writeString(outside.resolve("x.json"), "1");
    Files.move(temp.resolve("outside"), files().resolve("inside"));
    assertThat(paths(take(source, 1))).containsExactly("inside/deep/x.json");
  }

  @Test
  void aRootThatIsALinkIsWatched() throws Exception {
    files();
    Path link = Files.createSymbolicLink(temp.resolve("link"), temp.resolve("files"));
    FolderSettings settings =
        FolderSettings.of(link, PathPattern.parse("{**}.json")).withSettle(Duration.ZERO);
    try (NoticeSource source = new WatchedFolder(settings, Clock.systemUTC())) {
      expectDrained(source);
      put("a.json", "1");
      assertThat(take(source, 1).get(0).file().location()).isEqualTo("file://" + link + "/a.json");
    }
  }

  @Test
  void sweepsFindWhatEventsMissed() throws Exception {
    ManualClock clock = new ManualClock(Instant.parse("2024-01-01T00:00:00Z"));
    // No folder is registered for events.
    FolderFeed feed =
        new FolderFeed(
            settings().withSweepEvery(Duration.ofSeconds(60)),
            clock,
            folder -> true,
            java.util.Optional.of(Duration.ofSeconds(60)));
    assertThat(feed.poll(10, Duration.ZERO)).isEmpty();
    put("a.json", "1");
    clock.advance(Duration.ofSeconds(59));
    assertThat(feed.poll(10, Duration.ZERO)).isEmpty();
    clock.advance(Duration.ofSeconds(1));
    List<Notice> notices = feed.poll(10, Duration.ZERO);
    assertThat(notices).hasSize(1);
    feed.acknowledge(notices);

    put("b.json", "1");
    assertThat(feed.poll(10, Duration.ZERO)).isEmpty();
    feed.sweepSoon();
    assertThat(paths(feed.poll(10, Duration.ZERO))).containsExactly("b.json");
    feed.close();
  }

  @Test
  void acknowledgedVersionsAreNotDeliveredAgainBySweeps() throws Exception {
    for (int i = 0; i < 30; i++) {
      put(i + ".json", "1");
    }
    FolderFeed feed =
        new FolderFeed(
            settings().withBounds(100, 60),
            Clock.systemUTC(),
            folder -> true,
            java.util.Optional.of(Duration.ofHours(1)));
    feed.acknowledge(feed.poll(100, Duration.ZERO));
    for (int i = 0; i < 20; i++) {
      feed.sweepSoon();
      assertThat(feed.poll(100, Duration.ZERO)).isEmpty();
      assertThat(feed.isDrained()).isTrue();
    }
    feed.close();
  }

  @Test
  void moreFilesThanAreRememberedComeAgainRatherThanNever() throws Exception {
    for (int i = 0; i < 30; i++) {
      put(i + ".json", "1");
    }
    FolderFeed feed =
        new FolderFeed(
            settings().withBounds(100, 10),
            Clock.systemUTC(),
            folder -> true,
            java.util.Optional.of(Duration.ofHours(1)));
    feed.acknowledge(feed.poll(100, Duration.ZERO));
    feed.sweepSoon();
    assertThat(feed.poll(100, Duration.ZERO)).hasSizeBetween(20, 30);
    feed.close();
  }

  @Test
  void aFileIsHandedOutOnceItHasSettled() throws Exception {
    ManualClock clock = new ManualClock(Instant.parse("2024-01-01T00:00:00Z"));
    NoticeSource source = new WatchedFolder(settings().withSettle(Duration.ofSeconds(2)), clock);
    expectDrained(source);
    Path file = files().resolve("a.json");
    Files.writeString(file, "half");
    Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (source.isDrained() && System.nanoTime() < end) {
      assertThat(source.poll(1, Duration.ofMillis(20))).isEmpty();
    }
    assertThat(source.poll(1, Duration.ZERO)).isEmpty();
    clock.advance(Duration.ofSeconds(2));
    assertThat(take(source, 1).get(0).file().sizeBytes()).isEqualTo(4);
    source.close();
  }

  @Test
  void aFileRenamedIntoPlaceThatIsOldEnoughIsHandedOutAtOnce() throws Exception {
    NoticeSource source =
        new WatchedFolder(settings().withSettle(Duration.ofHours(1)), Clock.systemUTC());
    put("a.json", "1");
    assertThat(paths(take(source, 1))).containsExactly("a.json");
    source.close();
  }

  @Test
  void aThousandFilesInABurstAreAllDelivered() throws Exception {
    NoticeSource source = new WatchedFolder(settings().withBounds(64, 10_000), Clock.systemUTC());
    Thread writer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 1_000; i++) {
                  put("h" + i % 24 + "/" + i + ".json", "1");
                }
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    writer.start();
    Set<String> done = new HashSet<>();
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<Notice> held = new ArrayList<>();
    while (done.size() < 1_000 && System.nanoTime() < end) {
      held.addAll(source.poll(50, Duration.ofMillis(100)));
      held.forEach(notice -> done.add(notice.path()));
      source.acknowledge(held);
      held.clear();
    }
    writer.join();
    assertThat(done).hasSize(1_000);
    source.close();
  }
}
