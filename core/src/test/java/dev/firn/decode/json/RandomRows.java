package dev.firn.decode.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Rows for the columns of {@link DifferentialDecodingTest}, some of them damaged. */
final class RandomRows {
  private static final String[] NUMBERS = {
    "0",
    "-0",
    "1",
    "-1",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "1.0",
    "1e3",
    "1E+3",
    "1.5",
    "0.001",
    "0.0001",
    "999999.999",
    "999999.9990",
    "1000000",
    "-123.456",
    "1e-3",
    "1e5",
    "1e6",
    "1e400",
    "-1e400",
    "1e-400",
    "4.9e-324",
    "2.2250738585072014e-308",
    "3.4028235e38",
    "3.5e38",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
    "123456789012345678901234.567891",
    "123456789012345678901234.5678911",
    "0.30000000000000004",
    "9007199254740992.5",
    "100000000000000000000e-20",
    "0.1e1",
    "0e99999",
    "12345678901234567890123456789012345678901",
    "01",
    "1.",
    ".1",
    "+1",
    "1e",
    "NaN",
    "-"
  };
  private static final String[] TEXTS = {
    "",
    "a",
    "view",
    "é",
    "€",
    "😀",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\\udc00",
    "\\n\\t\\\"",
    "a fairly long text that goes past eight bytes",
    "\\/",
    "\\x",
    "\\u12",
    "tab\tinside",
    "\u2028",
    "\\u0000",
    "12345678",
    "1234567\\\\",
    "2021-05-29T12:34:56.789Z"
  };
  private static final String[] TIMES = {
    "2021-05-29T12:34:56.789Z", "2021-05-29T12:34:56Z", "2021-02-30T00:00:00Z",
    "1969-12-31T23:59:59.999999Z", "2021-05-29T12:34:56.1+02:00", "2021-05-29"
  };
  private static final String[] OTHERS = {
    "null",
    "true",
    "false",
    "nul",
    "True",
    "{}",
    "[]",
    "[1,]",
    "{\"y\":1}",
    "{\"y\":1,\"y\":2}",
    "[[[]]]",
    "{\"q\":{\"y\":[1,2,{\"z\":null}]}}",
    "{\"a\":1,}",
    "[1 2]",
    "\"text\"",
    "7",
    "{1:2}"
  };
  private static final String[] KEYS = {
    "b",
    "i",
    "l",
    "x",
    "f",
    "d",
    "wide",
    "s",
    "a_rather_long_column_name",
    "g",
    "t",
    "m",
    "ts",
    "raw",
    "it",
    "mm",
    "lo",
    "lg",
    "_rescued",
    "unknown",
    "a_rather_long_column_nama",
    "S",
    "\\u0073",
    ""
  };
  private static final String[] BLANKS = {"", "", "", "", " ", "\t", "  ", "\r"};

  private final Random random;

  RandomRows(Random random) {
    this.random = random;
  }

  /** A row without line feeds that begins and ends without blanks. */
  byte[] next() {
    byte[] row = row().getBytes(StandardCharsets.UTF_8);
    if (row.length > 4 && random.nextInt(3) == 0) {
      int changes = 1 + random.nextInt(2);
      for (int i = 0; i < changes; i++) {
        row = damage(row);
      }
      // A carriage return outside of a row's braces would end it.
      for (int i = 0; i < row.length; i++) {
        row[i] = row[i] == '\r' ? (byte) ' ' : row[i];
      }
    }
    return row;
  }

  private byte[] damage(byte[] row) {
    // The first and last byte stay, so that the row keeps its place in a file.
    int at = 1 + random.nextInt(row.length - 2);
    byte[] bytes = row.clone();
    switch (random.nextInt(4)) {
      case 0:
        bytes[at] = (byte) "{}[]\",:\\ 0e-.nt\u007f".charAt(random.nextInt(16));
        return bytes;
      case 1:
        byte b = (byte) random.nextInt(256);
        bytes[at] = b == '\n' ? 0 : b;
        return bytes;
      case 2:
        byte[] shorter = new byte[row.length - 1];
        System.arraycopy(row, 0, shorter, 0, at);
        System.arraycopy(row, at + 1, shorter, at, row.length - at - 1);
        return shorter.length < 3 ? row : shorter;
      default:
        byte[] longer = new byte[row.length + 1];
        System.arraycopy(row, 0, longer, 0, at);
        longer[at] = row[random.nextInt(row.length)];
        System.arraycopy(row, at, longer, at + 1, row.length - at);
        return longer;
    }
  }

  private String row() {
    List<String> keys = new ArrayList<>(List.of(KEYS));
    if (random.nextInt(3) > 0) {
      Collections.shuffle(keys, random);
    }
    int count = random.nextInt(KEYS.length);
    StringBuilder row = new StringBuilder("{").append(blank());
    boolean first = true;
    for (String key : keys.subList(0, count)) {
      if (!first) {
        row.append(blank()).append(',').append(blank());
      }
      first = false;
      row.append('"').append(key).append('"').append(blank()).append(':').append(blank());
      row.append(random.nextInt(40) == 0 ? anything() : fitting(key));
      if (random.nextInt(400) == 0) {
        row.append(",\"").append(key).append("\":null");
      }
    }
    return row.append(blank()).append('}').toString();
  }

  private String fitting(String key) {
    if (random.nextInt(8) == 0) {
      return "null";
    }
    switch (key) {
      case "b":
        return random.nextBoolean() ? "true" : "false";
      case "i":
        return String.valueOf(random.nextInt());
      case "l":
        return String.valueOf(random.nextLong() >> random.nextInt(64));
      case "x":
        return random.nextBoolean()
            ? String.valueOf(random.nextInt(100_000) / 100.0)
            : String.valueOf(random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300));
      case "f":
        return String.valueOf(random.nextFloat() * 1000);
      case "d":
        return random.nextInt(1_000_000) + "." + random.nextInt(10);
      case "wide":
        return random.nextLong() + "." + random.nextInt(1000);
      case "g":
        return "{\"y\":" + random.nextInt(9) + ",\"n\":{\"s\":" + text() + ",\"l\":[1.5,null]}}";
      case "t":
        return "[" + text() + "," + text() + "]";
      case "m":
        return "{\"k" + random.nextInt(3) + "\":1,\"k" + (3 + random.nextInt(3)) + "\":null}";
      case "ts":
        return "\"" + TIMES[random.nextInt(2)] + "\"";
      case "raw":
        return anything();
      case "it":
        return "[" + items() + "]";
      case "mm":
        return "{\"a\":" + item("k") + ",\"b\":" + item("q") + "}";
      case "lo":
        return random.nextInt(3) == 0 ? anything() : String.valueOf(random.nextInt(99));
      case "lg":
        return loose();
      case "s", "a_rather_long_column_name":
        return text();
      default:
        return anything();
    }
  }

  private String items() {
    StringBuilder items = new StringBuilder();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      items.append(i == 0 ? "" : blank() + "," + blank());
      items.append(item(List.of("k", "q", "raw").get(random.nextInt(3))));
    }
    return items.toString();
  }

  private String item(String key) {
    String value = key.equals("k") ? String.valueOf(random.nextInt(9)) : anything();
    return random.nextInt(9) == 0 ? "null" : "{" + blank() + "\"" + key + "\":" + value + "}";
  }

  private String loose() {
    return "{\"a\":"
        + (random.nextInt(4) == 0 ? anything() : "1")
        + ",\"q\":"
        + random.nextInt(9)
        + ",\"b\":{\"c\":"
        + (random.nextInt(4) == 0 ? anything() : "2")
        + ",\"q\":1},\"e\":["
        + item("k")
        + ","
        + (random.nextInt(4) == 0 ? anything() : item("q"))
        + ","
        + item("k")
        + "]}";
  }

  private String anything() {
    switch (random.nextInt(4)) {
      case 0:
        return NUMBERS[random.nextInt(NUMBERS.length)];
      case 1:
        return "\"" + TEXTS[random.nextInt(TEXTS.length)] + "\"";
      case 2:
        return "\"" + TIMES[random.nextInt(TIMES.length)] + "\"";
      default:
        return OTHERS[random.nextInt(OTHERS.length)];
    }
  }

  private String text() {
    // The first eight are fine in every string.
    return "\"" + TEXTS[random.nextInt(8)] + "\"";
  }

  private String blank() {
    return BLANKS[random.nextInt(BLANKS.length)];
  }
}
