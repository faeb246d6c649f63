package dev.firn.decode.csv;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * How CSV files are written.
 *
 * @param delimiter between fields; an ASCII character that no number has and no line end is
 * @param quote around fields, doubled inside; ASCII, another than the delimiter
 * @param nullText the unquoted text that means null
 * @param maxRowBytes longest record, line ends inside of quotes counted
 */
public record CsvDialect(byte delimiter, byte quote, String nullText, int maxRowBytes) {
  /** Longest record unless said otherwise: a longer one has most likely lost a quote. */
  public static final int DEFAULT_MAX_ROW_BYTES = 1 << 20;

  /** RFC 4180: comma, double quote, no text is null. */
  public static final CsvDialect RFC_4180 =
      new CsvDialect((byte) ',', (byte) '"', "", DEFAULT_MAX_ROW_BYTES);

  private static final int MAX_ROW_BYTES_LIMIT = 1 << 30;

  /** Refuses characters that would be ambiguous. */
  public CsvDialect {
    if (!isMark(delimiter) || "+-.".indexOf(delimiter) >= 0) {
      throw wrong(
          "csv.delimiter", "one ASCII character that is no letter, digit, line end, +, - or .");
    }
    if (!isMark(quote) || quote == delimiter || quote == ' ' || quote == '\t') {
      throw wrong(
          "csv.quote", "one printable ASCII character, no letter or digit, not the delimiter");
    }
    if (nullText.chars().anyMatch(c -> c == '\n' || c == '\r')
        || nullText.indexOf(delimiter) >= 0
        || nullText.indexOf(quote) >= 0) {
      throw wrong("csv.null", "a text without delimiter, quote and line end");
    }
    if (maxRowBytes < 1 || maxRowBytes > MAX_ROW_BYTES_LIMIT) {
      throw wrong("csv.max-row", "1 to " + MAX_ROW_BYTES_LIMIT + " bytes");
    }
  }

  /**
   * Reads settings: {@code delimiter}, {@code quote}, {@code null}, {@code max-row} in bytes.
   *
   * @throws FirnException {@link ErrorCode#CONFIG} if one is wrong
   */
  public static CsvDialect parse(Map<String, String> settings) {
    return new CsvDialect(
        character("csv.delimiter", settings.getOrDefault("delimiter", ",")),
        character("csv.quote", settings.getOrDefault("quote", "\"")),
        settings.getOrDefault("null", ""),
        Integer.parseInt(settings.getOrDefault("max-row", String.valueOf(DEFAULT_MAX_ROW_BYTES))));
  }

  byte[] nullBytes() {
    return nullText.getBytes(StandardCharsets.UTF_8);
  }

  private static byte character(String key, String text) {
    if (text.equals("\\t") || text.equals("tab")) {
      return '\t';
    }
    if (text.length() != 1 || text.charAt(0) > 0x7E) {
      throw wrong(key, "one ASCII character, or tab");
    }
    return (byte) text.charAt(0);
  }

  private static boolean isMark(byte c) {
    return c == '\t' || (c >= ' ' && c <= '~' && !Character.isLetterOrDigit(c));
  }

  private static FirnException wrong(String key, String expected) {
    return new FirnException(
        ErrorCode.CONFIG, "'" + key + "' is not allowed: expected " + expected);
  }
}
