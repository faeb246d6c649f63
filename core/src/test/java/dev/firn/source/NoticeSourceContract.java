package dev.firn.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every {@link NoticeSource} promises. */
abstract class NoticeSourceContract {
  /** Long enough for a slow machine; nothing here waits for it unless it fails. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path temp;

  private final List<NoticeSource> opened = new ArrayList<>();
  private long mtimeSeconds = 1_700_000_000L;

  /** Opens a source over {@link #files()}; files are complete as soon as they are there. */
  abstract NoticeSource open() throws IOException;

  /** Makes the source hear of a file, for sources that do not look themselves. */
  void announce(String path) throws IOException {}

  /** Whether files that come after the source was opened are delivered. */
  abstract boolean isLive();

  Path files() throws IOException {
    return Files.createDirectories(temp.resolve("files"));
  }

  final NoticeSource opened() throws IOException {
    NoticeSource source = open();
    opened.add(source);
    return source;
  }

  @AfterEach
  void closeAll() {
    opened.forEach(NoticeSource::close);
  }

  /** Writes a file, renamed into place, with a modification time of its own. */
  final void put(String path, String text) throws IOException {
    Path target = files().resolve(path);
    Files.createDirectories(target.getParent());
    Path half = Files.writeString(target.resolveSibling("." + target.getFileName()), text);
    Files.setLastModifiedTime(half, FileTime.from(Instant.ofEpochSecond(mtimeSeconds++)));
    Files.move(half, target, StandardCopyOption.REPLACE_EXISTING);
    announce(path);
  }

  /** Polls until {@code count} notices have come. */
  static List<Notice> take(NoticeSource source, int count) throws InterruptedException {
    List<Notice> all = new ArrayList<>();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (all.size() < count && System.nanoTime() < end) {
      all.addAll(source.poll(count - all.size(), Duration.ofSeconds(1)));
    }
    assertThat(all).as("notices").hasSize(count);
    return all;
  }

  static Set<String> paths(List<Notice> notices) {
    Set<String> paths = new HashSet<>();
    notices.forEach(notice -> paths.add(notice.path()));
    return paths;
  }

  private static void expectNothing(NoticeSource source) throws InterruptedException {
    assertThat(source.poll(10, Duration.ofMillis(50))).isEmpty();
  }

  static void expectDrained(NoticeSource source) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!source.isDrained() && System.nanoTime() < end) {
      assertThat(source.poll(10, Duration.ofMillis(20))).isEmpty();
    }
    assertThat(source.isDrained()).isTrue();
  }

  @Test
  void deliversWhatWasThereBefore() throws Exception {
    put("a.json", "1");
    put("x/b.json", "22");
    NoticeSource source = opened();

    List<Notice> notices = take(source, 2);

    assertThat(paths(notices)).containsExactlyInAnyOrder("a.json", "x/b.json");
    for (Notice notice : notices) {
      assertThat(new LocalSourceStore().stat(notice.file().location())).contains(notice.file());
      assertThat(notice.file().location()).isEqualTo("file://" + files() + "/" + notice.path());
    }
  }

  @Test
  void whatIsInDeliveryDoesNotComeAgain() throws Exception {
    put("a.json", "1");
    NoticeSource source = opened();
    take(source, 1);
    expectNothing(source);
    assertThat(source.isDrained()).isFalse();
  }

  @Test
  void whatIsReleasedComesAgain() throws Exception {
    put("a.json", "1");
    put("b.json", "1");
    NoticeSource source = opened();
    List<Notice> first = take(source, 2);
    source.release(first);
    assertThat(source.isDrained()).isFalse();
    List<Notice> second = take(source, 2);
    assertThat(paths(second)).isEqualTo(paths(first));
    source.acknowledge(second);
    expectNothing(source);
    expectDrained(source);
  }

  @Test
  void whatIsAcknowledgedDoesNotComeAgain() throws Exception {
    put("a.json", "1");
    NoticeSource source = opened();
    source.acknowledge(take(source, 1));
    expectNothing(source);
    expectDrained(source);
  }

  @Test
  void anEmptySourceDrains() throws Exception {
    expectDrained(opened());
  }

  @Test
  void whatWasNotAcknowledgedIsDeliveredByTheNextToOpen() throws Exception {
    put("a.json", "1");
    put("b.json", "1");
    NoticeSource source = opened();
    List<Notice> notices = take(source, 2);
    Notice done = notices.get(0);
    source.acknowledge(List.of(done));
    source.close();

    NoticeSource next = opened();
    // A source may forget what was acknowledged; the ledger does not.
    List<Notice> again = new ArrayList<>(next.poll(10, Duration.ofSeconds(1)));
    assertThat(paths(again)).contains(notices.get(1).path());
  }

  @Test
  void acknowledgingTwiceOrUnknownNoticesDoesNoHarm() throws Exception {
    put("a.json", "1");
    NoticeSource source = opened();
    List<Notice> notices = take(source, 1);
    source.acknowledge(notices);
    source.acknowledge(notices);
    source.release(notices);
    expectNothing(source);
    expectDrained(source);
  }

  @Test
  void aPollTakesAtMostWhatIsAskedFor() throws Exception {
    for (int i = 0; i < 7; i++) {
      put(i + ".json", "1");
    }
    NoticeSource source = opened();
    Set<String> seen = new HashSet<>();
    while (seen.size() < 7) {
      List<Notice> notices = source.poll(3, PATIENCE);
      assertThat(notices).hasSizeBetween(1, 3);
      seen.addAll(paths(notices));
    }
  }

  @Test
  void aNewVersionIsDelivered() throws Exception {
    put("a.json", "1");
    NoticeSource source = opened();
    List<Notice> first = take(source, 1);
    if (!isLive()) {
      source.release(first);
      put("a.json", "22");
      assertThat(take(source, 1).get(0).file().sizeBytes()).isEqualTo(2);
      return;
    }
    source.acknowledge(first);
    put("a.json", "22");
    Notice second = take(source, 1).get(0);
    assertThat(second.file().sizeBytes()).isEqualTo(2);
    assertThat(second.file().sameVersionAs(first.get(0).file())).isFalse();
  }

  @Test
  void aNewVersionThatCameDuringDeliveryIsDeliveredAfterwards() throws Exception {
    if (!isLive()) {
      return;
    }
    put("a.json", "1");
    NoticeSource source = opened();
    List<Notice> first = take(source, 1);
    put("a.json", "22");
    // Lets the source see the change while the old version is in delivery.
    List<Notice> later = new ArrayList<>(source.poll(1, Duration.ofMillis(50)));
    source.acknowledge(first);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (later.isEmpty() && System.nanoTime() < end) {
      later.addAll(source.poll(10, Duration.ofMillis(500)));
    }
    assertThat(later).hasSize(1).allMatch(notice -> notice.file().sizeBytes() == 2);
    source.acknowledge(later);
    expectDrained(source);
  }

  @Test
  void nothingIsLostWhateverIsReleased() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < 60; i++) {
      String path = "f" + (i % 4) + "/" + i + ".json";
      put(path, "1");
      expected.add(path);
    }
    NoticeSource source = opened();
    Set<String> done = new HashSet<>();
    long end = System.nanoTime() + PATIENCE.toNanos();
    int late = 0;
    while (!(source.isDrained() && done.size() == expected.size()) && System.nanoTime() < end) {
      for (Notice notice : source.poll(1 + random.nextInt(5), Duration.ofMillis(20))) {
        if (random.nextInt(3) == 0) {
          source.release(List.of(notice));
        } else {
          assertThat(done.add(notice.path())).as(notice.path() + " came again").isTrue();
          source.acknowledge(List.of(notice));
        }
      }
      if (isLive() && late < 10) {
        String path = "late/" + late + ".json";
        put(path, "1");
        expected.add(path);
        late++;
      }
    }
    assertThat(done).isEqualTo(expected);
  }

  @Test
  void c39_equalBaseNamesDoNotCollideAndARedeliveredNoticeIsNoNewFile() throws Exception {
    put("x/part.json", "1");
    put("y/part.json", "1");
    NoticeSource source = opened();
    List<Notice> notices = take(source, 2);
    assertThat(paths(notices)).containsExactlyInAnyOrder("x/part.json", "y/part.json");
    source.acknowledge(notices);
    announce("x/part.json");
    // Whether the same version is delivered again is up to the source; it is the same version then.
    for (Notice again : source.poll(10, Duration.ofMillis(50))) {
      assertThat(notices).anyMatch(notice -> notice.file().sameVersionAs(again.file()));
      source.acknowledge(List.of(again));
    }
  }

  @Test
  void c39_aKeyOverwrittenBeforeItsSecondNoticeIsDeliveredInItsNewVersionOnly() throws Exception {
    put("a.json", "11");
    NoticeSource source = opened();
    List<Notice> first = take(source, 1);
    source.release(first);
    put("a.json", "333");
    announce("a.json");
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<Notice> later = new ArrayList<>();
    while (later.isEmpty() && System.nanoTime() < end) {
      later.addAll(source.poll(10, Duration.ofMillis(100)));
    }
    assertThat(later).isNotEmpty().allMatch(notice -> notice.file().sizeBytes() == 3);
  }

  @Test
  void c40_noOrderOfNamesDecidesWhatIsDelivered() throws Exception {
    String[] odd = {
      "city=ams/2024-01-01.json",
      "city=ams/2024-01-02.json",
      "city=ams/2024-01-03.json",
      "city=ber/2024-01-03.json",
      "city=ams/2024-01-04.json",
      "city=ber/2024-01-04.json"
    };
    put(odd[5], "1");
    put(odd[1], "1");
    NoticeSource source = isLive() ? opened() : null;
    if (source != null) {
      source.acknowledge(take(source, 2));
    }
    for (int i : new int[] {3, 0, 4, 2}) {
      put(odd[i], "1");
      if (source != null) {
        List<Notice> one = take(source, 1);
        assertThat(paths(one)).containsExactly(odd[i]);
        source.acknowledge(one);
      }
    }
    if (source == null) {
      assertThat(paths(take(opened(), 6))).containsExactlyInAnyOrder(odd);
    }
  }

  @Test
  void c40_aFileThatFailedComesAgainAfterALaterNameWasDone() throws Exception {
    put("a.json", "1");
    put("b.json", "1");
    NoticeSource source = opened();
    for (Notice notice : take(source, 2)) {
      if (notice.path().equals("b.json")) {
        source.acknowledge(List.of(notice));
      } else {
        source.release(List.of(notice));
      }
    }
    assertThat(paths(take(source, 1))).containsExactly("a.json");
  }

  @Test
  void c43_filesOfZeroBytesAreDelivered() throws Exception {
    put("empty.json", "");
    NoticeSource source = opened();
    List<Notice> notices = take(source, 1);
    assertThat(notices.get(0).file().sizeBytes()).isZero();
    source.acknowledge(notices);
    expectDrained(source);
  }
}
