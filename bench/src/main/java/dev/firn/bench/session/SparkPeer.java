package dev.firn.bench.session;

import dev.firn.bench.report.Use;
import dev.firn.testkit.engine.Engine;
import dev.firn.testkit.engine.PreparedEngines;
import dev.firn.testkit.engine.SqlSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Spark's session, if Spark is prepared on this machine. Closing it ends the process. */
public final class SparkPeer implements AutoCloseable {
  /** It runs out of memory with 1 GiB. */
  private static final String HEAP = "4g";

  private final Optional<SqlSession> session;

  private SparkPeer(Optional<SqlSession> session) {
    this.session = session;
  }

  /** Opens a session, or none. */
  public static SparkPeer open(PreparedEngines engines, BenchCatalog catalog) throws IOException {
    if (!engines.has(Engine.SPARK)) {
      return new SparkPeer(Optional.empty());
    }
    return new SparkPeer(
        Optional.of(
            engines.talk(Engine.SPARK, catalog.database(), catalog.warehouse(), List.of(), HEAP)));
  }

  /** Whether there is one. */
  public boolean isThere() {
    return session.isPresent();
  }

  /** Runs a statement; what it took, the start of the session left out. */
  public Use run(String statement) throws IOException, InterruptedException {
    SqlSession spark = session.orElseThrow();
    return Use.of(spark::use, () -> spark.sql(statement));
  }

  /** Runs a query; its rows go to a list, which is emptied before. */
  public Use query(String statement, List<String> rows) throws IOException, InterruptedException {
    SqlSession spark = session.orElseThrow();
    List<String> found = new ArrayList<>();
    Use use = Use.of(spark::use, () -> found.addAll(spark.sql(statement)));
    rows.clear();
    rows.addAll(found);
    return use;
  }

  @Override
  public void close() {
    session.ifPresent(SqlSession::close);
  }
}
