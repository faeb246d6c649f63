package dev.firn.bench.ingest;

import dev.firn.bench.report.Use;
import dev.firn.bench.session.BenchCatalog;
import dev.firn.bench.session.TableFacts;
import dev.firn.testkit.engine.Engine;
import dev.firn.testkit.engine.PreparedEngines;
import dev.firn.testkit.engine.ProcessUse;
import dev.firn.testkit.engine.SqlSession;
import dev.firn.testkit.generate.LogSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/**
 * Spark or Flink with Iceberg, rows distributed by hash of their partition, in a process of its own
 * for each run, its start counted.
 */
final class EngineContender implements Contender {
  private static final String TABLE = "bench.actions";
  private static final String HEAP = "4g";

  private final Engine engine;
  private final PreparedEngines engines;
  private final List<String> prefix;

  EngineContender(Engine engine, PreparedEngines engines, List<String> prefix) {
    this.engine = engine;
    this.engines = engines;
    this.prefix = prefix;
  }

  @Override
  public String name() {
    return engine == Engine.SPARK ? "Spark local, Iceberg" : "Flink MiniCluster, Iceberg v2 sink";
  }

  @Override
  public boolean takes(Input input) {
    return engines.has(engine) && !input.shape().sql().isEmpty() && input.suffix().endsWith("gz");
  }

  @Override
  public Outcome run(Input input, Path work) throws IOException, InterruptedException {
    BenchCatalog catalog = new BenchCatalog(work);
    // Engines write null into what is required only with a fight.
    Schema schema =
        new Schema(LogSchema.SCHEMA.columns().stream().map(Types.NestedField::asOptional).toList());
    catalog.create(
        TABLE, schema, PartitionSpec.builderFor(schema).day("ts").identity("action").build());
    catalog.set(TABLE, "write.distribution-mode", "hash");
    catalog.set(TABLE, "write.parquet.compression-codec", "zstd");
    long begin = System.nanoTime();
    Use use;
    try (SqlSession session =
        engines.talk(engine, catalog.database(), catalog.warehouse(), prefix, HEAP)) {
      if (engine == Engine.SPARK) {
        spark(session, input);
      } else {
        flink(session, input);
      }
      ProcessUse used = session.use();
      use = new Use(used.cpuSeconds(), (System.nanoTime() - begin) / 1e9, used.peakResidentBytes());
    }
    TableFacts facts = catalog.facts(TABLE, input.shape().sums());
    return new Outcome(use, Optional.empty(), facts.files(), facts.bytes(), facts.sums());
  }

  private static void spark(SqlSession session, Input input) throws IOException {
    session.sql(
        "CREATE TEMPORARY VIEW raw ("
            + input.sparkColumns()
            + ") USING json OPTIONS (path '"
            + input.folder()
            + "', recursiveFileLookup 'true')");
    session.sql("INSERT INTO firn." + TABLE + " SELECT * FROM raw");
  }

  private static void flink(SqlSession session, Input input) throws IOException {
    session.sql(
        "CREATE TABLE default_catalog.default_database.raw_rows ("
            + input.flinkColumns()
            + ") WITH ('connector'='filesystem', 'path'='"
            + input.folder().toUri()
            + "', 'format'='json', 'json.timestamp-format.standard'='ISO-8601')");
    session.sql(
        "INSERT INTO firn."
            + TABLE
            + " /*+ OPTIONS('write-parallelism'='2', 'distribution-mode'='hash') */"
            + " SELECT * FROM default_catalog.default_database.raw_rows");
  }
}
