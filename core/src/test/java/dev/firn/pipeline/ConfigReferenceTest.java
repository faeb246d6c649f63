package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConfigReferenceTest {
  private static final Path ROOT = Path.of(System.getProperty("firn.root", ".."));

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    ConfigKeys.all().forEach(key -> names.add(key.name()));
    ConfigKeys.STRUCTURED.forEach(key -> names.add(key.name()));
    return names;
  }

  @Test
  void thePageIsWhatTheKeysSay() throws IOException {
    assertThat(ROOT.resolve("docs/configuration.md"))
        .as("generate it with: ./firn config --reference > docs/configuration.md")
        .content()
        .isEqualTo(ConfigReference.markdown());
  }

  @Test
  void everyKeyIsOnThePageOnce() {
    String page = ConfigReference.markdown();
    for (String name : names()) {
      assertThat(page.lines().filter(line -> line.startsWith("| `" + name + "` |")))
          .as(name)
          .hasSize(1);
    }
    page.lines()
        .filter(line -> line.startsWith("|"))
        .forEach(line -> assertThat(line.chars().filter(c -> c == '|')).as(line).hasSize(5));
  }

  @Test
  void namesAreUniqueAndEveryDefaultIsAllowed() {
    assertThat(names()).doesNotHaveDuplicates();
    for (ConfigKey<?> key : ConfigKeys.all()) {
      key.defaultText().ifPresent(text -> assertThat(key.type().parser().apply(text)).isNotNull());
      assertThat(key.sentence()).as(key.name()).endsWith(".");
    }
  }

  @Test
  void everyKeyIsMentionedByATest() throws IOException {
    Set<String> missing = new HashSet<>(names());
    try (Stream<Path> files = Files.walk(ROOT.resolve("core/src/test/java/dev/firn/pipeline"))) {
      for (Path file : files.filter(f -> f.toString().endsWith("Test.java")).toList()) {
        String source = Files.readString(file);
        missing.removeIf(name -> source.contains("\"" + name) || source.contains(name + ":"));
      }
    }
    assertThat(missing).isEmpty();
  }
}
