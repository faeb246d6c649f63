package dev.firn.decode.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.firn.decode.RejectReason;
import dev.firn.table.SchemaText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The texts of the JSON test suite (its README tells the origin), each as a line between two others
 * of a file, for a table that has none of their keys.
 */
class JsonTestSuiteTest {
  private static final Path FOLDER = folder();

  private static final JsonLinesOptions OPTIONS =
      JsonLinesOptions.of(SchemaText.parse(Map.of("_rescued", "string")))
          .withJson(Set.of(), UnknownKeys.rescued("_rescued"));

  /** Valid, but a key stands twice, which is refused by a rule of ours. */
  private static final Set<String> DUPLICATES =
      Set.of("y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json");

  private static final Set<RejectReason> SYNTAX =
      Set.of(RejectReason.MALFORMED, RejectReason.INVALID_UTF8, RejectReason.TOO_DEEP);
  private static final Pattern OFFSET = Pattern.compile("at byte (\\d+) of the row$");

  private static Path folder() {
    URL url = JsonTestSuiteTest.class.getResource("/json-test-suite/outcomes.txt");
    try {
      return Path.of(Objects.requireNonNull(url).toURI()).getParent();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, byte[]> files(String prefix) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> paths = Files.list(FOLDER.resolve("files"))) {
      for (Path path : paths.toList()) {
        String name = path.getFileName().toString();
        if (name.startsWith(prefix)) {
          files.put(name, Files.readAllBytes(path));
        }
      }
    }
    return files;
  }

  /** Whether the text can be one line: it is not empty and has no line feed. */
  private static boolean isLine(byte[] text) {
    for (byte b : text) {
      if (b == '\n') {
        return false;
      }
    }
    return text.length > 0;
  }

  /** Long enough for a text of zeros behind it not to look like a binary file. */
  private static final String FIRST = "{\"first\":\"" + "x".repeat(400) + "\"}";

  private static final byte[] BEFORE = (FIRST + "\n").getBytes(StandardCharsets.UTF_8);
  private static final byte[] AFTER = "\n{\"last\":1}\n".getBytes(StandardCharsets.UTF_8);

  /** Decodes the text behind one row and before another, which have to land in any case. */
  private static Decoding decode(String name, byte[] text) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(BEFORE);
    file.writeBytes(text);
    file.writeBytes(AFTER);
    Decoding decoding = Decoding.of(OPTIONS, file.toByteArray());
    int rows = decoding.batch.rowCount();
    assertThat(Values.of(decoding.batch, "_rescued", 0)).as(name).isEqualTo(FIRST);
    assertThat(Values.of(decoding.batch, "_rescued", rows - 1)).as(name).isEqualTo("{\"last\":1}");
    return decoding;
  }

  private static int offset(Decoding.Reject reject) {
    Matcher matcher = OFFSET.matcher(reject.detail());
    assertThat(matcher.find()).as(reject.detail()).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  @Test
  void validObjectsLandAsTheyAreAndOtherValidTextsAreNoObjects() throws IOException {
    JsonMapper jackson = new JsonMapper();
    int objects = 0;
    int others = 0;
    for (Map.Entry<String, byte[]> file : files("y_").entrySet()) {
      if (!isLine(file.getValue()) || DUPLICATES.contains(file.getKey())) {
        continue;
      }
      Decoding decoding = decode(file.getKey(), file.getValue());
      if (jackson.readTree(file.getValue()).isObject()) {
        objects++;
        assertThat(decoding.batch.rowCount()).as(file.getKey()).isEqualTo(3);
        Object rescued = Values.of(decoding.batch, "_rescued", 1);
        assertThat(jackson.readTree(rescued == null ? "{}" : rescued.toString()))
            .as(file.getKey())
            .isEqualTo(jackson.readTree(file.getValue()));
      } else {
        others++;
        assertThat(decoding.reasons()).as(file.getKey()).containsExactly("2:not-an-object");
      }
    }
    assertThat(objects).isEqualTo(9);
    assertThat(others).isEqualTo(80);
  }

  @Test
  void invalidTextsAreRejectedWithReasonAndByteOffset() throws IOException {
    int count = 0;
    for (Map.Entry<String, byte[]> file : files("n_").entrySet()) {
      byte[] text = file.getValue();
      if (!isLine(text)) {
        continue;
      }
      count++;
      Decoding decoding = decode(file.getKey(), text);
      assertThat(decoding.batch.rowCount()).as(file.getKey()).isEqualTo(2);
      if (new String(text, StandardCharsets.ISO_8859_1).isBlank()) {
        assertThat(decoding.counts.rowsIn()).as(file.getKey()).isEqualTo(2);
        continue;
      }
      assertThat(decoding.rejects).as(file.getKey()).hasSize(1);
      Decoding.Reject reject = decoding.rejects.get(0);
      assertThat(reject.reason()).as(file.getKey()).isIn(SYNTAX);
      assertThat(offset(reject)).as(file.getKey()).isBetween(0, text.length);
      assertThat(reject.byteOffset()).as(file.getKey()).isEqualTo(BEFORE.length);
      assertThat(reject.raw()).as(file.getKey()).isEqualTo(text);
    }
    assertThat(count).isGreaterThan(170);
  }

  @Test
  void everyTextHasTheOutcomeThatWasReadByAPerson() throws IOException {
    List<String> outcomes = new ArrayList<>();
    for (Map.Entry<String, byte[]> file : files("").entrySet()) {
      String apart = isLine(file.getValue()) ? "" : "not one line; ";
      outcomes.add(file.getKey() + ": " + apart + outcome(file.getKey(), file.getValue()));
    }
    assertThat(String.join("\n", outcomes))
        .isEqualTo(Files.readString(FOLDER.resolve("outcomes.txt")).strip());
  }

  private static String outcome(String name, byte[] text) {
    List<String> rows = new ArrayList<>();
    Decoding decoding = decode(name, text);
    if (decoding.batch.rowCount() == 3) {
      rows.add("lands");
    } else {
      assertThat(decoding.batch.rowCount()).as(name).isEqualTo(2);
    }
    for (Decoding.Reject reject : decoding.rejects) {
      rows.add(
          "line "
              + (reject.line() - 1)
              + " "
              + reject.reason().code()
              + " at byte "
              + offset(reject));
    }
    return rows.isEmpty() ? "no row" : String.join(", ", rows);
  }
}
