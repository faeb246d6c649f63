package dev.firn.cli.demo;

import dev.firn.io.Locations;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.OpenedTable;
import dev.firn.testkit.generate.FileKind;
import dev.firn.testkit.generate.GeneratedFile;
import dev.firn.testkit.generate.LogGenerator;
import dev.firn.testkit.generate.Replay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The servers that upload, and the notices of it: some of them never come, a server is silent for a
 * night and then sends what it has, a file comes when its day is published.
 */
final class Uploads {
  /** Of 1,000 notices. */
  private static final int LOST_NOTICES = 30;

  private final LogGenerator generator;
  private final Path folder;
  private final DemoClock clock;
  private final List<GeneratedFile> files;
  private final Set<String> lost;
  private final AtomicLong notices = new AtomicLong();

  /**
   * A producer that does not upload for a while.
   *
   * @param producer its name
   * @param from since the begin
   * @param until when all of it comes at once
   */
  record Silence(String producer, Duration from, Duration until) {}

  /**
   * A plan of uploads.
   *
   * @param folder the demo's
   * @param silence who is silent
   * @param latecomer a path's begin, as {@code 2024/03/09/10/web-01-}: the first file of it comes
   *     when its day has been published
   */
  Uploads(LogGenerator generator, Path folder, DemoClock clock, Silence silence, String latecomer) {
    this.generator = generator;
    this.folder = folder;
    this.clock = clock;
    this.files = plan(generator.files(), silence, latecomer);
    this.lost = lost(files, generator.plan().seed());
  }

  private static List<GeneratedFile> plan(
      List<GeneratedFile> generated, Silence silence, String latecomer) {
    List<GeneratedFile> files = new ArrayList<>();
    boolean late = false;
    for (GeneratedFile file : generated) {
      Duration at = file.arrival();
      boolean silent =
          file.path().contains("/" + silence.producer() + "-")
              && at.compareTo(silence.from()) > 0
              && at.compareTo(silence.until()) < 0;
      if (silent) {
        at = silence.until();
      } else if (!late && file.kind() == FileKind.NORMAL && file.path().startsWith(latecomer)) {
        late = true;
        at = at.plus(Duration.ofHours(26));
      }
      files.add(
          new GeneratedFile(
              file.number(),
              file.path(),
              file.kind(),
              file.upload(),
              file.periodStartMillis(),
              at,
              file.truth()));
    }
    files.sort(Comparator.comparing(GeneratedFile::arrival).thenComparing(GeneratedFile::upload));
    return List.copyOf(files);
  }

  /** Files of which no notice comes; where one is uploaded twice, it has to be seen twice. */
  private static Set<String> lost(List<GeneratedFile> files, long seed) {
    Random random = new Random(seed);
    Set<String> lost = new HashSet<>();
    for (GeneratedFile file : files) {
      if (file.kind() == FileKind.NORMAL && random.nextInt(1_000) < LOST_NOTICES) {
        lost.add(file.path());
      }
    }
    return lost;
  }

  /** All uploads, in the order of their arrival. */
  List<GeneratedFile> files() {
    return files;
  }

  /** Files whose notice never comes. */
  int lostNotices() {
    return lost.size();
  }

  /**
   * Uploads the first versions at their times, and beside them the second ones, each once its first
   * one is committed: so both are seen, and nothing else has to wait.
   *
   * @param ended whether to give up waiting
   */
  void run(OpenedTable table, BooleanSupplier ended) throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("staged"));
    CompletableFuture<Void> seconds =
        CompletableFuture.runAsync(
            () -> {
              try {
                replay(afterTheFirst(table, ended))
                    .run(files.stream().filter(file -> file.upload() > 1).toList());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    replay(file -> {}).run(files.stream().filter(file -> file.upload() == 1).toList());
    try {
      seconds.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private interface Before {
    void overwrite(GeneratedFile file) throws InterruptedException;
  }

  private Replay replay(Before before) {
    return new Replay(
        generator,
        incoming(),
        clock::waitUntil,
        new Replay.Listener() {
          @Override
          public void beforeOverwrite(GeneratedFile file) throws InterruptedException {
            before.overwrite(file);
          }

          @Override
          public void written(GeneratedFile file, Path target) {
            if (!lost.contains(file.path())) {
              tell(target);
            }
          }
        });
  }

  private Path incoming() {
    return folder.resolve("incoming");
  }

  private void tell(Path target) {
    String location = Locations.canonical(target.toString());
    try {
      long number = notices.incrementAndGet();
      Path half = folder.resolve("staged").resolve(number + ".json");
      Files.writeString(half, "{\"location\": \"" + location + "\"}", StandardCharsets.UTF_8);
      Files.move(
          half,
          folder.resolve("notices").resolve(number + ".json"),
          StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Before afterTheFirst(OpenedTable table, BooleanSupplier ended) {
    return file -> {
      String location = Locations.canonical(incoming().resolve(file.path()).toString());
      FileKey key = new FileKey(location, Optional.of(dayOf(file)));
      while (!ended.getAsBoolean() && !isKnown(table, key)) {
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while a first version was waited for");
        }
      }
    };
  }

  private static boolean isKnown(OpenedTable table, FileKey key) {
    Optional<LedgerRoot> head = table.head();
    return head.isPresent()
        && !table
            .index()
            .lookup(head.get(), List.of(key))
            .getOrDefault(key.location(), List.of())
            .isEmpty();
  }

  private static LocalDate dayOf(GeneratedFile file) {
    String[] parts = file.path().split("/", 4);
    return LocalDate.of(
        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }
}
