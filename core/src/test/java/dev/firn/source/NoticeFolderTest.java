package dev.firn.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NoticeFolderTest extends NoticeSourceContract {
  private int sent;

  private Path notices() throws IOException {
    return Files.createDirectories(temp.resolve("notices"));
  }

  @Override
  NoticeSource open() throws IOException {
    return new NoticeFolder(
        FolderSettings.of(notices(), PathPattern.parse("{*}")),
        "file://" + files(),
        PathPattern.parse("{**}.json"),
        new LocalSourceStore(),
        Clock.systemUTC());
  }

  @Override
  void announce(String path) throws IOException {
    send("{\"location\": \"file://" + files() + "/" + path + "\"}");
  }

  private void send(String text) throws IOException {
    String name = "notice-" + sent++ + ".json";
    Path half = Files.writeString(notices().resolve("." + name), text);
    Files.move(half, notices().resolve(name));
  }

  @Override
  boolean isLive() {
    return true;
  }

  private long noticeFiles() throws IOException {
    try (Stream<Path> files = Files.list(notices())) {
      return files.filter(Files::isRegularFile).count();
    }
  }

  @Test
  void aNoticeFileIsDeletedWhenItIsAcknowledgedAndNotBefore() throws Exception {
    put("a.json", "1");
    NoticeSource source = opened();
    List<Notice> notices = take(source, 1);
    assertThat(noticeFiles()).isEqualTo(1);
    source.release(notices);
    assertThat(noticeFiles()).isEqualTo(1);
    source.acknowledge(take(source, 1));
    assertThat(noticeFiles()).isZero();
  }

  @Test
  void aNoticeThatCameTwiceIsDeliveredTwiceAsOneVersion() throws Exception {
    put("a.json", "1");
    announce("a.json");
    NoticeSource source = opened();
    List<Notice> notices = take(source, 2);
    assertThat(notices.get(0).file()).isEqualTo(notices.get(1).file());
    source.acknowledge(notices);
    assertThat(noticeFiles()).isZero();
    expectDrained(source);
  }

  @Test
  void brokenNoticesAreSetAsideAndNothingElseSuffers() throws Exception {
    String[] broken = {
      "",
      "{",
      "[]",
      "{}",
      "{\"location\": 5}",
      "{\"location\": \"\"}",
      "{\"location\": \"s3://bucket/key\"}",
      "{\"location\": \"file:///a\", \"size\": -1}",
      "{\"location\": \"file:///a\", \"size\": \"1\"}",
      "{\"location\": \"file:///a\"} {}",
      "{\"location\": \"file:///a\", \"location\": \"file:///b\"}",
      "{\"location\": \"" + "x".repeat(70_000) + "\"}"
    };
    for (String text : broken) {
      send(text);
    }
    put("a.json", "1");
    NoticeFolder source = (NoticeFolder) opened();
    source.acknowledge(take(source, 1));
    expectDrained(source);
    assertThat(source.oddities().bad()).isEqualTo(broken.length);
    try (Stream<Path> bad = Files.list(notices().resolve("bad"))) {
      assertThat(bad).hasSize(broken.length);
    }
    assertThat(noticeFiles()).isZero();
  }

  @Test
  void twoBrokenNoticesOfOneNameAreBothKept() throws Exception {
    Files.createDirectories(notices().resolve("bad"));
    Files.writeString(notices().resolve("bad/notice-0.json"), "older");
    send("{");
    expectDrained(opened());
    assertThat(notices().resolve("bad/notice-0.json")).hasContent("older");
    assertThat(notices().resolve("bad/notice-0.json.1")).hasContent("{");
  }

  @Test
  void noticesOfFilesThatAreGoneAreCounted() throws Exception {
    announce("gone.json");
    NoticeFolder source = (NoticeFolder) opened();
    expectDrained(source);
    assertThat(source.oddities()).isEqualTo(new NoticeFolder.Oddities(0, 1, 0));
    assertThat(noticeFiles()).isZero();
  }

  @Test
  void noticesOfWhatIsNoSourceFileAreSkipped() throws Exception {
    put("a.txt", "1");
    put("_hidden/b.json", "1");
    Path other = Files.writeString(temp.resolve("other.json"), "1");
    send("{\"location\": \"file://" + other + "\"}");
    NoticeSource source = opened();
    expectDrained(source);
    assertThat(source.skipped()).isEqualTo(new SkipCounts(0, 1, 0, 2));
    assertThat(noticeFiles()).isZero();
  }

  @Test
  void aNoticeOfAnOlderVersionBringsTheOneThatIsThere() throws Exception {
    Files.writeString(files().resolve("a.json"), "22");
    send("{\"location\": \"file://" + files() + "/a.json\", \"size\": 1, \"version\": \"v1\"}");
    NoticeFolder source = (NoticeFolder) opened();
    FileIdentity file = take(source, 1).get(0).file();
    assertThat(file.sizeBytes()).isEqualTo(2);
    assertThat(file.versionId()).isEmpty();
    assertThat(source.oddities().outdated()).isEqualTo(1);
  }

  @Test
  void theVersionOfANoticeThatFitsIsKept() throws Exception {
    Files.writeString(files().resolve("a.json"), "22");
    send(
        "{\"location\": \"file://"
            + files()
            + "/a.json\", \"size\": 2, \"version\": \"v1\", \"sequencer\": \"00A\"}");
    NoticeSource source = opened();
    assertThat(take(source, 1).get(0).file().versionId()).isEqualTo(Optional.of("v1"));
  }

  @Test
  void aNoticeReplacedDuringDeliveryIsNotDeleted() throws Exception {
    put("a.json", "1");
    put("b.json", "1");
    NoticeSource source = opened();
    List<Notice> notices = take(source, 2);
    Path first = notices().resolve(notices.get(0).receipt());
    Files.move(
        Files.writeString(
            notices().resolve(".x"), "{\"location\": \"file://" + files() + "/b.json\"} "),
        first,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    source.acknowledge(notices);
    assertThat(first).exists();
    assertThat(paths(take(source, 1))).containsExactly("b.json");
    assertThat(source.poll(1, Duration.ZERO)).isEmpty();
  }

  @Test
  void aNoticeAboutWhichStorageCanNotBeAskedHoldsUpNoOther() throws Exception {
    ManualClock clock = new ManualClock(java.time.Instant.parse("2024-01-01T00:00:00Z"));
    boolean[] down = {true};
    SourceStore store =
        new SourceStore() {
          private final SourceStore local = new LocalSourceStore();

          @Override
          public java.io.InputStream open(FileIdentity file) throws IOException {
            return local.open(file);
          }

          @Override
          public Optional<FileIdentity> stat(String location) throws IOException {
            if (down[0] && location.endsWith("a.json")) {
              throw new IOException("no answer");
            }
            return local.stat(location);
          }

          @Override
          public void list(String prefix, java.util.function.Consumer<FileIdentity> each)
              throws IOException {
            local.list(prefix, each);
          }
        };
    put("a.json", "1");
    put("b.json", "1");
    NoticeSource source =
        new NoticeFolder(
            FolderSettings.of(notices(), PathPattern.parse("{*}")),
            "file://" + files(),
            PathPattern.parse("{**}.json"),
            store,
            clock);
    assertThat(paths(take(source, 1))).containsExactly("b.json");
    assertThat(source.poll(10, Duration.ZERO)).isEmpty();
    assertThat(source.isDrained()).isFalse();
    down[0] = false;
    clock.advance(Duration.ofSeconds(1));
    assertThat(paths(take(source, 1))).containsExactly("a.json");
    source.close();
  }
}
