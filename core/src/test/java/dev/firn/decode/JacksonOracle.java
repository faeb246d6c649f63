package dev.firn.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** What a row means: read by Jackson, then matched to the schema in the plainest way. */
final class JacksonOracle {
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,]([0-9]{1,9}))?)?)"
              + "([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?");

  private final Schema schema;
  private final JsonMapper mapper =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNumberLength(1_000_000).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .build();

  JacksonOracle(Schema schema) {
    this.schema = schema;
  }

  /** A row does not fit; used for control flow here, where speed is no matter. */
  private static final class Refused extends RuntimeException {}

  Optional<Map<String, Object>> read(byte[] line) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
      JsonNode node = mapper.readTree(text);
      refuseDuplicates(text);
      return node.isObject() ? Optional.of(struct(node, schema.asStruct())) : Optional.empty();
    } catch (IOException | Refused e) {
      return Optional.empty();
    }
  }

  /**
   * Refuses keys that stand twice where they fill columns or are keys of a map, and half surrogates
   * anywhere.
   */
  private void refuseDuplicates(String text) throws IOException {
    try (JsonParser parser = mapper.createParser(text)) {
      parser.nextToken();
      refuseDuplicates(parser, schema.asStruct());
    }
  }

  private static void refuseDuplicates(JsonParser parser, @Nullable Type type) throws IOException {
    Set<String> seen = new HashSet<>();
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String key = parser.currentName();
        refuseHalfSurrogates(key);
        boolean map = type != null && type.isMapType();
        Types.NestedField field =
            type != null && type.isStructType() ? type.asStructType().field(key) : null;
        require(seen.add(key) || (!map && field == null));
        parser.nextToken();
        refuseDuplicates(
            parser, map ? type.asMapType().valueType() : field == null ? null : field.type());
      }
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        refuseDuplicates(
            parser, type != null && type.isListType() ? type.asListType().elementType() : null);
      }
    } else if (parser.currentToken() == JsonToken.VALUE_STRING) {
      refuseHalfSurrogates(parser.getText());
    }
  }

  private static void refuseHalfSurrogates(String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new Refused();
    }
  }

  private static Map<String, Object> struct(JsonNode node, Types.StructType type) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Types.NestedField field : type.fields()) {
      JsonNode value = node.get(field.name());
      boolean absent = value == null || value.isNull();
      if (absent && field.isRequired()) {
        throw new Refused();
      }
      values.put(field.name(), absent ? null : value(value, field.type()));
    }
    return values;
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
      case STRUCT:
        require(node.isObject());
        return struct(node, type.asStructType());
      case LIST:
        require(node.isArray());
        List<Object> list = new ArrayList<>();
        node.forEach(
            item -> list.add(item.isNull() ? null : value(item, type.asListType().elementType())));
        return list;
      default:
        require(node.isObject());
        Map<String, Object> map = new LinkedHashMap<>();
        node.properties()
            .forEach(
                entry ->
                    map.put(
                        entry.getKey(),
                        entry.getValue().isNull()
                            ? null
                            : value(entry.getValue(), type.asMapType().valueType())));
        return map;
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
      throw new Refused();
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
      throw new Refused();
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
      throw new Refused();
    }
  }

  private static void require(boolean fits) {
    if (!fits) {
      throw new Refused();
    }
  }
}
