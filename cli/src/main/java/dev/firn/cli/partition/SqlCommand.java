package dev.firn.cli.partition;

import dev.firn.cli.Output;
import dev.firn.cli.catalog.CatalogOptions;
import dev.firn.error.FirnException;
import dev.firn.migrate.open.OpenedCatalog;
import dev.firn.table.ddl.DdlParser;
import dev.firn.table.ddl.DdlResult;
import dev.firn.table.ddl.DdlSession;
import dev.firn.table.ddl.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Statements of SQL. */
@Command(
    name = "sql",
    description = {
      "Run statements of SQL as Spark has them: CREATE, ALTER and DROP of tables and namespaces.",
      "Statements on rows come later."
    },
    mixinStandardHelpOptions = true)
public final class SqlCommand implements Callable<Integer> {
  @Option(
      names = {"-e", "--execute"},
      paramLabel = "SQL",
      required = true,
      description = "The statements, divided by semicolons. All are read before the first is run.")
  private String sql = "";

  @Mixin private CatalogOptions options = new CatalogOptions();

  /** What is told. */
  record Executed(List<DdlResult> statements) {}

  @Override
  public Integer call() {
    List<Statement> statements = DdlParser.parse(sql);
    options.use(catalog -> run(catalog, statements));
    return 0;
  }

  private void run(OpenedCatalog catalog, List<Statement> statements) {
    DdlSession session = Alterations.session(catalog, options);
    List<DdlResult> results = new ArrayList<>();
    for (Statement statement : statements) {
      DdlResult result;
      try {
        result = session.execute(statement);
      } catch (FirnException e) {
        throw results.isEmpty() ? e : afterOthers(e, results.size(), statements.size());
      }
      results.add(result);
      if (!options.json) {
        Output.line("%s", result.done());
        Alterations.warn(result.warnings());
      }
    }
    if (options.json) {
      Output.printJson(new Executed(results));
    }
  }

  private static FirnException afterOthers(FirnException e, int done, int all) {
    return new FirnException(
        e.code(),
        "statement "
            + (done + 1)
            + " of "
            + all
            + ": "
            + e.getMessage()
            + "; those before it are done",
        e);
  }
}
