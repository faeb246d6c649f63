package dev.firn.bench.ingest;

import dev.firn.bench.report.Use;
import dev.firn.bench.session.BenchCatalog;
import dev.firn.bench.session.FirnRuns;
import dev.firn.bench.session.FirnSession;
import dev.firn.bench.session.TableFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code firn run --once}, and {@code firn compact} if that left rows in landing files: in a
 * process of its own for each, JVM start counted, or in one that stays.
 */
final class FirnContender implements Contender {
  private static final String TABLE = "bench.actions";

  private final FirnRuns runs;
  private final Optional<FirnSession> staying;
  private final Set<String> warm = new HashSet<>();

  private FirnContender(FirnRuns runs, Optional<FirnSession> staying) {
    this.runs = runs;
    this.staying = staying;
  }

  /**
   * A process of its own for each command.
   *
   * @param script the {@code firn} script; without it the class path of this process is used
   */
  static FirnContender wholeProcess(Path log, List<String> prefix, Optional<Path> script) {
    return new FirnContender(new FirnRuns(script, prefix, log), Optional.empty());
  }

  /** One process for all runs; the first one with an input is made twice. */
  static FirnContender warm(Path log, List<String> prefix) throws IOException {
    return new FirnContender(
        new FirnRuns(Optional.empty(), prefix, log),
        Optional.of(new FirnSession(prefix, FirnSession.RUN_FLAGS, log)));
  }

  @Override
  public String name() {
    return staying.isPresent() ? "Firn, warm" : "Firn, whole process";
  }

  @Override
  public Outcome run(Input input, Path work) throws IOException, InterruptedException {
    if (staying.isPresent() && warm.add(input.name())) {
      ingest(input, Files.createDirectories(work.resolve("warm-up")));
    }
    return ingest(input, Files.createDirectories(work.resolve("run")));
  }

  private Outcome ingest(Input input, Path work) throws IOException, InterruptedException {
    Path pipeline =
        Files.writeString(
            work.resolve("pipeline.yaml"),
            "table: "
                + TABLE
                + "\nsource: {folder: \""
                + input.folder().toAbsolutePath()
                + "\", settle: 0s}\nstorage: {fsync: false}\n"
                + input.shape().yaml());
    Use landing = command(FirnSession.RUN_FLAGS, "run", pipeline.toString(), "--once", "--quiet");
    BenchCatalog catalog = new BenchCatalog(work);
    TableFacts facts = catalog.facts(TABLE, input.shape().sums());
    Use all = landing;
    if (facts.landingFiles() > 0) {
      Use compaction = command(FirnSession.SHORT_FLAGS, "compact", "-p", pipeline.toString());
      all =
          new Use(
              landing.cpuSeconds() + compaction.cpuSeconds(),
              landing.wallSeconds() + compaction.wallSeconds(),
              Math.max(landing.peakResidentBytes(), compaction.peakResidentBytes()));
      facts = catalog.facts(TABLE, input.shape().sums());
    }
    return new Outcome(all, Optional.of(landing), facts.files(), facts.bytes(), facts.sums());
  }

  private Use command(List<String> flags, String... words)
      throws IOException, InterruptedException {
    if (staying.isPresent()) {
      FirnSession session = staying.get();
      return Use.of(session::use, () -> session.run(words));
    }
    return runs.run(flags, words);
  }

  @Override
  public void close() {
    staying.ifPresent(FirnSession::close);
  }
}
