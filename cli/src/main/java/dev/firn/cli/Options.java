package dev.firn.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that all commands on a pipeline have. */
final class Options {
  @Option(
      names = {"-p", "--pipeline"},
      paramLabel = "FILE",
      defaultValue = "pipeline.yaml",
      description = "The pipeline file (default: ${DEFAULT-VALUE}).")
  Path pipeline = Path.of("pipeline.yaml");

  @Option(names = "--json", description = "Print one JSON document instead of text.")
  boolean json;
}
