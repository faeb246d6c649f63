package dev.firn.parquet;

import java.util.Map;

/**
 * How a Parquet file is written.
 *
 * @param codec how pages are compressed
 * @param level the codec's level; for {@link Codec#ZSTD} 1 to 19, the higher the smaller and slower
 * @param rowGroupBytes memory that the pages of a row group may take up (compressed, plus those
 *     still being filled); a row group ends when it is reached. At least 64 KiB
 * @param pageBytes encoded bytes after which a page ends, before compression; 1 KiB to 64 MiB
 * @param pageRows rows after which a page ends; 1 to 1,000,000
 * @param deltaIntegers whether int and long pages may use DELTA_BINARY_PACKED where it is smaller,
 *     which saves some 5 % of a log file. parquet-java, Arrow, DuckDB and Spark read it; Iceberg's
 *     own vectorised Spark reader does only from 1.10 on, so it is off by default
 * @param keyValues entries for the footer beside {@code iceberg.schema}
 */
public record ParquetWriterOptions(
    Codec codec,
    int level,
    long rowGroupBytes,
    int pageBytes,
    int pageRows,
    boolean deltaIntegers,
    Map<String, String> keyValues) {

  /**
   * Zstandard at level 1 (on log rows as small as level 3, at 70 % of its CPU time), row groups of
   * 32 MiB, pages of 1 MiB or 20,000 rows.
   */
  public static final ParquetWriterOptions DEFAULT =
      new ParquetWriterOptions(Codec.ZSTD, 1, 32L << 20, 1 << 20, 20_000, false, Map.of());

  /** Checks the ranges and copies the map. */
  public ParquetWriterOptions {
    require(codec == Codec.NONE || (level >= 1 && level <= 19), "level", level, "1 to 19");
    require(rowGroupBytes >= 1 << 16, "rowGroupBytes", rowGroupBytes, "at least 65536");
    require(
        pageBytes >= 1 << 10 && pageBytes <= 1 << 26, "pageBytes", pageBytes, "1024 to 67108864");
    require(pageRows >= 1 && pageRows <= 1_000_000, "pageRows", pageRows, "1 to 1000000");
    keyValues = Map.copyOf(keyValues);
  }

  /** The same with another row group size. */
  public ParquetWriterOptions withRowGroupBytes(long bytes) {
    return new ParquetWriterOptions(
        codec, level, bytes, pageBytes, pageRows, deltaIntegers, keyValues);
  }

  /** The same with other page limits. */
  public ParquetWriterOptions withPages(int bytes, int rows) {
    return new ParquetWriterOptions(
        codec, level, rowGroupBytes, bytes, rows, deltaIntegers, keyValues);
  }

  /** The same with another codec and level. */
  public ParquetWriterOptions withCodec(Codec other, int otherLevel) {
    return new ParquetWriterOptions(
        other, otherLevel, rowGroupBytes, pageBytes, pageRows, deltaIntegers, keyValues);
  }

  /** The same with DELTA_BINARY_PACKED allowed or not. */
  public ParquetWriterOptions withDeltaIntegers(boolean allowed) {
    return new ParquetWriterOptions(
        codec, level, rowGroupBytes, pageBytes, pageRows, allowed, keyValues);
  }

  /** The same with other footer entries. */
  public ParquetWriterOptions withKeyValues(Map<String, String> entries) {
    return new ParquetWriterOptions(
        codec, level, rowGroupBytes, pageBytes, pageRows, deltaIntegers, entries);
  }

  private static void require(boolean holds, String name, long value, String range) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + ", expected " + range);
    }
  }
}
