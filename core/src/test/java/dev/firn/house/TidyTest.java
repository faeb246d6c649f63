package dev.firn.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** House rules that no compiler checks. */
class TidyTest {
  private static final Path ROOT = Path.of(System.getProperty("firn.root", ".."));
  private static final int MAX_FILE_LINES = 600;
  private static final int MAX_PACKAGE_FILES = 25;

  /** Packages past the limit, with their number of files; the numbers only shrink. */
  private static final Map<String, Integer> LARGE_PACKAGES =
      Map.of(
          "parquet",
          49,
          "ledger",
          47,
          "decode",
          32,
          "landing",
          31,
          "json",
          29,
          "pipeline",
          31,
          "source",
          26,
          "catalog",
          30,
          "manifest",
          26);

  /** Files past the limit, with a reason; the list only shrinks. */
  private static final Map<String, String> LONG_FILES = Map.of();

  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b|@Dis" + "abled");
  private static final Pattern SLEEP = Pattern.compile("Thread\\.sle" + "ep");
  private static final Pattern SYNONYM =
      Pattern.compile("(Manager|Helper|Utils?|Base|Impl|Stuff|Processor)\\.java$");

  @Test
  void filesWereFoundAtAll() throws IOException {
    assertThat(javaFiles().size()).isGreaterThan(50);
  }

  @Test
  void filesAreNotTooLong() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path file : javaFiles()) {
      int lines = Files.readAllLines(file).size();
      if (lines > MAX_FILE_LINES && !LONG_FILES.containsKey(file.getFileName().toString())) {
        tooLong.add(file + ": " + lines);
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void packagesAreNotCrowded() throws IOException {
    Map<Path, Long> filesByPackage =
        javaFiles().stream()
            .filter(file -> file.toString().contains("src/main/"))
            .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
    filesByPackage.forEach(
        (folder, count) ->
            assertThat(count)
                .as("files in %s", folder)
                .isLessThanOrEqualTo(
                    LARGE_PACKAGES.getOrDefault(
                        folder.getFileName().toString(), MAX_PACKAGE_FILES)));
  }

  @Test
  void everyPackageIsDescribedAndNullMarked() throws IOException {
    Set<Path> folders =
        javaFiles().stream()
            .filter(file -> file.toString().contains("src/main/"))
            .map(Path::getParent)
            .collect(Collectors.toSet());
    for (Path folder : folders) {
      assertThat(folder.resolve("package-info.java")).exists().content().contains("@NullMarked");
    }
  }

  @Test
  void nothingIsLeftUnfinished() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : javaFiles()) {
      String text = Files.readString(file);
      Matcher matcher = UNFINISHED.matcher(text);
      Matcher sleep = SLEEP.matcher(text);
      if (file.toString().contains("src/test/") && sleep.find()) {
        found.add(file + ": sleeps, wait for a condition instead");
      }
      if (matcher.find()) {
        found.add(file + ": " + matcher.group());
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void namesSayWhatAClassIs() throws IOException {
    assertThat(javaFiles().stream().filter(f -> SYNONYM.matcher(f.toString()).find())).isEmpty();
  }

  @Test
  void architecturePageNamesOnlyWhatExists() throws IOException {
    Set<String> types = new HashSet<>();
    for (Path file : javaFiles()) {
      types.add(file.getFileName().toString().replace(".java", ""));
    }
    Matcher named =
        Pattern.compile("`([A-Z][A-Za-z0-9]+)`")
            .matcher(Files.readString(ROOT.resolve("ARCHITECTURE.md")));
    List<String> missing = new ArrayList<>();
    int count = 0;
    while (named.find()) {
      count++;
      if (!types.contains(named.group(1))) {
        missing.add(named.group(1));
      }
    }
    assertThat(count).isGreaterThan(20);
    assertThat(missing).isEmpty();
  }

  @Test
  void everyDirectDependencyHasALineOfWhy() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/dependencies.md"));
    for (String module : List.of("core", "formats", "testkit", "cli", "bench", "interop")) {
      Matcher artifact =
          Pattern.compile(
                  "<dependency>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>")
              .matcher(Files.readString(ROOT.resolve(module).resolve("pom.xml")));
      while (artifact.find()) {
        if (!artifact.group(1).equals("dev.firn")) {
          assertThat(page).as("docs/dependencies.md").contains("`" + artifact.group(2) + "`");
        }
      }
    }
  }

  private static List<Path> javaFiles() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().contains("/target/"))
          .toList();
    }
  }
}
