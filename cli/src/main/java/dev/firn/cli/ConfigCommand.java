package dev.firn.cli;

import dev.firn.pipeline.ConfigReference;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.SchemaSample;
import dev.firn.pipeline.TableSetup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a pipeline file, or prints the reference of its keys. */
@Command(
    name = "config",
    description = "Check a pipeline file, find its schema, or print the reference of all keys.",
    mixinStandardHelpOptions = true)
final class ConfigCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "FILE", defaultValue = "pipeline.yaml")
  private Path pipeline = Path.of("pipeline.yaml");

  @Option(names = "--reference", description = "Print the reference as Markdown.")
  private boolean reference;

  @Option(
      names = "--infer",
      description = "Find the columns in the source files and write them into the pipeline file.")
  private boolean infer;

  @Override
  public Integer call() throws InterruptedException {
    if (reference) {
      System.out.print(ConfigReference.markdown());
      return 0;
    }
    PipelineConfig config = PipelineConfig.load(pipeline);
    if (infer && config.structured("schema").isEmpty()) {
      SchemaSample.Found found = SchemaSample.find(config, true);
      SchemaSample.writeInto(config, found);
      Output.line(
          "wrote %d columns, found in %d files, into %s",
          found.inferred().schema().columns().size(), found.files(), pipeline);
      config = PipelineConfig.load(pipeline);
    }
    TableSetup.validate(config);
    config.sourceFolder();
    Output.line("%s is right: table %s", pipeline, String.join(".", config.table()));
    return 0;
  }
}
