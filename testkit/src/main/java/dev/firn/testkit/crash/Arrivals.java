package dev.firn.testkit.crash;

import dev.firn.source.FileIdentity;
import dev.firn.source.LocalSourceStore;
import dev.firn.testkit.crash.CrashSettings.Delivery;
import dev.firn.testkit.generate.FileContent;
import dev.firn.testkit.generate.GeneratedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Puts files and notices into place: whole, in any order, more than once. One thread. */
final class Arrivals {
  /** A notice of one file comes so often at most. */
  private static final int COPIES_MAX = 3;

  private final Site site;
  private final Delivery delivery;
  private final SplittableRandom random;
  private final FileContent content;
  private final Expectations expectations;
  private final LocalSourceStore store = new LocalSourceStore();
  private final Set<String> takenAway = new HashSet<>();
  private final List<FileIdentity> heldBack = new ArrayList<>();
  private int notices;

  Arrivals(
      Site site,
      Delivery delivery,
      SplittableRandom random,
      FileContent content,
      Expectations expectations) {
    this.site = site;
    this.delivery = delivery;
    this.random = random;
    this.content = content;
    this.expectations = expectations;
  }

  /** Uploads a file and, if notices are used, tells of it at once or later. */
  void drop(GeneratedFile file) throws IOException {
    if (takenAway.contains(file.path())) {
      return;
    }
    Path target = site.source().resolve(file.path());
    write(file, target);
    FileIdentity identity = identity(target);
    if (file.kind().isNoise()) {
      announce(identity);
      return;
    }
    SourceVersion version = expectations.dropped(file, identity);
    if (delivery == Delivery.FOLDER) {
      version.announce();
    } else if (random.nextInt(4) == 0) {
      heldBack.add(identity);
    } else {
      announce(identity);
      version.announce();
    }
  }

  /** Tells of every file that was held back so far, in any order. */
  void announceAll() throws IOException {
    while (!heldBack.isEmpty()) {
      announce(heldBack.remove(random.nextInt(heldBack.size())));
    }
    expectations.versions().stream()
        .filter(SourceVersion::isOnDisk)
        .forEach(SourceVersion::announce);
  }

  /** Tells of the version on disk once more, because an operator wants it to be looked at. */
  void announceAgain(SourceVersion version) throws IOException {
    if (delivery == Delivery.NOTICES && version.isOnDisk()) {
      announce(version.identity().orElseThrow());
      version.announce();
    }
  }

  /** The operator moves a file out of the source folder; nothing comes to its path any more. */
  void takeAway(SourceVersion version) throws IOException {
    String path = version.file().path();
    takenAway.add(path);
    if (version.isOnDisk()) {
      Path target = site.archive().resolve(path.replace('/', '_'));
      Files.move(site.source().resolve(path), target, StandardCopyOption.REPLACE_EXISTING);
      version.gone();
    }
  }

  private void announce(FileIdentity file) throws IOException {
    if (delivery == Delivery.FOLDER) {
      return;
    }
    int copies = 1 + random.nextInt(COPIES_MAX);
    for (int copy = 0; copy < copies; copy++) {
      String size = random.nextBoolean() ? ", \"size\": " + file.sizeBytes() : "";
      String etag = random.nextBoolean() ? ", \"etag\": \"" + file.etag().orElseThrow() + "\"" : "";
      Path half = site.staging().resolve("notice");
      Files.writeString(half, "{\"location\": \"" + file.location() + "\"" + size + etag + "}");
      String name = random.nextInt(1_000) + "-" + notices++ + ".json";
      Files.move(half, site.notices().resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private void write(GeneratedFile file, Path target) throws IOException {
    Files.createDirectories(target.resolveSibling("."));
    Path half = site.staging().resolve("half");
    Files.write(half, content.bytes(file));
    if (Files.exists(target)) {
      FileTime before = Files.getLastModifiedTime(target);
      boolean same = file.isSameVersionAgain();
      if (same || Files.getLastModifiedTime(half).equals(before)) {
        FileTime time = same ? before : FileTime.from(before.toInstant().plusMillis(1));
        Files.setLastModifiedTime(half, time);
      }
    }
    Files.move(half, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private FileIdentity identity(Path target) throws IOException {
    return store.stat("file://" + target.toAbsolutePath().normalize()).orElseThrow();
  }
}
