package dev.firn.testkit.crash;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * Starts Java programs of one class path, fast: from a class-data archive that is made once (which
 * halves the time to a first commit). Immutable; any thread.
 *
 * <p>The JVM archives classes of jars only, so folders of the class path are packed first.
 */
public final class JavaLauncher {
  private static final long ARCHIVE_WAIT_SECONDS = 120;

  private final List<String> command;

  private JavaLauncher(List<String> command) {
    this.command = List.copyOf(command);
  }

  /**
   * Packs the class path and makes the archive; takes some seconds.
   *
   * @param folder where jars, archive and logs go; it has to stay as long as programs are started
   * @param classPath as in {@code java.class.path}
   * @param warmUp a main class and its arguments that load what later programs will load
   * @throws IOException if the folder can't be written; an archive that can't be made only costs
   *     speed
   */
  public static JavaLauncher prepare(Path folder, String classPath, List<String> warmUp)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    List<String> jars = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (entry.isEmpty()) {
        // A separator at an end; for Java it would mean the folder that it is started in.
        continue;
      }
      if (Files.isDirectory(path)) {
        jars.add(pack(path, folder.resolve("classes-" + jars.size() + ".jar")).toString());
      } else if (Files.exists(path)) {
        jars.add(entry);
      }
    }
    String packed = String.join(File.pathSeparator, jars);
    Path archive = folder.resolve("classes.jsa");
    List<String> command = new ArrayList<>(List.of(executable()));
    command.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:disable"));
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", packed));
    command.addAll(warmUp);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("archive.log").toFile())
            .start();
    if (!process.waitFor(ARCHIVE_WAIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    List<String> java = new ArrayList<>(List.of(executable()));
    java.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    java.addAll(List.of("-Xmx256m", "-XX:-UsePerfData", "-Xlog:cds=off", "-Xlog:cds+dynamic=off"));
    if (process.exitValue() == 0 && Files.exists(archive)) {
      java.add("-XX:SharedArchiveFile=" + archive);
    }
    java.addAll(List.of("-cp", packed));
    return new JavaLauncher(java);
  }

  private static String executable() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static Path pack(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      entries.setLevel(Deflater.NO_COMPRESSION);
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
    return jar;
  }

  /**
   * Starts a program.
   *
   * @param output where everything goes that it prints
   * @param options options of the JVM, such as {@code -Dkey=value}
   * @param program main class and arguments
   */
  public Process start(Path output, List<String> options, List<String> program) throws IOException {
    List<String> line = new ArrayList<>(command.subList(0, command.size() - 2));
    line.addAll(options);
    line.addAll(command.subList(command.size() - 2, command.size()));
    line.addAll(program);
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }
}
