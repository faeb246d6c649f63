package dev.firn.source;

import dev.firn.error.FirnException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder into which other programs put notices: small JSON files, one for each source file.
 *
 * <p>A notice is a file {@code <any name>.json} that says {@code {"location": "file:///…", "size":
 * 12, "etag": "…", "version": "…"}}; only the location is required, the rest is completed by asking
 * storage. The sender writes it under a hidden or temporary name and renames it into place, each
 * under a name of its own. It is deleted when it is acknowledged, so the folder is a durable queue:
 * what was in delivery when a process died is delivered by the next.
 *
 * <p>A notice whose size or ETag is not what storage says is out of date: the version that is there
 * now is delivered. Files that are gone, or that the pattern does not match, are counted and their
 * notices deleted. A notice that can't be read is moved to {@code bad/} in the same folder.
 *
 * <p>Each delivery costs one request to storage. A notice about which storage can't be asked is
 * tried again every second.
 */
public final class NoticeFolder implements NoticeSource {
  /**
   * What became of odd notices since the source was opened.
   *
   * @param bad notices that could not be read, now in {@code bad/}
   * @param gone notices of files that are not there
   * @param outdated notices that named another version than the one that is there
   */
  public record Oddities(long bad, long gone, long outdated) {}

  private static final Logger log = LoggerFactory.getLogger(NoticeFolder.class);

  /** A notice is four short texts; more than this is something else. */
  private static final int NOTICE_BYTES_MAX = 64 * 1024;

  private static final int NAMES_MAX = 1_000;

  private final Path folder;
  private final Path badFolder;
  private final String sourceRoot;
  private final PathPattern pattern;
  private final SourceStore store;
  private final WatchedFolder letters;
  private final Map<String, Notice> open = new ConcurrentHashMap<>();
  private final SkipTally skips;
  private final AtomicLong bad = new AtomicLong();
  private final AtomicLong gone = new AtomicLong();
  private final AtomicLong outdated = new AtomicLong();

  /**
   * Opens the folder.
   *
   * @param notices the folder of the notices; its root, sweeps and bounds are used, its pattern and
   *     settling time are not
   * @param sourceRoot the location that the source files lie below, such as {@code file:///logs}
   * @param pattern which files below it are source files
   * @param store where the files are
   * @throws FirnException as {@link WatchedFolder} does
   */
  public NoticeFolder(
      FolderSettings notices,
      String sourceRoot,
      PathPattern pattern,
      SourceStore store,
      Clock clock) {
    FolderSettings settings =
        new FolderSettings(
            notices.root(),
            PathPattern.parse("{*}.json"),
            Duration.ZERO,
            notices.sweepEvery(),
            notices.pendingMax(),
            notices.rememberedMax());
    this.folder = settings.root();
    this.badFolder = folder.resolve("bad");
    this.sourceRoot = sourceRoot.endsWith("/") ? sourceRoot : sourceRoot + "/";
    this.pattern = pattern;
    this.store = store;
    this.skips = new SkipTally(settings.rememberedMax());
    this.letters = new WatchedFolder(settings, clock, folder::equals);
  }

  @Override
  public List<Notice> poll(int max, Duration wait) throws InterruptedException {
    long begin = System.nanoTime();
    while (true) {
      Duration left = wait.minusNanos(System.nanoTime() - begin);
      List<Notice> heard = letters.poll(max, left.isNegative() ? Duration.ZERO : left);
      List<Notice> notices = understand(heard);
      if (heard.isEmpty() || !notices.isEmpty()) {
        return notices;
      }
    }
  }

  private List<Notice> understand(List<Notice> heard) {
    List<Notice> notices = new ArrayList<>();
    for (Notice letter : heard) {
      try {
        understand(letter).ifPresent(notices::add);
      } catch (IOException e) {
        // It may be this location alone, so the other notices go on.
        log.warn(
            "notice {}: storage did not answer, trying again: {}", letter.path(), e.toString());
        letters.releaseLater(letter);
      }
    }
    return notices;
  }

  private Optional<Notice> understand(Notice letter) throws IOException {
    NoticeText text;
    try {
      text = NoticeText.parse(read(folder.resolve(letter.path())));
    } catch (NoSuchFileException e) {
      letters.forget(letter);
      return Optional.empty();
    } catch (IOException e) {
      setAside(letter, e);
      return Optional.empty();
    }
    Optional<FileIdentity> found;
    try {
      found = store.stat(text.location());
    } catch (FirnException e) {
      // Not a location that this store knows; asking again would not help.
      setAside(letter, e);
      return Optional.empty();
    }
    if (found.isEmpty()) {
      gone.incrementAndGet();
      log.warn("notice {}: there is no file {}", letter.path(), text.location());
      discard(letter);
      return Optional.empty();
    }
    return notice(letter, text, found.get());
  }

  private Optional<Notice> notice(Notice letter, NoticeText text, FileIdentity now) {
    Optional<String> path = sourcePath(now.location());
    if (path.isEmpty()) {
      discard(letter);
      return Optional.empty();
    }
    boolean current =
        text.sizeBytes().map(size -> size == now.sizeBytes()).orElse(true)
            && (text.etag().isEmpty() || text.etag().equals(now.etag()));
    Optional<String> version = now.versionId();
    if (!current) {
      outdated.incrementAndGet();
    } else if (version.isEmpty()) {
      version = text.version();
    }
    FileIdentity file = new FileIdentity(now.location(), version, now.etag(), now.sizeBytes());
    open.put(letter.path(), letter);
    return Optional.of(new Notice(file, path.get(), letter.seenAt(), letter.path()));
  }

  /** The path below the root of a file that is a source file. */
  private Optional<String> sourcePath(String location) {
    boolean below = location.startsWith(sourceRoot);
    String path = below ? location.substring(sourceRoot.length()) : location;
    FileNames.Kind kind = below ? FileNames.kindOfPath(path) : FileNames.Kind.SOURCE;
    if (!below || kind != FileNames.Kind.SOURCE || pattern.match(path).isEmpty()) {
      skips.skip(kind, path);
      return Optional.empty();
    }
    return Optional.of(path);
  }

  private static byte[] read(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(NOTICE_BYTES_MAX + 1);
      if (bytes.length > NOTICE_BYTES_MAX) {
        throw new IOException("a notice has at most " + NOTICE_BYTES_MAX + " bytes");
      }
      return bytes;
    }
  }

  @Override
  public void acknowledge(Collection<Notice> notices) {
    for (Notice notice : notices) {
      Notice letter = open.remove(notice.receipt());
      if (letter != null) {
        discard(letter);
      }
    }
  }

  /** Deletes a notice file, unless another one has taken its name meanwhile. */
  private void discard(Notice letter) {
    Path path = folder.resolve(letter.path());
    try {
      if (LocalLocation.stat(path).map(now -> now.equals(letter.file())).orElse(false)) {
        Files.deleteIfExists(path);
      }
      letters.forget(letter);
    } catch (IOException e) {
      // It need not come again in this process; after a restart the ledger will know the file.
      log.warn("can't delete the notice {}: {}", path, e.toString());
      letters.acknowledge(List.of(letter));
    }
  }

  private void setAside(Notice letter, Exception cause) {
    Path path = folder.resolve(letter.path());
    bad.incrementAndGet();
    try {
      Files.createDirectories(badFolder);
      Path target = moveToBad(path, letter.path());
      // Jackson's messages go on for lines.
      String why = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
      log.warn("notice {} can't be read, moved to {}: {}", path, target, why);
      letters.forget(letter);
    } catch (NoSuchFileException e) {
      letters.forget(letter);
    } catch (IOException e) {
      log.warn("notice {} can't be read nor moved to {}: {}", path, badFolder, e.toString());
      letters.acknowledge(List.of(letter));
    }
  }

  private Path moveToBad(Path path, String name) throws IOException {
    for (int i = 0; i < NAMES_MAX; i++) {
      try {
        return Files.move(path, badFolder.resolve(i == 0 ? name : name + "." + i));
      } catch (FileAlreadyExistsException e) {
        // A bad notice of that name was there before; keep both.
      }
    }
    throw new IOException(NAMES_MAX + " bad notices of the name " + name + " are there already");
  }

  @Override
  public void release(Collection<Notice> notices) {
    List<Notice> back = new ArrayList<>();
    for (Notice notice : notices) {
      Notice letter = open.remove(notice.receipt());
      if (letter != null) {
        back.add(letter);
      }
    }
    letters.release(back);
  }

  @Override
  public boolean isDrained() {
    return letters.isDrained();
  }

  @Override
  public boolean isDrainedBut(Collection<Notice> held) {
    List<Notice> heldLetters = new ArrayList<>();
    for (Notice notice : held) {
      Notice letter = open.get(notice.receipt());
      if (letter != null) {
        heldLetters.add(letter);
      }
    }
    return letters.isDrainedBut(heldLetters);
  }

  /** Source files, and odd names among the notices, that were passed over. */
  @Override
  public SkipCounts skipped() {
    SkipCounts files = skips.counts();
    SkipCounts names = letters.skipped();
    return new SkipCounts(
        files.temporary() + names.temporary(),
        files.hidden() + names.hidden(),
        files.markers() + names.markers(),
        files.unmatched() + names.unmatched());
  }

  /** What became of odd notices. */
  public Oddities oddities() {
    return new Oddities(bad.get(), gone.get(), outdated.get());
  }

  @Override
  public void close() {
    letters.close();
  }
}
