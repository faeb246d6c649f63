package dev.firn.decode.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.decode.StreamOpener;
import dev.firn.table.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The decoder beside Jackson in strict mode, on random rows and on damaged ones. */
class DifferentialDecodingTest {
  private static final long SEED = Long.getLong("firn.seed", 20210529L);
  private static final int ROWS = Integer.getInteger("firn.rows", 20_000);

  private static final int PIECE_ROWS = 5_000;

  /** Numbers that Jackson can't make a BigDecimal of. */
  private static final Pattern BEYOND_JACKSON = Pattern.compile("[eE][+-]?[0-9]{6}");

  private static final Schema SCHEMA =
      SchemaText.parse(
          Map.ofEntries(
              Map.entry("b", "boolean"),
              Map.entry("i", "int"),
              Map.entry("l", "long"),
              Map.entry("x", "double"),
              Map.entry("f", "float"),
              Map.entry("d", "decimal(9,3)"),
              Map.entry("wide", "decimal(30,6)"),
              Map.entry("s", "string"),
              Map.entry("a_rather_long_column_name", "string"),
              Map.entry("g", "struct<y:long required, n:struct<s:string, l:list<double>>>"),
              Map.entry("t", "list<string>"),
              Map.entry("m", "map<string,int>"),
              Map.entry("ts", "timestamptz"),
              Map.entry("raw", "string"),
              Map.entry("it", "list<struct<k:long, raw:string>>"),
              Map.entry("mm", "map<string,struct<k:long>>"),
              Map.entry("lo", "int"),
              Map.entry("lg", "struct<a:long, b:struct<c:int>, e:list<struct<k:int>>>"),
              Map.entry("_rescued", "string")));

  static final JsonLinesOptions OPTIONS =
      JsonLinesOptions.of(SCHEMA)
          .withJson(
              Set.of("raw", "it.element.raw"),
              new UnknownKeys(
                  UnknownKeys.Handling.RESCUE,
                  "_rescued",
                  Set.of(),
                  Set.of(SCHEMA.findField("lo").fieldId(), SCHEMA.findField("lg").fieldId())));

  /** {@code -Dfirn.rows=1000000} for a long run; memory stays that of one piece. */
  @Test
  void rowsAreAcceptedAndRejectedAsByJacksonAndValuesAreEqual() {
    RandomRows rows = new RandomRows(new Random(SEED));
    for (int done = 0; done < ROWS; done += PIECE_ROWS) {
      List<byte[]> lines = new ArrayList<>();
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      file.write('\n');
      while (lines.size() < PIECE_ROWS) {
        byte[] line = rows.next();
        if (!BEYOND_JACKSON.matcher(new String(line, StandardCharsets.ISO_8859_1)).find()) {
          lines.add(line);
          file.writeBytes(line);
          file.write('\n');
        }
      }
      Decoding decoding = Decoding.of(OPTIONS, file.toByteArray());
      assertThat(decoding.counts.rowsIn()).isEqualTo(PIECE_ROWS);
      assertThat(decoding.batch.rowCount()).isBetween(PIECE_ROWS / 4, PIECE_ROWS * 9 / 10);
      compare(lines, decoding);
    }
  }

  private static void compare(List<byte[]> lines, Decoding decoding) {
    JacksonOracle oracle = new JacksonOracle(OPTIONS);
    int row = 0;
    int reject = 0;
    for (int i = 0; i < lines.size(); i++) {
      byte[] line = lines.get(i);
      boolean rejected =
          reject < decoding.rejects.size() && decoding.rejects.get(reject).line() == i + 2;
      Optional<Map<String, Object>> expected = oracle.read(line);
      String detail = rejected ? decoding.rejects.get(reject).detail() : "accepted";
      Supplier<String> about =
          () ->
              String.format(
                  Locale.ROOT,
                  "seed %d: %s%n%s",
                  SEED,
                  new String(line, StandardCharsets.UTF_8),
                  detail);
      assertThat(rejected).as(about).isEqualTo(expected.isEmpty());
      if (rejected) {
        assertThat(decoding.rejects.get(reject++).raw()).as(about).isEqualTo(line);
      } else {
        Map<String, @Nullable Object> values = Values.of(decoding.batch, row++);
        values.computeIfPresent("raw", (key, text) -> oracle.tree((String) text));
        values.computeIfPresent("_rescued", (key, text) -> oracle.tree((String) text));
        values.computeIfPresent("it", (key, items) -> withTrees(oracle, (List<?>) items));
        assertThat(plusZero(values)).as(about).isEqualTo(plusZero(expected.get()));
      }
    }
  }

  private static List<?> withTrees(JacksonOracle oracle, List<?> items) {
    for (Object item : items) {
      if (item instanceof Map<?, ?> struct) {
        @SuppressWarnings("unchecked")
        Map<String, Object> fields = (Map<String, Object>) struct;
        fields.computeIfPresent("raw", (key, text) -> oracle.tree((String) text));
      }
    }
    return items;
  }

  /** Jackson's big numbers have no −0.0, so zeros are compared without their sign. */
  private static @Nullable Object plusZero(@Nullable Object value) {
    if (value instanceof Double number) {
      return number + 0.0;
    } else if (value instanceof Float number) {
      return number + 0.0f;
    } else if (value instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
      map.forEach((key, item) -> copy.put(key, plusZero(item)));
      return copy;
    } else if (value instanceof List<?> list) {
      return list.stream().map(DifferentialDecodingTest::plusZero).collect(Collectors.toList());
    }
    return value;
  }

  @Test
  void buffersThatSplitAnywhereChangeNothing() {
    Random random = new Random(SEED + 1);
    RandomRows rows = new RandomRows(random);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
    for (int i = 0; i < 60; i++) {
      file.writeBytes(rows.next());
      file.writeBytes(
          List.of("\n", "\r\n", "\n\n", " \n", "\t\r\n")
              .get(random.nextInt(5))
              .getBytes(StandardCharsets.US_ASCII));
    }
    byte[] bytes = file.toByteArray();
    String expected = Decoding.of(OPTIONS, bytes).dump();
    for (int buffer = 16; buffer < 1500; buffer += buffer < 160 ? 1 : 13) {
      JsonLinesDecoder decoder = new JsonLinesDecoder(OPTIONS, StreamOpener.PLAIN, buffer);
      InputStream in = new ByteArrayInputStream(bytes);
      assertThat(Decoding.of(decoder, in, bytes.length).dump())
          .as("seed %d, buffer of %d bytes", SEED + 1, buffer)
          .isEqualTo(expected);
    }
    for (int chunk = 1; chunk < 20; chunk++) {
      JsonLinesDecoder decoder = new JsonLinesDecoder(OPTIONS, StreamOpener.PLAIN, 64);
      InputStream in = new Trickle(bytes, chunk);
      assertThat(Decoding.of(decoder, in, bytes.length).dump())
          .as("seed %d, %d bytes at a time", SEED + 1, chunk)
          .isEqualTo(expected);
    }
  }

  @Test
  void rejectsAndRowsCoverTheFileWithoutAGap() {
    Random random = new Random(SEED + 2);
    RandomRows rows = new RandomRows(random);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (int i = 0; i < 500; i++) {
      file.writeBytes(rows.next());
      file.write('\n');
    }
    byte[] bytes = file.toByteArray();
    Decoding decoding = Decoding.of(OPTIONS, bytes);
    assertThat(decoding.counts.rowsIn()).isEqualTo(500);
    for (Decoding.Reject reject : decoding.rejects) {
      int from = (int) reject.byteOffset();
      assertThat(reject.raw())
          .as("seed %d, line %d", SEED + 2, reject.line())
          .isEqualTo(java.util.Arrays.copyOfRange(bytes, from, from + reject.raw().length));
      assertThat(bytes[from + reject.raw().length]).isEqualTo((byte) '\n');
      long lines = 1;
      for (int i = 0; i < from; i++) {
        lines += bytes[i] == '\n' ? 1 : 0;
      }
      assertThat(reject.line()).isEqualTo(lines);
    }
  }

  /** Hands out a few bytes at a time. */
  private static final class Trickle extends InputStream {
    private final InputStream in;
    private final int chunk;

    Trickle(byte[] bytes, int chunk) {
      this.in = new ByteArrayInputStream(bytes);
      this.chunk = chunk;
    }

    @Override
    public int read() throws java.io.IOException {
      return in.read();
    }

    @Override
    public int read(byte[] target, int from, int length) throws java.io.IOException {
      return in.read(target, from, Math.min(length, chunk));
    }
  }
}
