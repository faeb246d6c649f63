package dev.firn.cli;

import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.TableSetup;
import java.nio.file.Path;
import java.util.Arrays;

/** {@code firn run} with a fault: {@code <fault> run <pipeline file> [--once]}. */
final class FaultyIngester {
  /** Faults that an ingester must not have. */
  enum Fault {
    /** A commit that lost the race is applied again without a look at the ledger. */
    NO_LEDGER_CHECK_ON_RETRY,
    /** Notices are acknowledged before the commit. */
    ACKNOWLEDGES_BEFORE_COMMIT
  }

  private FaultyIngester() {}

  /** Runs and ends the process, with the exit codes of the real program. */
  public static void main(String[] arguments) throws InterruptedException {
    Environment environment = environment(Fault.valueOf(arguments[0]));
    PipelineConfig config = PipelineConfig.load(Path.of(arguments[2]));
    boolean once = Arrays.asList(arguments).contains("--once");
    try (OpenedTable table = TableSetup.openOrCreate(config, environment)) {
      System.err.println("reading " + config.sourceFolder());
      new Pipeline(table, environment, once).run();
    } catch (FirnException e) {
      System.err.println(e.getMessage());
      System.exit(e.code().exitCode());
    }
    System.exit(0);
  }

  private static Environment environment(Fault fault) {
    return switch (fault) {
      case NO_LEDGER_CHECK_ON_RETRY ->
          Environment.system()
              .withPointers(store -> new RebasingPointerStore(store, new LocalFileIo(false)));
      case ACKNOWLEDGES_BEFORE_COMMIT -> Environment.system().withNotices(HastyNotices::new);
    };
  }
}
