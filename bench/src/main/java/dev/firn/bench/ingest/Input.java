package dev.firn.bench.ingest;

import dev.firn.testkit.generate.LogSchema;
import java.nio.file.Path;

/**
 * Source files, and how each program is told what is in them.
 *
 * @param name for tables of results
 * @param folder of the files
 * @param suffix of the files: {@code json.gz}, {@code json.zst} or {@code json}
 * @param rows in all files
 * @param rawBytes of all rows before compression
 * @param shape of the rows
 */
record Input(String name, Path folder, String suffix, long rows, long rawBytes, Shape shape) {
  /**
   * What rows look like.
   *
   * @param yaml lines of Firn's pipeline file: path pattern, schema, partition
   * @param duckDbColumns of {@code read_json}
   * @param duckDbSelect what is copied
   * @param duckDbPartition columns of {@code PARTITION_BY}
   * @param sql columns as Spark and Flink write them; empty if they do not take part
   * @param sums a query's head that gives numbers to compare, up to {@code from}
   */
  record Shape(
      String yaml,
      String duckDbColumns,
      String duckDbSelect,
      String duckDbPartition,
      String sql,
      String sums) {}

  private static final String DUCKDB_COLUMNS =
      """
      {row_id: 'BIGINT', ts: 'TIMESTAMP', action: 'VARCHAR', user_id: 'BIGINT', session: 'VARCHAR',
       device: 'VARCHAR', country: 'VARCHAR', url: 'VARCHAR', status: 'INTEGER',
       duration_ms: 'DOUBLE', bytes: 'BIGINT',
       geo: 'STRUCT(lat DOUBLE, lon DOUBLE, city VARCHAR)', referrer: 'VARCHAR'%s}""";

  private static final String SQL =
      "row_id BIGINT, ts %s, action STRING, user_id BIGINT, session STRING, device STRING,"
          + " country STRING, url STRING, status INT, duration_ms DOUBLE, `bytes` BIGINT,"
          + " geo %s, referrer STRING";

  private static final String YAML =
      """
      event-time: {column: ts}
      partition: [days(ts), action]
      """;

  /** The rows of {@link LogSchema}. */
  static Shape standard(String sums) {
    return new Shape(
        YAML + LogSchema.YAML,
        DUCKDB_COLUMNS.formatted(""),
        "*, cast(ts as date) as dt",
        "dt, action",
        SQL,
        sums);
  }

  /**
   * The rows of {@link LogSchema} with more fields behind: every third a text, a long, a double.
   */
  static Shape wide() {
    StringBuilder yaml = new StringBuilder(YAML + LogSchema.YAML);
    StringBuilder duck = new StringBuilder();
    for (int i = 0; i < WideRows.FIELDS; i++) {
      int kind = i % 3;
      String name = WideRows.field(i);
      yaml.append("  - {name: ").append(name).append(", type: ");
      yaml.append(kind == 0 ? "string" : kind == 1 ? "long" : "double").append("}\n");
      duck.append(", ").append(name).append(": '");
      duck.append(kind == 0 ? "VARCHAR" : kind == 1 ? "BIGINT" : "DOUBLE").append('\'');
    }
    return new Shape(
        yaml.toString(),
        DUCKDB_COLUMNS.formatted(duck),
        "*, cast(ts as date) as dt",
        "dt, action",
        "",
        "select count(*), sum(row_id), sum(x01), sum(length(x00)) from ");
  }

  /** Status documents of NGINX: the parts whose keys are names of servers stay JSON text. */
  static Shape nginx() {
    return new Shape(
        """
        partition: [days(timestamp)]
        json:
          timestamps: {timestamp: epoch-ms, load_timestamp: epoch-ms}
          text: [server_zones, upstreams, caches, stream]
        schema:
          version: int
          nginx_version: string
          address: string
          generation: long
          load_timestamp: timestamptz
          timestamp: timestamptz
          pid: long
          processes: "struct<respawned: long>"
          connections: "struct<accepted: long, dropped: long, active: long, idle: long>"
          ssl: "struct<handshakes: long, handshakes_failed: long, session_reuses: long>"
          requests: "struct<total: long, current: long>"
          server_zones: string
          upstreams: string
          caches: string
          stream: string
        """,
        """
        {version: 'INTEGER', nginx_version: 'VARCHAR', address: 'VARCHAR', generation: 'BIGINT',
         load_timestamp: 'BIGINT', timestamp: 'BIGINT', pid: 'BIGINT',
         processes: 'STRUCT(respawned BIGINT)',
         connections: 'STRUCT(accepted BIGINT, dropped BIGINT, active BIGINT, idle BIGINT)',
         ssl: 'STRUCT(handshakes BIGINT, handshakes_failed BIGINT, session_reuses BIGINT)',
         requests: 'STRUCT(total BIGINT, current BIGINT)', server_zones: 'VARCHAR',
         upstreams: 'VARCHAR', caches: 'VARCHAR', stream: 'VARCHAR'}""",
        "* replace (make_timestamp(timestamp * 1000) as timestamp,"
            + " make_timestamp(load_timestamp * 1000) as load_timestamp),"
            + " cast(make_timestamp(timestamp * 1000) as date) as dt",
        "dt",
        "",
        "select count(*), sum(pid), sum(requests.total) from ");
  }

  /** Columns as Spark writes them. */
  String sparkColumns() {
    return shape.sql().formatted("TIMESTAMP", "STRUCT<lat: DOUBLE, lon: DOUBLE, city: STRING>");
  }

  /** Columns as Flink writes them. */
  String flinkColumns() {
    return shape.sql().formatted("TIMESTAMP_LTZ(3)", "ROW<lat DOUBLE, lon DOUBLE, city STRING>");
  }

  /** DuckDB's name of the compression. */
  String duckDbCompression() {
    return suffix.endsWith("gz") ? "gzip" : suffix.endsWith("zst") ? "zstd" : "none";
  }
}
