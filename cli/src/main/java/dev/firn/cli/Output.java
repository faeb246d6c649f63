package dev.firn.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Prints results: tables and lines for people, one JSON document for programs. */
public final class Output {
  private static final ObjectMapper JSON = mapper();

  private Output() {}

  /** Prints a value as JSON; records become objects, instants ISO-8601 text. */
  public static void printJson(Object value) {
    try {
      System.out.println(JSON.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("can't write " + value.getClass() + " as JSON", e);
    }
  }

  /** Prints a line for a person. */
  public static void line(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  /** A count with separators: 1,234,567. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A count with its noun: 1 file, 2 files. */
  public static String plural(long count, String noun) {
    return count(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** An instant from µs since 1970-01-01T00:00Z. */
  public static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /** A size with a unit: 1.2 MiB. */
  public static String size(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    String[] units = {"KiB", "MiB", "GiB", "TiB", "PiB"};
    double value = bytes;
    int unit = -1;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
  }

  private static ObjectMapper mapper() {
    SimpleModule texts = new SimpleModule();
    texts.addSerializer(Instant.class, ToStringSerializer.instance);
    texts.addSerializer(LocalDate.class, ToStringSerializer.instance);
    texts.addSerializer(UUID.class, ToStringSerializer.instance);
    texts.addSerializer(new OptionalSerializer());
    return JsonMapper.builder()
        .addModule(texts)
        .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build();
  }

  /** An optional is its value or null. */
  private static final class OptionalSerializer
      extends com.fasterxml.jackson.databind.ser.std.StdSerializer<Optional<?>> {
    OptionalSerializer() {
      super(Optional.class, false);
    }

    @Override
    public void serialize(
        Optional<?> value,
        com.fasterxml.jackson.core.JsonGenerator generator,
        com.fasterxml.jackson.databind.SerializerProvider provider)
        throws java.io.IOException {
      provider.defaultSerializeValue(value.orElse(null), generator);
    }
  }
}
