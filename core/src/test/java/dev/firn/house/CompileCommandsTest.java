package dev.firn.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the launcher tells the JIT compiler about methods of ours. */
class CompileCommandsTest {
  private static final Path FILE =
      Path.of(System.getProperty("firn.root", ".."), "cli/src/main/jvm/compile.commands");

  @Test
  void everyMethodThatIsNamedExists() throws IOException, ClassNotFoundException {
    List<String> lines =
        Files.readAllLines(FILE).stream().filter(line -> line.startsWith("dontinline ")).toList();
    assertThat(lines).hasSizeGreaterThan(50);
    for (String line : lines) {
      String[] names = line.substring("dontinline ".length()).split("::");
      Class<?> type = Class.forName(names[0], false, getClass().getClassLoader());
      assertThat(Arrays.stream(type.getDeclaredMethods()).map(Method::getName))
          .as(line)
          .contains(names[1]);
    }
  }
}
