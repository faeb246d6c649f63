package dev.firn.landing;

import java.util.function.Supplier;

/**
 * Names that no other writer gives: {@code <kind>-<writer id>-<n>-<random>.parquet}. The writer id
 * and the number tell which files were written together; the random part keeps a name unique even
 * if two writers get the same id.
 */
final class FileNames {
  private final String prefix;
  private final Supplier<String> ids;
  private long count;

  FileNames(String kind, Supplier<String> ids) {
    this.prefix = kind + "-" + ids.get() + "-";
    this.ids = ids;
  }

  String next() {
    count++;
    return prefix + count + "-" + ids.get() + ".parquet";
  }
}
