package dev.firn.bench.ingest;

import dev.firn.bench.input.Scratch;
import dev.firn.bench.limit.LimitProgram;
import dev.firn.bench.report.Report;
import dev.firn.bench.report.Use;
import dev.firn.testkit.engine.Engine;
import dev.firn.testkit.engine.PreparedEngines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs all contenders in turn on each input, and the limit program on what Firn wrote. */
public final class IngestComparison {
  private final Path folder;
  private final Sizes sizes;
  private final Optional<Path> script;

  /**
   * How much of what.
   *
   * @param rows of the standard input; the wide one has a quarter, NGINX's log a hundredth
   * @param runs of Firn, DuckDB and the limit program
   * @param engineRuns of Spark and Flink, which take many times as long
   * @param allInputs or the standard one as gzip only
   */
  public record Sizes(long rows, int runs, int engineRuns, boolean allInputs) {}

  /**
   * A comparison.
   *
   * @param folder scratch, with room for all inputs and the output of a run
   * @param script the {@code firn} script; without it the class path of this process is used
   */
  public IngestComparison(Path folder, Sizes sizes, Optional<Path> script) {
    this.folder = folder.toAbsolutePath();
    this.sizes = sizes;
    this.script = script;
  }

  /**
   * Runs and reports.
   *
   * @param engines those that are not prepared are left out
   * @throws IllegalStateException if a contender lost or changed rows
   */
  public void run(PreparedEngines engines, Report report) throws IOException, InterruptedException {
    Scratch.fresh(folder);
    Path log = folder.resolve("firn.log");
    Inputs inputs = new Inputs(folder);
    List<Contender> contenders = new ArrayList<>();
    contenders.add(FirnContender.wholeProcess(log, List.of(), script));
    try {
      contenders.add(FirnContender.warm(log, List.of()));
      contenders.add(new DuckDbContender(List.of(), 2));
      contenders.add(new EngineContender(Engine.SPARK, engines, List.of()));
      contenders.add(new EngineContender(Engine.FLINK, engines, List.of()));
      Input standard = inputs.standard(sizes.rows());
      compare(standard, contenders, report);
      if (!sizes.allInputs()) {
        return;
      }
      compare(inputs.zstd(standard), contenders, report);
      Scratch.delete(folder.resolve("zstd"));
      compare(inputs.plain(standard), contenders, report);
      Scratch.delete(folder.resolve("plain"));
      Input quarter = inputs.standard(Math.max(20, sizes.rows() / 4));
      compare(inputs.wide(quarter), contenders, report);
      Scratch.delete(folder.resolve("wide"));
      compare(inputs.nginx(sizes.rows() / 100), contenders, report);
    } finally {
      contenders.forEach(Contender::close);
      Scratch.delete(folder);
    }
  }

  private void compare(Input input, List<Contender> contenders, Report report)
      throws IOException, InterruptedException {
    Map<String, List<Outcome>> outcomes = new LinkedHashMap<>();
    List<LimitProgram.Limit> limits = new ArrayList<>();
    String sums = "";
    for (int run = 0; run < sizes.runs(); run++) {
      for (Contender contender : contenders) {
        boolean engine = contender instanceof EngineContender;
        if (!contender.takes(input) || (engine && run >= sizes.engineRuns())) {
          continue;
        }
        Path work = Scratch.fresh(folder.resolve("work"));
        Outcome outcome = contender.run(input, work);
        sums = checked(contender, input, sums, outcome.sums());
        outcomes.computeIfAbsent(contender.name(), name -> new ArrayList<>()).add(outcome);
        if (run == 0 && outcomes.size() == 1) {
          Path data = work.resolve("run").resolve("warehouse");
          for (int i = 0; i < sizes.runs(); i++) {
            limits.add(new LimitProgram().run(input.folder(), data));
          }
        }
      }
    }
    Scratch.delete(folder.resolve("work"));
    print(input, outcomes, limits, report);
  }

  private static String checked(Contender contender, Input input, String sums, String found) {
    if (Long.parseLong(found.split("\t")[0]) != input.rows()) {
      throw new IllegalStateException(
          contender.name() + " wrote of " + input.rows() + " rows: " + found);
    }
    if (!sums.isEmpty() && !sums.equals(found)) {
      throw new IllegalStateException(
          contender.name() + " wrote other rows: " + found + ", not " + sums);
    }
    return found;
  }

  private static void print(
      Input input,
      Map<String, List<Outcome>> outcomes,
      List<LimitProgram.Limit> limits,
      Report report)
      throws IOException {
    String title =
        input.name()
            + ": "
            + input.rows()
            + " rows, "
            + input.rawBytes() / 1_000_000
            + " MB, "
            + stored(input.folder()) / 1_000_000
            + " MB stored";
    double firn =
        Use.median(outcomes.values().iterator().next(), outcome -> outcome.use().cpuSeconds());
    for (Map.Entry<String, List<Outcome>> entry : outcomes.entrySet()) {
      List<Outcome> runs = entry.getValue();
      Use use = Use.median(runs.stream().map(Outcome::use).toList());
      report.row(title, cells(entry.getKey(), input, use, firn, Optional.of(typical(runs))));
    }
    double limit = Use.median(limits, LimitProgram.Limit::cpuSeconds);
    LimitProgram.Limit parts =
        limits.stream()
            .sorted(Comparator.comparingDouble(LimitProgram.Limit::cpuSeconds))
            .toList()
            .get(limits.size() / 2);
    Map<String, Object> cells =
        cells(
            "limit (" + parts.ways() + ")",
            input,
            new Use(limit, limit, 0),
            firn,
            Optional.empty());
    report.row(title, cells);
    report.fact(
        "limit of " + input.name(),
        "inflate %.2f, line ends %.2f, compress pages %.2f CPU s"
            .formatted(parts.inflate(), parts.scan(), parts.compress()));
  }

  /** The run with the median of CPU time. */
  private static Outcome typical(List<Outcome> runs) {
    return runs.stream()
        .sorted(Comparator.comparingDouble(outcome -> outcome.use().cpuSeconds()))
        .toList()
        .get(runs.size() / 2);
  }

  /** A row; without an outcome only what a program that writes nothing has. */
  private static Map<String, Object> cells(
      String name, Input input, Use use, double firnCpuSeconds, Optional<Outcome> outcome) {
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("program", name);
    cells.put("rows per CPU second", input.rows() / use.cpuSeconds());
    cells.put("MB per CPU second", input.rawBytes() / 1e6 / use.cpuSeconds());
    cells.put("Firn, whole process : this", use.cpuSeconds() / firnCpuSeconds);
    cells.put("CPU s", use.cpuSeconds());
    cells.put("wall s", outcome.<Object>map(one -> use.wallSeconds()).orElse(""));
    cells.put("peak MiB", outcome.<Object>map(one -> use.peakMebibytes()).orElse(""));
    cells.put("files", outcome.<Object>map(Outcome::files).orElse(""));
    cells.put("MB written", outcome.<Object>map(one -> one.bytes() / 1e6).orElse(""));
    cells.put(
        "landing alone, CPU s",
        outcome.flatMap(Outcome::landing).<Object>map(Use::cpuSeconds).orElse(""));
    return cells;
  }

  private static long stored(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }
}
