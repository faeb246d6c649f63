package dev.firn.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSourceStoreTest {
  @TempDir Path folder;

  private final LocalSourceStore store = new LocalSourceStore();

  private FileIdentity write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return store.stat("file://" + file).orElseThrow();
  }

  @Test
  void locationsAreLiteralAndEtagsHoldNanoseconds() throws IOException {
    FileIdentity file = write("a b/x%2Fy+z.json", "12345");
    Files.setLastModifiedTime(
        folder.resolve("a b/x%2Fy+z.json"),
        FileTime.from(Instant.parse("2024-01-01T00:00:00.000123456Z")));

    FileIdentity now = store.stat(file.location()).orElseThrow();

    assertThat(now.location()).isEqualTo("file://" + folder + "/a b/x%2Fy+z.json");
    assertThat(now.sizeBytes()).isEqualTo(5);
    assertThat(now.etag()).contains("mtime-1704067200000123456");
    assertThat(store.stat("file:" + folder + "/a b/./x%2Fy+z.json")).contains(now);
  }

  @Test
  void nothingAndFoldersAreNoFiles() throws IOException {
    assertThat(store.stat("file://" + folder + "/none")).isEmpty();
    assertThat(store.stat("file://" + folder)).isEmpty();
  }

  @Test
  void readsTheVersionThatWasAskedFor() throws IOException {
    FileIdentity file = write("a", "hello");
    try (InputStream in = store.open(file)) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("hello");
    }
    FileIdentity empty = write("empty", "");
    try (InputStream in = store.open(empty)) {
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  @Test
  void refusesAnotherVersionAtOnce() throws IOException {
    FileIdentity file = write("a", "hello");
    write("a", "hello, world");
    assertThatThrownBy(() -> store.open(file))
        .isInstanceOf(VersionGoneException.class)
        .hasMessageContaining("expected 5 bytes")
        .hasMessageContaining("found 12 bytes");
    Files.delete(folder.resolve("a"));
    assertThatThrownBy(() -> store.open(file))
        .isInstanceOf(VersionGoneException.class)
        .hasMessageContaining("nothing");
  }

  @Test
  void aFileThatGrowsWhileItIsReadIsGone() throws IOException {
    FileIdentity file = write("a", "x".repeat(10_000));
    InputStream in = store.open(file);
    in.readNBytes(100);
    Files.writeString(folder.resolve("a"), "more", StandardOpenOption.APPEND);
    assertThatThrownBy(in::readAllBytes).isInstanceOf(VersionGoneException.class);
    in.close();
  }

  @Test
  void aFileThatIsReplacedWhileItIsReadIsGoneBeforeItsLastBytes() throws IOException {
    FileIdentity file = write("a", "x".repeat(10_000));
    InputStream in = store.open(file);
    assertThat(in.readNBytes(9_999)).hasSize(9_999);
    Files.writeString(folder.resolve("b"), "y".repeat(10_000));
    Files.setLastModifiedTime(folder.resolve("b"), FileTime.fromMillis(1));
    Files.move(
        folder.resolve("b"),
        folder.resolve("a"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(in::read).isInstanceOf(VersionGoneException.class);
    in.close();
  }

  @Test
  void aFileThatShrinksWhileItIsReadIsGone() throws IOException {
    FileIdentity file = write("a", "x".repeat(10_000));
    InputStream in = store.open(file);
    in.readNBytes(100);
    Files.writeString(folder.resolve("a"), "short");
    assertThatThrownBy(in::readAllBytes).isInstanceOf(VersionGoneException.class);
    in.close();
  }

  @Test
  void listsAPrefixThatMayEndWithinAName() throws IOException {
    write("2024/05/06/a.json", "1");
    write("2024/05/06/b/c.json", "1");
    write("2024/05/07/a.json", "1");
    write("2024/15/a.json", "1");
    assertThat(list("2024/05/06/"))
        .containsExactlyInAnyOrder("2024/05/06/a.json", "2024/05/06/b/c.json");
    assertThat(list("2024/05/0")).hasSize(3);
    assertThat(list("2024/05/06/a")).containsExactly("2024/05/06/a.json");
    assertThat(list("")).hasSize(4);
    assertThat(list("2023/")).isEmpty();
  }

  @Test
  void linksToFilesAreFollowedAndLinksToFoldersAreNot() throws IOException {
    FileIdentity target = write("x/target.json", "12345");
    Files.createSymbolicLink(folder.resolve("link.json"), folder.resolve("x/target.json"));
    Files.createSymbolicLink(folder.resolve("x/circle"), folder);
    Files.createSymbolicLink(folder.resolve("broken.json"), folder.resolve("nowhere"));
    Files.createSymbolicLink(folder.resolve("self.json"), folder.resolve("self.json"));
    assertThat(list("")).containsExactlyInAnyOrder("x/target.json", "link.json");
    assertThat(store.stat("file://" + folder + "/link.json").orElseThrow().etag())
        .isEqualTo(target.etag());
  }

  private List<String> list(String prefix) throws IOException {
    List<String> found = new ArrayList<>();
    String root = "file://" + folder + "/";
    store.list(root + prefix, file -> found.add(file.location().substring(root.length())));
    return found;
  }
}
