package dev.firn.cli.demo;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** The folder of a demo: made anew, and only over one that a demo made. */
public final class DemoFolder {
  private static final String MARKER = ".firn-demo";

  private DemoFolder() {}

  /** Makes it, with the folder {@code incoming} in it. */
  static void prepare(Path folder) throws IOException {
    if (Files.exists(folder) && !Files.exists(folder.resolve(MARKER))) {
      throw new FirnException(
          ErrorCode.USAGE,
          "the folder "
              + folder
              + " is there and no earlier demo made it; name another one with --dir");
    }
    if (Files.exists(folder)) {
      deleteTree(folder);
    }
    Files.createDirectories(folder.resolve("incoming"));
    Files.writeString(
        folder.resolve(MARKER),
        "made by firn demo, which deletes this folder when it runs again\n");
  }

  /** Deletes a folder with all that is in it. */
  public static void deleteTree(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, java.io.IOException failure)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
