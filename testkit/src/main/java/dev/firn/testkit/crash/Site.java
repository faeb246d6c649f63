package dev.firn.testkit.crash;

import dev.firn.testkit.crash.CrashSettings.Delivery;
import dev.firn.testkit.generate.LogSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The folders of one scenario. */
final class Site {
  private final Path folder;

  Site(Path folder) {
    this.folder = folder;
  }

  /** Makes the folders and the pipeline file. */
  void prepare(SplittableRandom random, Delivery delivery) throws IOException {
    for (Path each : List.of(source(), notices(), staging(), local(), outputs(), archive())) {
      Files.createDirectories(each);
    }
    String notices = delivery == Delivery.NOTICES ? "notices: notices" : "";
    Files.writeString(
        pipeline(),
        String.format(
            Locale.ROOT,
            """
            table: logs.actions
            catalog:
              uri: sqlite:firn.db
            warehouse: warehouse
            source:
              folder: source
              pattern: "%s"
              settle: 0s
              sweep: 1s
              %s
            event-time:
              column: ts
              past: 36500d
            partition: [days(ts), action]
            landing:
              open-days: %d
            commit:
              interval: %dms
            compaction:
              after-files: %d
            storage:
              fsync: false
            %s""",
            LogSchema.PATH_PATTERN,
            notices,
            1 + random.nextInt(3),
            100 + random.nextInt(200),
            random.nextInt(3) == 0 ? 0 : 2 + random.nextInt(5),
            LogSchema.YAML));
  }

  Path pipeline() {
    return folder.resolve("pipeline.yaml");
  }

  Path source() {
    return folder.resolve("source");
  }

  Path notices() {
    return folder.resolve("notices");
  }

  /** Where files are written before they are renamed into place. */
  Path staging() {
    return folder.resolve("staging");
  }

  /** Where source files go that an operator takes away. */
  Path archive() {
    return folder.resolve("archive");
  }

  Path warehouse() {
    return folder.resolve("warehouse");
  }

  /** Temporary folders of the processes. */
  Path local() {
    return folder.resolve("local");
  }

  /** What the processes print. */
  Path outputs() {
    return folder.resolve("outputs");
  }

  /** Everything below the warehouse that is a file, however short-lived. */
  List<Path> warehouseFiles() {
    while (true) {
      try (Stream<Path> files = Files.walk(warehouse())) {
        return files.filter(Files::isRegularFile).toList();
      } catch (NoSuchFileException e) {
        return List.of();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (UncheckedIOException e) {
        // A file went away while the folder was walked: walk it again.
        if (!(e.getCause() instanceof NoSuchFileException)) {
          throw e;
        }
      }
    }
  }

  /**
   * Deletes all that a process may have left on this machine beside catalog, table and sources;
   * only while none runs.
   */
  void deleteLocalState() throws IOException {
    deleteBelow(local());
    for (Path file : warehouseFiles()) {
      if (file.getFileName().toString().startsWith(".firn-tmp-")) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static void deleteBelow(Path root) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(root)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      if (!file.equals(root)) {
        Files.deleteIfExists(file);
      }
    }
  }
}
