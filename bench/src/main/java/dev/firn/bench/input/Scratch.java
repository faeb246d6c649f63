package dev.firn.bench.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders that a benchmark makes and deletes. */
public final class Scratch {
  private Scratch() {}

  /** An empty folder: an earlier call may have left one. */
  public static Path fresh(Path folder) throws IOException {
    delete(folder);
    return Files.createDirectories(folder);
  }

  /** Deletes a folder with all that is in it, if it is there. */
  public static void delete(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
