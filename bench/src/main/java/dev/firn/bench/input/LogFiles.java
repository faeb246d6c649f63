package dev.firn.bench.input;

import dev.firn.testkit.generate.GeneratedFile;
import dev.firn.testkit.generate.GeneratorPlan;
import dev.firn.testkit.generate.LogGenerator;
import dev.firn.testkit.generate.LogSchema;
import dev.firn.testkit.generate.Pacer;
import dev.firn.testkit.generate.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The usual input, as gzip JSON lines: 20 producers with a file every 30 seconds, 300 actions by
 * Zipf's law, rows of about 360 bytes with 12 fields, one of them nested.
 *
 * @param folder where the files are
 * @param day of the rows
 * @param rows of all files
 * @param files how many
 */
public record LogFiles(Path folder, LocalDate day, long rows, int files) {
  private static final int PRODUCERS = 20;
  private static final int ACTIONS = 300;
  private static final double SKEW = 1.1;

  /**
   * The pipeline of a table in the folder's own catalog; what is not said has its default.
   *
   * @param incoming where source files arrive
   */
  public static String pipeline(String table, Path incoming) {
    return """
        table: %s
        source: {folder: "%s", pattern: "%s", settle: 0s}
        event-time: {column: ts}
        partition: [days(ts), action]
        storage: {fsync: false}
        %s"""
        .formatted(table, incoming.toAbsolutePath(), LogSchema.PATH_PATTERN, LogSchema.YAML);
  }

  /**
   * Writes rows of a day that lies some days back.
   *
   * @param files how many, a multiple of the 20 producers or less
   * @param rows about so many, the same number in each file
   */
  public static LogFiles write(Path folder, int daysBack, int files, long rows)
      throws IOException, InterruptedException {
    return write(folder, daysBack, files, rows, ACTIONS);
  }

  /** The same with another number of actions, 1 to 65,536. */
  public static LogFiles write(Path folder, int daysBack, int files, long rows, int actions)
      throws IOException, InterruptedException {
    LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(daysBack);
    int producers = Math.min(PRODUCERS, files);
    GeneratorPlan plan =
        GeneratorPlan.of(daysBack, day)
            .withProducers(producers)
            .withPeriods(Duration.ofSeconds(30), Math.max(1, files / producers))
            .withRowsPerFile((int) Math.max(1, rows / files))
            .withActions(actions, SKEW);
    LogGenerator generator = new LogGenerator(plan);
    List<GeneratedFile> all = generator.files();
    Files.createDirectories(folder);
    new Replay(generator, folder, Pacer.atOnce(), new Replay.Listener() {}).run(all);
    long written = all.stream().mapToLong(file -> file.truth().rows()).sum();
    return new LogFiles(folder, day, written, all.size());
  }
}
