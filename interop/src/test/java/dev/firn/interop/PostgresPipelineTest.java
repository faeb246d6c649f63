package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.cli.Main;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.testkit.oracle.TableRows;
import dev.firn.testkit.postgres.PostgresServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job on a catalog in PostgreSQL. */
class PostgresPipelineTest {
  @TempDir private Path folder;

  private void run(String... arguments) {
    assertThat(Main.execute(arguments)).isZero();
  }

  @Test
  void aPipelineKeepsItsTableInPostgresql() throws Exception {
    Files.createDirectories(folder.resolve("in"));
    try (PostgresServer server = PostgresServer.start()) {
      Path pipeline =
          Files.writeString(
              folder.resolve("pipeline.yaml"),
              """
              table: logs.actions
              catalog.uri: "%s"
              source: {folder: in, settle: 0s}
              event-time: {column: ts, past: 36500d}
              partition: [days(ts), action]
              schema: {ts: timestamptz, action: string, id: long}
              """
                  .formatted(withSignIn(server)));
      for (int i = 0; i < 3; i++) {
        Files.writeString(
            folder.resolve("in/" + i + ".json"),
            "{\"ts\": \"2021-05-29T10:00:00Z\", \"action\": \"a\", \"id\": " + i + "}\n");
        run("run", pipeline.toString(), "--once", "--quiet");
      }
      run("compact", "-p", pipeline.toString());
      run("status", "-p", pipeline.toString());
      PipelineConfig config = PipelineConfig.load(pipeline);
      try (OpenedTable table = OpenedTable.open(config, Environment.system())) {
        assertThat(
                TableRows.read(
                    table.catalog().loadTable(TableRows.name(table.name())), "id", id -> {}))
            .isEqualTo(new TableRows(3, 3));
      }
    }
  }

  private static String withSignIn(PostgresServer server) {
    String separator = server.uri().contains("?") ? "&" : "?";
    return server.uri()
        + separator
        + "user="
        + server.user()
        + "&password="
        + URLEncoder.encode(server.password(), StandardCharsets.UTF_8).replace("+", "%20");
  }
}
