package dev.firn.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.io.IOException;
import java.util.Optional;

/**
 * The text of a notice file: {@code {"location": "file:///…", "size": 12, "etag": "…", "version":
 * "…"}}; only the location is required, other keys are passed over.
 */
record NoticeText(
    String location, Optional<Long> sizeBytes, Optional<String> etag, Optional<String> version) {
  private static final ObjectReader READER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build()
          .reader();

  /**
   * Reads a notice.
   *
   * @throws IOException if it is no such text; the message says where and why
   */
  static NoticeText parse(byte[] json) throws IOException {
    JsonNode root = READER.readTree(json);
    if (root == null || !root.isObject()) {
      throw new IOException("expected a JSON object");
    }
    Optional<String> location = text(root, "location").filter(text -> !text.isEmpty());
    if (location.isEmpty()) {
      throw new IOException("expected the key 'location'");
    }
    return new NoticeText(location.get(), size(root), text(root, "etag"), text(root, "version"));
  }

  private static Optional<String> text(JsonNode root, String key) throws IOException {
    return value(root, key, JsonNodeType.STRING).map(JsonNode::textValue);
  }

  private static Optional<Long> size(JsonNode root) throws IOException {
    Optional<JsonNode> value = value(root, "size", JsonNodeType.NUMBER);
    if (value.isPresent() && (!value.get().canConvertToLong() || value.get().longValue() < 0)) {
      throw new IOException("expected a size of 0 or more, got " + value.get());
    }
    return value.map(JsonNode::longValue);
  }

  private static Optional<JsonNode> value(JsonNode root, String key, JsonNodeType type)
      throws IOException {
    JsonNode value = root.get(key);
    if (value == null || value.isNull()) {
      return Optional.empty();
    }
    if (value.getNodeType() != type) {
      throw new IOException("expected '" + key + "' to be a " + type + ", got " + value);
    }
    return Optional.of(value);
  }
}
