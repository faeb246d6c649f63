package dev.firn.testkit.generate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes generated files into a folder, one after the other: each into a hidden folder beside it,
 * from which it is then renamed into place, so that whoever watches sees whole files only. One
 * thread; interrupt it to stop it, no half file is left.
 */
public final class Replay {
  /** Is told what happens, and may hold it up. */
  public interface Listener {
    /**
     * A path is about to be written a second time. Whoever wants both versions to be seen waits
     * here until the first one was.
     */
    default void beforeOverwrite(GeneratedFile file) throws InterruptedException {}

    /**
     * A file is in place.
     *
     * @param target where
     */
    default void written(GeneratedFile file, Path target) {}
  }

  /**
   * What was written.
   *
   * @param files uploads, noise included
   * @param bytes their bytes as stored
   * @param rawBytes the bytes of their rows before compression
   */
  public record Written(long files, long bytes, long rawBytes) {}

  /** Two versions have to differ by this much in time where bytes are the same. */
  private static final Duration VERSION_STEP = Duration.ofMillis(1);

  private final LogGenerator generator;
  private final Path folder;
  private final Path staging;
  private final Pacer pacer;
  private final Listener listener;

  /**
   * A replay into a folder, which is created if need be.
   *
   * @param folder where; its parent has to be writable and on the same file system
   * @param pacer how fast; see {@link Pacer#atOnce} and {@link Pacer#accelerated}
   */
  public Replay(LogGenerator generator, Path folder, Pacer pacer, Listener listener) {
    this.generator = generator;
    this.folder = folder.toAbsolutePath();
    // A name of its own: two replays into one folder may run side by side.
    this.staging =
        this.folder.resolveSibling("." + folder.getFileName() + ".half-" + UUID.randomUUID());
    this.pacer = pacer;
    this.listener = listener;
  }

  /** Writes the files in their order, which is that of their arrival. */
  public Written run(List<GeneratedFile> files) throws IOException, InterruptedException {
    long count = 0;
    long bytes = 0;
    long rawBytes = 0;
    Files.createDirectories(staging);
    try (FileContent content = generator.content()) {
      for (GeneratedFile file : files) {
        pacer.waitUntil(file.arrival());
        if (Thread.interrupted()) {
          throw new InterruptedException("replay into " + folder + " was interrupted");
        }
        if (file.upload() > 1) {
          listener.beforeOverwrite(file);
        }
        byte[] made = content.bytes(file);
        Path target = folder.resolve(file.path());
        write(file, made, target);
        listener.written(file, target);
        count++;
        bytes += made.length;
        rawBytes += content.rawBytes();
      }
    } finally {
      Files.deleteIfExists(staging);
    }
    return new Written(count, bytes, rawBytes);
  }

  private void write(GeneratedFile file, byte[] bytes, Path target) throws IOException {
    Files.createDirectories(folderOf(target));
    Path half = staging.resolve("half");
    try {
      Files.write(half, bytes);
      Optional<FileTime> before = modified(target);
      if (before.isPresent()) {
        setModified(half, before.get(), file.isSameVersionAgain());
      }
      Files.move(half, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(half);
    }
  }

  /** Makes the time of an overwriting file equal to, or different from, that of the first one. */
  private static void setModified(Path half, FileTime before, boolean same) throws IOException {
    if (same) {
      Files.setLastModifiedTime(half, before);
    } else if (Files.getLastModifiedTime(half).equals(before)) {
      Files.setLastModifiedTime(half, FileTime.from(before.toInstant().plus(VERSION_STEP)));
    }
  }

  private static Path folderOf(Path target) {
    Path parent = target.getParent();
    return parent == null ? target.toAbsolutePath() : parent;
  }

  private static Optional<FileTime> modified(Path path) throws IOException {
    return Files.exists(path) ? Optional.of(Files.getLastModifiedTime(path)) : Optional.empty();
  }
}
