package dev.firn.pipeline;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The values of a YAML file with the lines they stand in. Nested maps become dotted keys, except
 * for the keys that hold a map or list as a value.
 */
final class ConfigFile {
  /**
   * A scalar's text, or a map or list of texts, whole numbers and truth values; its line from 1.
   */
  record Value(Object value, int line) {}

  private static final Pattern PLACE = Pattern.compile("line (\\d+), column \\d+");

  private final Path path;
  private final Map<String, Value> values = new LinkedHashMap<>();
  private final Map<String, Integer> empty = new LinkedHashMap<>();

  private ConfigFile(Path path) {
    this.path = path;
  }

  /** Reads a file; {@code structured} are the dotted keys whose maps are values. */
  static ConfigFile read(Path path, Set<String> structured) {
    ConfigFile file = new ConfigFile(path);
    try (JsonParser parser = YAMLFactory.builder().build().createParser(Files.readString(path))) {
      JsonToken first = parser.nextToken();
      if (first == JsonToken.START_OBJECT) {
        file.readMap(parser, "", structured);
      } else if (first != null) {
        throw file.error(1, "expected keys and values at the top, found " + parser.getText());
      }
      if (parser.nextToken() != null) {
        throw file.error(line(parser), "expected one YAML document, found a second one");
      }
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      int line = at == null ? 1 : Math.max(1, at.getLineNr());
      throw file.notYaml(String.valueOf(e.getOriginalMessage()), line);
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "can't read the pipeline file "
              + path
              + " ("
              + e.getClass().getSimpleName()
              + "): check its name",
          e);
    }
    return file;
  }

  /** The file. */
  Path path() {
    return path;
  }

  /** Values by dotted key, in the order of the file. */
  Map<String, Value> values() {
    return values;
  }

  /** Keys without a value, with the lines they stand in: sections of which nothing is left, too. */
  Map<String, Integer> empty() {
    return empty;
  }

  /** The parser shows places in several lines; kept are its words and the last place. */
  private FirnException notYaml(String message, int contextLine) {
    String words =
        message.lines().filter(each -> !each.startsWith(" ")).collect(Collectors.joining(", "));
    int line = contextLine;
    Matcher place = PLACE.matcher(message);
    while (place.find()) {
      line = Integer.parseInt(place.group(1));
    }
    return error(
        line,
        "not valid YAML: "
            + words
            + "; a text that begins with {, [, * or & needs quotes, and tabs can't indent");
  }

  /** An error that names the file and a line. */
  FirnException error(int line, String message) {
    return new FirnException(
        ErrorCode.CONFIG, path.getFileName() + " line " + line + ": " + message);
  }

  private void readMap(JsonParser parser, String prefix, Set<String> structured)
      throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = prefix + parser.currentName();
      int line = line(parser);
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_OBJECT && !structured.contains(key)) {
        readMap(parser, key + ".", structured);
      } else if (token == JsonToken.VALUE_NULL || (token.isScalarValue() && isBlank(parser))) {
        empty.put(key, line);
      } else if (values.putIfAbsent(key, new Value(value(parser, token), line)) != null) {
        throw error(line, "the key '" + key + "' stands in the file twice; keep one");
      }
    }
  }

  private static boolean isBlank(JsonParser parser) throws IOException {
    return parser.getText().isBlank();
  }

  private Object value(JsonParser parser, JsonToken token) throws IOException {
    return token.isScalarValue() ? parser.getText() : tree(parser, token);
  }

  /** A map or list with typed scalars below. */
  private Object tree(JsonParser parser, JsonToken token) throws IOException {
    if (token == JsonToken.START_OBJECT) {
      Map<String, Object> map = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        int line = line(parser);
        if (map.put(key, tree(parser, parser.nextToken())) != null) {
          throw error(line, "the key '" + key + "' stands here twice; keep one");
        }
      }
      return map;
    }
    if (token == JsonToken.START_ARRAY) {
      List<Object> list = new ArrayList<>();
      for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
        list.add(tree(parser, t));
      }
      return list;
    }
    return switch (token) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NULL -> throw error(line(parser), "a value is missing here");
      default -> parser.getText();
    };
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }
}
