package dev.firn.testkit.generate;

import dev.firn.decode.RejectReason;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/**
 * Writes rows as JSON lines into one growing array: fixed texts are copied, numbers written digit
 * by digit; no object per row. One thread.
 */
final class RowWriter {
  /** More than the longest row needs. */
  private static final int ROW_BYTES_MAX = 1024;

  private static final byte[] ROW_ID = utf8("{\"row_id\":");
  private static final byte[] TS = utf8(",\"ts\":\"");
  private static final byte[] ACTION = utf8("Z\",\"action\":\"");
  private static final byte[] USER = utf8("\",\"user_id\":");
  private static final byte[] WRONG_USER = utf8("\"not a number\"");
  private static final byte[] SESSION = utf8(",\"session\":\"");
  private static final byte[] DEVICE = utf8("\",\"device\":\"");
  private static final byte[] COUNTRY = utf8("\",\"country\":\"");
  private static final byte[] URL = utf8("\",\"url\":\"https://shop.example/items/");
  private static final byte[] URL_END = utf8("?pos=");
  private static final byte[] STATUS = utf8("\",\"status\":");
  private static final byte[] DURATION = utf8(",\"duration_ms\":");
  private static final byte[] BYTES = utf8(",\"bytes\":");
  private static final byte[] GEO = utf8(",\"geo\":{\"lat\":");
  private static final byte[] LON = utf8(",\"lon\":");
  private static final byte[] CITY = utf8(",\"city\":\"");
  private static final byte[] NO_REFERRER = utf8("\"},\"referrer\":null}");
  private static final byte[] REFERRER =
      utf8("\"},\"referrer\":\"https://www.search.example/results?q=item+");
  private static final byte[] REFERRER_END = utf8("\"}");
  private static final byte[] FAR_FUTURE = utf8("2099-01-01T00:00:");
  private static final byte[] HEX = utf8("0123456789abcdef");

  private static final byte[][] DEVICES =
      texts("android", "ios", "desktop", "tablet", "tv", "watch", "console", "bot");
  private static final byte[][] STATUSES =
      texts("200", "200", "200", "200", "200", "204", "301", "302", "304", "404", "429", "500");

  private static final byte[][] COUNTRIES =
      texts("DE", "FR", "BR", "CH", "JP", "US", "IN", "TR", "KZ", "NP", "NG", "MX");
  private static final byte[][] LATITUDES =
      texts(
          "52.52", "48.85", "-23.55", "47.37", "35.68", "40.71", "19.07", "41.01", "43.22", "27.71",
          "6.52", "19.43");
  private static final byte[][] LONGITUDES =
      texts(
          "13.40", "2.35", "-46.63", "8.54", "139.69", "-74.00", "72.87", "28.97", "76.85", "85.32",
          "3.37", "-99.13");
  private static final byte[][] CITIES =
      texts(
          "Berlin",
          "Paris",
          "São Paulo",
          "Zürich",
          "東京",
          "New York",
          "Mumbai",
          "İstanbul",
          "Алматы",
          "Kathmandu",
          "Lagos",
          "Ciudad de México");

  private final byte[][] actions;
  private final Zipf zipf;
  private byte[] buffer = new byte[64 * 1024];
  private int length;
  private byte[] minutePrefix = new byte[0];
  private long minute = Long.MIN_VALUE;
  private long sessionHigh;
  private long sessionLow;

  RowWriter(int actions, double skew) {
    this.zipf = new Zipf(actions, skew);
    this.actions = new byte[actions][];
    for (int i = 0; i < actions; i++) {
      this.actions[i] = utf8(actionName(i));
    }
  }

  /** The name of the action of a rank, from 0. */
  static String actionName(int rank) {
    String[] verbs = {"view", "click", "search", "add_to_cart", "checkout", "login", "share"};
    String digits = Integer.toString(rank);
    return verbs[rank % verbs.length] + "_" + "0".repeat(Math.max(0, 3 - digits.length())) + digits;
  }

  /** Begins a new file. */
  void reset() {
    length = 0;
    sessionHigh = 0;
  }

  byte[] buffer() {
    return buffer;
  }

  int length() {
    return length;
  }

  /** Writes a row that can be taken; no line end. */
  void good(SplitMix random, long id, long millis) {
    row(random, id, millis, false);
  }

  /** Writes a row that is to be rejected for the reason; no line end. */
  void bad(SplitMix random, long id, long millis, RejectReason reason) {
    int begin = length;
    switch (reason) {
      case TYPE_MISMATCH -> row(random, id, millis, true);
      case EVENT_TIME -> {
        row(random, id, millis, false);
        int time = begin + ROW_ID.length + digits(id) + TS.length;
        System.arraycopy(FAR_FUTURE, 0, buffer, time, FAR_FUTURE.length);
      }
      case MALFORMED -> {
        // Cut in the middle of the url, as by a writer that died.
        row(random, id, millis, false);
        length = begin + (length - begin) / 2;
      }
      default -> throw new IllegalArgumentException("no bad rows are made for " + reason);
    }
  }

  void lineEnd(boolean crlf) {
    reserve();
    if (crlf) {
      buffer[length++] = '\r';
    }
    buffer[length++] = '\n';
  }

  private void row(SplitMix random, long id, long millis, boolean wrongUser) {
    reserve();
    long a = random.next();
    long b = random.next();
    put(ROW_ID);
    number(id);
    put(TS);
    time(millis);
    put(ACTION);
    put(actions[zipf.pick(a)]);
    put(USER);
    if (wrongUser) {
      put(WRONG_USER);
    } else {
      number((a >>> 16) & 0xFFFFF);
    }
    put(SESSION);
    // A session has eight rows on average.
    if (sessionHigh == 0 || (b & 7) == 0) {
      sessionHigh = random.next() | 1;
      sessionLow = random.next();
    }
    session();
    put(DEVICE);
    put(DEVICES[(int) (a >>> 36) & 7]);
    int place = (int) (((a >>> 40) & 0xFF) * CITIES.length >>> 8);
    put(COUNTRY);
    put(COUNTRIES[place]);
    put(URL);
    number((b >>> 3) & 0x3FFFF);
    put(URL_END);
    number((b >>> 21) & 0x3F);
    put(STATUS);
    put(STATUSES[(int) (((a >>> 48) & 0xFF) * STATUSES.length >>> 8)]);
    put(DURATION);
    thousandths((int) (b >>> 27) & 0x3FFFFF);
    put(BYTES);
    number((b >>> 49) * 7);
    place(place, random.next());
  }

  private void place(int place, long random) {
    put(GEO);
    put(LATITUDES[place]);
    twoDigits((int) (random & 0xFF) % 100);
    put(LON);
    put(LONGITUDES[place]);
    twoDigits((int) ((random >>> 8) & 0xFF) % 100);
    put(CITY);
    put(CITIES[place]);
    if ((random & 0x10000) == 0) {
      put(NO_REFERRER);
    } else {
      put(REFERRER);
      number((random >>> 17) & 0xFFFF);
      put(REFERRER_END);
    }
  }

  private void reserve() {
    if (buffer.length - length < ROW_BYTES_MAX) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
  }

  private void put(byte[] text) {
    System.arraycopy(text, 0, buffer, length, text.length);
    length += text.length;
  }

  private void number(long value) {
    int end = length + digits(value);
    int at = end;
    long rest = value;
    do {
      buffer[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    length = end;
  }

  private static int digits(long value) {
    int digits = 1;
    for (long rest = value / 10; rest > 0; rest /= 10) {
      digits++;
    }
    return digits;
  }

  private void twoDigits(int value) {
    buffer[length++] = (byte) ('0' + value / 10);
    buffer[length++] = (byte) ('0' + value % 10);
  }

  private void threeDigits(int value) {
    buffer[length++] = (byte) ('0' + value / 100);
    twoDigits(value % 100);
  }

  private void thousandths(int value) {
    number(value / 1000);
    buffer[length++] = '.';
    threeDigits(value % 1000);
  }

  private void time(long millis) {
    long minuteNow = Math.floorDiv(millis, 60_000L);
    if (minuteNow != minute) {
      minute = minuteNow;
      // "2021-05-29T10:15", seconds and milliseconds follow for each row.
      minutePrefix = utf8(LocalDateTime.ofEpochSecond(minuteNow * 60, 0, ZoneOffset.UTC) + ":");
    }
    put(minutePrefix);
    int rest = (int) (millis - minuteNow * 60_000);
    twoDigits(rest / 1000);
    buffer[length++] = '.';
    threeDigits(rest % 1000);
  }

  private void session() {
    hex(sessionHigh, 60, 8);
    buffer[length++] = '-';
    hex(sessionHigh, 28, 4);
    buffer[length++] = '-';
    hex(sessionHigh, 12, 4);
    buffer[length++] = '-';
    hex(sessionLow, 60, 4);
    buffer[length++] = '-';
    hex(sessionLow, 44, 12);
  }

  private void hex(long bits, int fromBit, int count) {
    for (int i = 0; i < count; i++) {
      buffer[length++] = HEX[(int) (bits >>> (fromBit - 4 * i)) & 15];
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[][] texts(String... texts) {
    byte[][] bytes = new byte[texts.length][];
    for (int i = 0; i < texts.length; i++) {
      bytes[i] = texts[i].getBytes(StandardCharsets.UTF_8);
    }
    return bytes;
  }
}
