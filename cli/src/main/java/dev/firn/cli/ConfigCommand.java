package dev.firn.cli;

import dev.firn.pipeline.ConfigReference;
import dev.firn.pipeline.PipelineConfig;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a pipeline file, or prints the reference of its keys. */
@Command(
    name = "config",
    description = "Check a pipeline file, or print the reference of all its keys.",
    mixinStandardHelpOptions = true)
final class ConfigCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "FILE", defaultValue = "pipeline.yaml")
  private Path pipeline = Path.of("pipeline.yaml");

  @Option(names = "--reference", description = "Print the reference as Markdown.")
  private boolean reference;

  @Override
  public Integer call() {
    if (reference) {
      System.out.print(ConfigReference.markdown());
      return 0;
    }
    PipelineConfig config = PipelineConfig.load(pipeline);
    Output.line("%s is right: table %s", pipeline, String.join(".", config.table()));
    return 0;
  }
}
