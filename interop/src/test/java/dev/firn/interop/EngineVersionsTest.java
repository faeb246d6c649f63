package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The engines' lists of jars stand outside of the build and repeat two of its versions. */
class EngineVersionsTest {
  private final Path root = Path.of(System.getProperty("firn.root"));

  @Test
  void enginesHaveTheBuildsIcebergAndSqlite() throws IOException {
    for (String engine : new String[] {"spark", "flink"}) {
      Path pom = root.resolve("interop/engines").resolve(engine).resolve("pom.xml");
      for (String property : new String[] {"iceberg.version", "sqlite.version"}) {
        assertThat(value(pom, property))
            .as("%s of %s", property, engine)
            .isEqualTo(value(root.resolve("pom.xml"), property));
      }
    }
  }

  private static String value(Path pom, String property) throws IOException {
    Matcher found =
        Pattern.compile("<" + Pattern.quote(property) + ">([^<]+)<").matcher(Files.readString(pom));
    assertThat(found.find()).as("%s in %s", property, pom).isTrue();
    return found.group(1);
  }
}
