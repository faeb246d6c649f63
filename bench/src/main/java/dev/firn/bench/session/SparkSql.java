package dev.firn.bench.session;

/** Statements that benchmarks have Spark run, on the catalog {@code firn}. */
public final class SparkSql {
  private SparkSql() {}

  /** A table with the columns of another one, split by day and action. */
  public static String createLike(String name, String columnsOf, long targetBytes) {
    return "CREATE TABLE firn."
        + name
        + " USING iceberg PARTITIONED BY (days(ts), action) TBLPROPERTIES ("
        + "'write.distribution-mode'='hash', 'write.parquet.compression-codec'='zstd',"
        + " 'write.target-file-size-bytes'='"
        + targetBytes
        + "') AS SELECT * FROM firn."
        + columnsOf
        + " WHERE false";
  }

  /** Copies rows of one table into another of the same columns. */
  public static String insert(String into, String from, String where) {
    return "INSERT INTO firn." + into + " SELECT * FROM firn." + from + " WHERE " + where;
  }

  /**
   * Rewrites the files of a table.
   *
   * @param sorted by action and time, or as they come
   * @param everything also what has the right size, or lies under another spec
   */
  public static String rewrite(String name, boolean sorted, boolean everything, long targetBytes) {
    return "CALL firn.system.rewrite_data_files(table => '"
        + name
        + "'"
        + (sorted
            ? ", strategy => 'sort', sort_order => 'action ASC NULLS LAST, ts ASC NULLS LAST'"
            : ", strategy => 'binpack'")
        + ", options => map('target-file-size-bytes', '"
        + targetBytes
        + "', 'rewrite-all', '"
        + everything
        + "'))";
  }
}
