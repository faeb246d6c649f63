package dev.firn.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.FirnException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationsTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          /a/b,             file:///a/b
          file:/a/b,        file:///a/b
          file:///a/b,      file:///a/b
          FILE:/a,          file:///a
          file:////a//b/,   file:///a/b
          //a,              file:///a
          /,                file:///
          file:///,         file:///
          s3://bucket/a//b, s3://bucket/a//b
          s3://bucket/a/,   s3://bucket/a
          """)
  void everySpellingHasOneCanonicalForm(String location, String canonical) {
    assertThat(Locations.canonical(location)).isEqualTo(canonical);
    assertThat(Locations.canonical(canonical)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a b", "/a%20b", "/a+b", "/a#b", "/a?b", "/a:b", "/ü/İ", "/a\\b"})
  void namesAreTakenLiterally(String path) {
    assertThat(Locations.localPath(path)).isEqualTo(Path.of(path));
    assertThat(Locations.localPath("file://" + path)).isEqualTo(Path.of(path));
    assertThat(Locations.of(Path.of(path))).isEqualTo("file://" + path);
    assertThat(Locations.resolve("/w", path.substring(1))).isEqualTo("file:///w" + path);
  }

  @ParameterizedTest
  @CsvSource({
    "/a/b,file:///a,b",
    "/a,file:///,a",
    "file:/a/b/,file:///a,b",
    "s3://bucket/a/b,s3://bucket/a,b",
    "s3://bucket/a,s3://bucket,a"
  })
  void parentAndFileNameTakeALocationApart(String location, String parent, String fileName) {
    assertThat(Locations.parent(location)).isEqualTo(parent);
    assertThat(Locations.fileName(location)).isEqualTo(fileName);
    assertThat(Locations.resolve(parent, fileName)).isEqualTo(Locations.canonical(location));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "file:///", "s3://bucket"})
  void aRootHasNoParent(String root) {
    assertThatThrownBy(() -> Locations.parent(root)).isInstanceOf(FirnException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "file:a", "file://host/a", "a:b/c"})
  void whatIsNotAbsoluteIsRefused(String location) {
    assertThatThrownBy(() -> Locations.canonical(location))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("'" + location + "'");
  }

  @Test
  void aRemoteLocationNamesTheMissingStorage() {
    assertThatThrownBy(() -> Locations.localPath("s3://bucket/a"))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("s3://bucket/a")
        .hasMessageContaining("scheme 's3'");
  }
}
