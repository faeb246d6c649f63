package dev.firn.landing;

import java.util.function.Supplier;

/**
 * Names that no other writer gives: {@code <kind>-<writer id>-<n>-<random>.parquet}. The writer id
 * and the number tell which files were written together; the random part keeps a name unique even
 * if two writers get the same id.
 */
public final class FileNames {
  private final String prefix;
  private final Supplier<String> ids;
  private long count;

  /** Names of one writer; {@code ids} is asked once here and once per name. */
  public FileNames(String kind, Supplier<String> ids) {
    this.prefix = kind + "-" + ids.get() + "-";
    this.ids = ids;
  }

  /** A name that was not given before. */
  public String next() {
    count++;
    return prefix + count + "-" + ids.get() + ".parquet";
  }
}
