package dev.firn.cli.demo;

import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code firn run} under a {@link DemoClock}, as a process of its own. Ends with the demo's
 * process, on SIGTERM, or when it is killed.
 *
 * <p>Arguments: the pipeline file, and what the clock is made of: ms since 1970, an instant, a
 * factor.
 */
public final class DemoIngester {
  private static final long STOP_SECONDS = 30;

  private DemoIngester() {}

  /** Runs until it is stopped. */
  public static void main(String[] args) throws IOException, InterruptedException {
    DemoClock clock =
        new DemoClock(Long.parseLong(args[1]), Instant.parse(args[2]), Double.parseDouble(args[3]));
    Environment environment = environment(clock);
    try (OpenedTable table = OpenedTable.open(PipelineConfig.load(Path.of(args[0])), environment)) {
      Pipeline pipeline = new Pipeline(table, environment, false);
      CountDownLatch ended = new CountDownLatch(1);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(pipeline, ended)));
      ProcessHandle.current().parent().ifPresent(it -> it.onExit().thenRun(pipeline::stop));
      try {
        pipeline.run();
      } finally {
        ended.countDown();
      }
    }
  }

  /** The real world at another time. */
  static Environment environment(DemoClock clock) {
    Environment real = Environment.system();
    return new Environment(
        clock, real.ids(), real.storage(), real.pointers(), real.sources(), real.notices());
  }

  /** The command that runs it as this process was run. */
  static List<String> command(String java, List<String> jvmFlags, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(jvmFlags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(DemoIngester.class.getName());
    command.addAll(arguments);
    return command;
  }

  private static void stop(Pipeline pipeline, CountDownLatch ended) {
    pipeline.stop();
    try {
      if (!ended.await(STOP_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("the ingester did not end in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
