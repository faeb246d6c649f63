package dev.firn.cli;

import dev.firn.cli.demo.DemoFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Loads what the usual commands load, on a throw-away pipeline, for the class-data archive. */
@Command(name = "warm-up", hidden = true, description = "Load classes for the class-data archive.")
final class WarmUpCommand implements Callable<Integer> {
  @Option(names = "--native", description = "Unpack native libraries into this folder.")
  private Optional<Path> nativeFolder = Optional.empty();

  @Override
  public Integer call() throws IOException {
    if (nativeFolder.isPresent()) {
      NativeLibraries.unpack(nativeFolder.get());
      return 0;
    }
    Path folder = Files.createTempDirectory("firn-warm-up");
    try {
      Files.createDirectories(folder.resolve("incoming"));
      Files.writeString(
          folder.resolve("incoming/a.json"),
          "{\"ts\":\"2026-01-01T00:00:00Z\",\"action\":\"start\"}\n{\"ts\":17}\n");
      Path pipeline = folder.resolve("pipeline.yaml");
      Files.writeString(
          pipeline,
          """
          table: warm.up
          source: {folder: incoming, pattern: "{*}.json", settle: 0s}
          event-time: {column: ts, past: 36500d}
          partition: [days(ts), action]
          storage: {fsync: false}
          schema: {ts: timestamptz required, action: string}
          """);
      String file = pipeline.toString();
      int failed = Main.execute("run", file, "--once", "--quiet");
      failed |= Main.execute("status", "-p", file);
      failed |= Main.execute("status", "-p", file, "--json");
      failed |=
          Main.execute("explain-file", folder.resolve("incoming/a.json").toString(), "-p", file);
      failed |= Main.execute("rejects", "-p", file);
      failed |=
          Main.execute(
              "plan",
              "warm.up",
              "--where",
              "days(ts) = '2026-01-01' and action like 'st%' or not action in ('a', 'b')",
              "--count",
              "-p",
              file);
      failed |= Main.execute("--help");
      return failed;
    } finally {
      DemoFolder.deleteTree(folder);
    }
  }
}
