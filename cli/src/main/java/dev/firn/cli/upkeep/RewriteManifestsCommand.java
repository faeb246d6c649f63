package dev.firn.cli.upkeep;

import dev.firn.cli.Output;
import dev.firn.upkeep.ManifestMerge;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Small manifests into larger ones. */
@Command(
    name = "rewrite-manifests",
    description = {
      "Merge small manifests, so that files of neighbouring days lie in one and plans read few.",
      "No file of rows is touched."
    },
    mixinStandardHelpOptions = true)
public final class RewriteManifestsCommand implements Callable<Integer> {
  @Mixin private UpkeepTable table = new UpkeepTable();

  @Override
  public Integer call() {
    table.use(
        files -> {
          ManifestMerge.Report report = new ManifestMerge(files).run(true);
          if (table.json()) {
            Output.printJson(report);
          } else {
            Output.line(
                "%s became %s",
                Output.plural(report.before(), "manifest"), Output.count(report.after()));
          }
        });
    return 0;
  }
}
