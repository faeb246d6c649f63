package dev.firn.decode.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** What a row means: read by Jackson, then matched to the schema in the plainest way. */
final class JacksonOracle {
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,]([0-9]{1,9}))?)?)"
              + "([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?");

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final JsonLinesOptions options;
  private final JsonMapper mapper =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNumberLength(1_000_000).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  JacksonOracle(JsonLinesOptions options) {
    this.options = options;
  }

  /** A row does not fit; used for control flow here, where speed is no matter. */
  private static final class Refused extends RuntimeException {
    private final boolean misfit;

    Refused(boolean misfit) {
      this.misfit = misfit;
    }
  }

  /** A value, or nothing, and what is left of its text. */
  private record Read(@Nullable Object value, @Nullable JsonNode rest) {}

  /** Values by column; those of JSON text and of rescued keys are trees. */
  Optional<Map<String, Object>> read(byte[] line) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
      JsonNode node = mapper.readTree(text);
      refuseHalfSurrogates(text);
      if (!node.isObject()) {
        return Optional.empty();
      }
      Read row = struct(node, options.schema().asStruct(), "", false);
      @SuppressWarnings("unchecked")
      Map<String, Object> values = (Map<String, Object>) row.value();
      values.put(options.unknown().rescueColumn(), row.rest());
      return Optional.of(values);
    } catch (IOException | Refused e) {
      return Optional.empty();
    }
  }

  /** The tree of a JSON text. */
  JsonNode tree(String text) {
    try {
      return mapper.readTree(text);
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }

  private void refuseHalfSurrogates(String text) throws IOException {
    try (JsonParser parser = mapper.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME || token == JsonToken.VALUE_STRING) {
          if (!StandardCharsets.UTF_8.newEncoder().canEncode(parser.getText())) {
            throw new Refused(false);
          }
        }
      }
    }
  }

  private Read struct(JsonNode node, Types.StructType type, String prefix, boolean loose) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Types.NestedField field : type.fields()) {
      JsonNode value = node.get(field.name());
      boolean rescue = field.name().equals(options.unknown().rescueColumn());
      boolean absent = value == null || value.isNull() || rescue;
      if (absent && field.isRequired()) {
        throw new Refused(false);
      }
      values.put(field.name(), null);
    }
    ObjectNode rest = NODES.objectNode();
    node.properties()
        .forEach(
            entry -> {
              Types.NestedField field = type.field(entry.getKey());
              JsonNode value = entry.getValue();
              if (field == null || entry.getKey().equals(options.unknown().rescueColumn())) {
                rest.set(entry.getKey(), value);
              } else if (!value.isNull()) {
                Read read = field(value, field, prefix, loose);
                values.put(field.name(), read.value());
                if (read.rest() != null) {
                  rest.set(entry.getKey(), read.rest());
                }
              }
            });
    return new Read(values, rest.isEmpty() ? null : rest);
  }

  private Read field(JsonNode value, Types.NestedField field, String prefix, boolean loose) {
    boolean mayMisfit = loose || options.unknown().looseFields().contains(field.fieldId());
    String path = prefix + field.name();
    if (options.jsonText().contains(path)) {
      return new Read(value, null);
    }
    try {
      return nested(value, field.type(), path, mayMisfit);
    } catch (Refused e) {
      if (e.misfit && mayMisfit) {
        return new Read(null, value);
      }
      throw e;
    }
  }

  private Read nested(JsonNode node, Type type, String path, boolean loose) {
    if (node.isNull()) {
      return new Read(null, null);
    }
    switch (type.typeId()) {
      case STRUCT:
        require(node.isObject());
        return struct(node, type.asStructType(), path + ".", loose);
      case LIST:
        require(node.isArray());
        List<Object> list = new ArrayList<>();
        ArrayNode rests = NODES.arrayNode();
        for (JsonNode item : node) {
          Read read = nested(item, type.asListType().elementType(), path + ".element", loose);
          list.add(read.value());
          if (read.rest() != null) {
            while (rests.size() < list.size() - 1) {
              rests.addNull();
            }
            rests.add(read.rest());
          }
        }
        return new Read(list, rests.isEmpty() ? null : rests);
      case MAP:
        require(node.isObject());
        Map<String, Object> map = new LinkedHashMap<>();
        ObjectNode rest = NODES.objectNode();
        node.properties()
            .forEach(
                entry -> {
                  Read read =
                      nested(
                          entry.getValue(), type.asMapType().valueType(), path + ".value", loose);
                  map.put(entry.getKey(), read.value());
                  if (read.rest() != null) {
                    rest.set(entry.getKey(), read.rest());
                  }
                });
        return new Read(map, rest.isEmpty() ? null : rest);
      default:
        return new Read(value(node, type), null);
    }
  }

  private static @Nullable Object value(JsonNode node, Type type) {
    switch (type.typeId()) {
      case BOOLEAN:
        require(node.isBoolean());
        return node.booleanValue();
      case INTEGER:
        return whole(node, 31).intValueExact();
      case LONG:
        return whole(node, 63).longValueExact();
      case DOUBLE:
        double number = Double.parseDouble(number(node).toString());
        require(!Double.isInfinite(number));
        return number;
      case FLOAT:
        float single = Float.parseFloat(number(node).toString());
        require(!Float.isInfinite(single));
        return single;
      case DECIMAL:
        return decimal(node, (Types.DecimalType) type);
      case STRING:
        require(node.isTextual());
        return node.textValue();
      case TIMESTAMP:
        return timestamp(node);
      default:
        throw new AssertionError(type);
    }
  }

  private static BigDecimal number(JsonNode node) {
    require(node.isNumber());
    return node.decimalValue();
  }

  private static BigInteger whole(JsonNode node, int bits) {
    BigDecimal number = number(node);
    require(number.signum() == 0 || number.precision() - number.scale() < 30);
    try {
      BigInteger whole = number.toBigIntegerExact();
      require(whole.bitLength() <= bits);
      return whole;
    } catch (ArithmeticException e) {
      throw new Refused(true);
    }
  }

  private static BigDecimal decimal(JsonNode node, Types.DecimalType type) {
    BigDecimal number = number(node);
    if (number.signum() == 0) {
      return BigDecimal.ZERO.setScale(type.scale());
    }
    require(number.precision() - number.scale() < 100);
    try {
      BigDecimal scaled = number.setScale(type.scale(), RoundingMode.UNNECESSARY);
      require(scaled.precision() <= type.precision());
      return scaled;
    } catch (ArithmeticException e) {
      throw new Refused(true);
    }
  }

  private static Object timestamp(JsonNode node) {
    require(node.isTextual());
    Matcher matcher = TIMESTAMP.matcher(node.textValue());
    require(matcher.matches());
    String fraction = Optional.ofNullable(matcher.group(3)).orElse("");
    String offset = Optional.ofNullable(matcher.group(4)).orElse("Z").toUpperCase(Locale.ROOT);
    try {
      LocalDateTime local =
          LocalDateTime.parse(matcher.group(1) + "T" + matcher.group(2).split("[.,]")[0]);
      long micros = Long.parseLong((fraction + "000000").substring(0, 6));
      return local.toEpochSecond(ZoneOffset.of(offset)) * 1_000_000 + micros;
    } catch (DateTimeException e) {
      throw new Refused(true);
    }
  }

  private static void require(boolean fits) {
    if (!fits) {
      throw new Refused(true);
    }
  }
}
