package dev.firn.cli.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firn.catalog.FirnCatalog;
import dev.firn.cli.Main;
import dev.firn.error.ErrorCode;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

  @TempDir private Path folder;

  /** What a command printed, and how it ended. */
  private record Ran(int code, String out, String err) {
    JsonNode json() {
      try {
        return JSON.readTree(out);
      } catch (IOException e) {
        throw new AssertionError("not JSON: " + out, e);
      }
    }
  }

  @BeforeEach
  void createTable() {
    try (FirnCatalog catalog =
        FirnCatalog.embedded(
            "firn",
            folder.resolve("a.db"),
            Locations.of(folder.resolve("warehouse")),
            new LocalFileIo(false))) {
      catalog.createNamespace(Namespace.of("db"), Map.of());
      catalog.createTable(TableIdentifier.of("db", "t"), SCHEMA);
    }
  }

  private Ran firn(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    if (!all.contains("--from") || all.contains("relocate")) {
      all.addAll(List.of("--catalog", "sqlite:" + folder.resolve("a.db")));
    }
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
      int code = Main.execute(all.toArray(String[]::new));
      return new Ran(
          code,
          outBytes.toString(StandardCharsets.UTF_8),
          errBytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private List<String> tables() {
    List<String> names = new ArrayList<>();
    firn("tables", "--json").json().path("tables").forEach(name -> names.add(name.asText()));
    return names;
  }

  @Test
  void aTableWhoseMetadataAreGoneIsNamedWithTheNextStep() throws IOException {
    Path metadata;
    try (Stream<Path> files = Files.walk(folder.resolve("warehouse"))) {
      metadata = files.filter(file -> file.toString().endsWith(".json")).findFirst().orElseThrow();
    }
    Files.delete(metadata);
    Ran ran = firn("describe", "db.t");
    assertThat(ran.code()).isEqualTo(ErrorCode.NOT_FOUND.exitCode());
    assertThat(ran.err())
        .contains(metadata.getFileName().toString(), "restore it, or drop the table")
        .doesNotContain("unexpected failure");
  }

  @Test
  void aTableIsListedDescribedRenamedDroppedAndBroughtBack() {
    assertThat(firn("tables").out()).isEqualTo("db.t\n");
    assertThat(firn("namespaces").out()).isEqualTo("db\n");
    JsonNode before = firn("describe", "db.t", "--json").json();
    assertThat(before.path("columns").get(0).path("name").asText()).isEqualTo("id");
    assertThat(firn("describe", "db.t").out()).contains("location   file:///");

    assertThat(firn("rename", "db.t", "db.u").code()).isZero();
    assertThat(tables()).containsExactly("db.u");
    assertThat(firn("describe", "db.u", "--json").json().path("location"))
        .isEqualTo(before.path("location"));

    assertThat(firn("drop", "db.u").code()).isZero();
    assertThat(tables()).isEmpty();
    assertThat(firn("undrop", "db.u", "--list").out()).contains("metadata.json");
    assertThat(firn("undrop", "db.u", "--as", "db.v").code()).isZero();
    assertThat(firn("describe", "db.v", "--json").json().path("uuid"))
        .isEqualTo(before.path("uuid"));

    JsonNode history = firn("history", "db.v", "--json").json();
    assertThat(history.path("moves").get(0).path("kind").asText()).isEqualTo("undrop");
  }

  @Test
  void anUnregisteredTableCanBeRegistered() {
    String metadata =
        firn("unregister", "db.t", "--json").json().path("metadata-location").asText();
    assertThat(tables()).isEmpty();
    assertThat(firn("register", "db.back", Locations.localPath(metadata).toString()).code())
        .isZero();
    assertThat(tables()).containsExactly("db.back");
    Ran again = firn("register", "db.twice", metadata);
    assertThat(again.code()).isEqualTo(ErrorCode.ALREADY_EXISTS.exitCode());
    assertThat(again.err()).startsWith("firn: ").contains("db.back").hasLineCount(1);
  }

  @Test
  void sizesAndNumbersOutOfRangeAreRefused() {
    for (String size : List.of("0", "-1", "99999999999")) {
      Ran refused = firn("compact", "db.t", "--target-mib", size);
      assertThat(refused.code()).as(size).isEqualTo(ErrorCode.USAGE.exitCode());
      assertThat(refused.err()).contains("--target-mib " + size, "expected 1 to");
    }
    Ran refused = firn("expire-snapshots", "db.t", "--retain-last", "0");
    assertThat(refused.code()).isEqualTo(ErrorCode.USAGE.exitCode());
    assertThat(refused.err()).contains("--retain-last 0", "expected 1 or more");
    assertThat(firn("compact", "db.t", "--target-mib", "64").code()).isZero();
    assertThat(firn("expire-snapshots", "db.t", "--retain-last", "2").code()).isZero();
  }

  @Test
  void aPurgeWithoutATerminalWantsAYes() throws IOException {
    Ran refused = firn("drop", "db.t", "--purge");
    assertThat(refused.code()).isEqualTo(ErrorCode.USAGE.exitCode());
    assertThat(refused.err()).contains("--yes");
    assertThat(firn("drop", "db.t", "--purge", "--yes").code()).isZero();
    try (var files = Files.walk(folder.resolve("warehouse"))) {
      assertThat(files.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void failuresAreOneLineWithTheCodeOfTheTable() {
    Ran missing = firn("describe", "db.none");
    assertThat(missing.code()).isEqualTo(ErrorCode.NOT_FOUND.exitCode());
    assertThat(missing.err()).startsWith("firn: ").contains("db.none").hasLineCount(1);
    assertThat(firn("rename", "db.t", "no.t").code()).isEqualTo(ErrorCode.NOT_FOUND.exitCode());
    assertThat(firn("drop", "db.none").code()).isEqualTo(ErrorCode.NOT_FOUND.exitCode());
    assertThat(firn("undrop", "db.none").code()).isEqualTo(ErrorCode.NOT_FOUND.exitCode());
    JsonNode json = firn("describe", "db.none", "--json").json();
    assertThat(json.path("error").path("code").asText()).isEqualTo("NOT_FOUND");
  }

  @Test
  void aMigrationIsTriedDoneAndFoundDone() {
    String from = "sqlite:" + folder.resolve("a.db");
    String to = "sqlite:" + folder.resolve("b.db");
    String[] command = {"migrate", "--from", from, "--to", to};
    assertThat(firn("migrate", "--from", from, "--to", to, "--dry-run").out())
        .isEqualTo("db.t  would be migrated as db.t\n");
    assertThat(tables()).containsExactly("db.t");
    assertThat(firn(command).out()).isEqualTo("db.t  migrated as db.t\n");
    assertThat(tables()).isEmpty();
    assertThat(firn(command).out()).isEqualTo("db.t  was migrated before as db.t\n");
    assertThat(firn("migrate", "--from", to, "--catalog", from, "--dry-run", "db.t").out())
        .isEqualTo("db.t  would be migrated as db.t\n");
    JsonNode result =
        firn("migrate", "--from", to, "--to", from, "--json", "db.t").json().path("tables");
    assertThat(result.get(0).path("outcome").asText()).isEqualTo("migrated");
    assertThat(tables()).containsExactly("db.t");
  }

  @Test
  void aTableWhoseFilesWereMovedIsRelocated() throws IOException {
    Files.move(folder.resolve("warehouse"), folder.resolve("elsewhere"));
    assertThat(firn("describe", "db.t").code()).isNotZero();
    Ran ran =
        firn(
            "relocate",
            "db.t",
            "--from",
            folder.resolve("warehouse").toString(),
            "--to",
            folder.resolve("elsewhere").toString());
    assertThat(ran.err()).isEmpty();
    assertThat(ran.code()).isZero();
    assertThat(firn("describe", "db.t", "--json").json().path("location").asText())
        .startsWith(Locations.of(folder.resolve("elsewhere")));
  }
}
