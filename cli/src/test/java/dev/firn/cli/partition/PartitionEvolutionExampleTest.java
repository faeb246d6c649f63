package dev.firn.cli.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code examples/partition-evolution/run} as it is. */
class PartitionEvolutionExampleTest {
  private static final Path EXAMPLE =
      Path.of(System.getProperty("firn.root", "..")).resolve("examples/partition-evolution");

  @TempDir private Path folder;

  @Test
  void itPrintsWhatItsReadmeSays() throws Exception {
    Path printed = folder.resolve("printed.txt");
    ProcessBuilder builder =
        new ProcessBuilder(
                EXAMPLE.resolve("run").toAbsolutePath().toString(),
                folder.resolve("lab").toString())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    builder.environment().put("FIRN_CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(printed);
    assertThat(ended).as(text).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    String readme = Files.readString(EXAMPLE.resolve("README.md"));
    String shown = readme.substring(readme.indexOf("    --- two tables"));
    shown = shown.substring(0, shown.indexOf("\n\n")).replaceAll("(?m)^    ", "");
    assertThat(text.strip()).isEqualTo(shown.strip());
  }
}
