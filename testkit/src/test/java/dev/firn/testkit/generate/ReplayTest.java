package dev.firn.testkit.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.source.FileIdentity;
import dev.firn.source.FolderListing;
import dev.firn.source.FolderSettings;
import dev.firn.source.LocalSourceStore;
import dev.firn.source.Notice;
import dev.firn.source.NoticeSource;
import dev.firn.source.PathPattern;
import dev.firn.source.SkipCounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTest {
  private static final Replay.Listener DEAF = new Replay.Listener() {};

  @TempDir Path temp;

  private Path folder;

  @BeforeEach
  void choose() {
    folder = temp.resolve("logs");
  }

  private static LogGenerator generator(int periods) {
    return new LogGenerator(
        GeneratorPlan.of(9, LocalDate.of(2024, 5, 6))
            .withProducers(5)
            .withPeriods(Duration.ofSeconds(30), periods)
            .withRowsPerFile(10)
            .withFaults(FaultMix.evenly(0.05)));
  }

  @Test
  void aListingFindsEveryFileThatWasWrittenAndSkipsTheNoise() throws Exception {
    LogGenerator generator = generator(40);
    List<GeneratedFile> files = generator.files();
    Replay.Written written = new Replay(generator, folder, Pacer.atOnce(), DEAF).run(files);
    assertThat(written.files()).isEqualTo(files.size());

    Set<String> expected = new HashSet<>();
    long hidden = 0;
    long temporary = 0;
    for (GeneratedFile file : Oracle.lastUploads(files)) {
      hidden += file.kind() == FileKind.HIDDEN ? 1 : 0;
      temporary += file.kind() == FileKind.TEMPORARY ? 1 : 0;
      if (!file.kind().isNoise()) {
        expected.add(file.path());
      }
    }
    FolderSettings settings =
        FolderSettings.of(folder, PathPattern.parse(LogSchema.PATH_PATTERN))
            .withSettle(Duration.ZERO);
    Set<String> found = new HashSet<>();
    try (NoticeSource source = new FolderListing(settings, Clock.systemUTC())) {
      while (!source.isDrained()) {
        List<Notice> notices = source.poll(100, Duration.ZERO);
        notices.forEach(notice -> found.add(notice.path()));
        source.acknowledge(notices);
      }
      assertThat(source.skipped()).isEqualTo(new SkipCounts(temporary, hidden, 0, 0));
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void secondUploadsAreTheSameVersionOrAnotherOneAsTheirKindSays() throws Exception {
    LocalSourceStore store = new LocalSourceStore();
    Map<String, FileIdentity> first = new HashMap<>();
    List<String> checked = new ArrayList<>();
    Replay.Listener listener =
        new Replay.Listener() {
          @Override
          public void written(GeneratedFile file, Path target) {
            FileIdentity now = stat(store, target);
            FileIdentity before = first.put(file.path(), now);
            if (before != null) {
              checked.add(file.path());
              assertThat(now.sameVersionAs(before))
                  .as(file.kind() + " " + file.path())
                  .isEqualTo(file.kind() == FileKind.NOTICE_TWICE);
            }
          }
        };
    LogGenerator generator = generator(60);
    new Replay(generator, folder, Pacer.atOnce(), listener).run(generator.files());
    assertThat(checked).hasSizeGreaterThan(20);
  }

  private static FileIdentity stat(LocalSourceStore store, Path target) {
    try {
      return store.stat("file://" + target).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void timeRunsAsFastAsThePacerLetsIt() throws Exception {
    LogGenerator generator = generator(4);
    List<Duration> asked = new ArrayList<>();
    new Replay(generator, folder, asked::add, DEAF).run(generator.files());
    assertThat(asked).hasSize(generator.files().size()).isSorted();

    Pacer fast = Pacer.accelerated(1_000_000);
    long begin = System.nanoTime();
    fast.waitUntil(Duration.ofHours(1));
    fast.waitUntil(Duration.ofHours(2));
    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(3_600_000L);
  }

  @Test
  void anInterruptEndsItAndLeavesNoHalfFile() throws Exception {
    LogGenerator generator = generator(40);
    Replay.Listener interrupting =
        new Replay.Listener() {
          @Override
          public void written(GeneratedFile file, Path target) {
            Thread.currentThread().interrupt();
          }
        };
    Replay replay = new Replay(generator, folder, Pacer.atOnce(), interrupting);
    assertThatThrownBy(() -> replay.run(generator.files()))
        .isInstanceOf(InterruptedException.class);
    try (Stream<Path> files = Files.walk(temp)) {
      assertThat(files.filter(Files::isRegularFile)).hasSize(1);
    }
  }
}
