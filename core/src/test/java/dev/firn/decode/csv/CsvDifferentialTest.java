package dev.firn.decode.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.batch.BytesColumn;
import dev.firn.decode.DecodedFile;
import dev.firn.table.SchemaText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The decoder beside DuckDB's strict reader, on random files. */
class CsvDifferentialTest {
  private static final long SEED = Long.getLong("firn.seed", 20210529L);
  private static final int FILES = 60;
  private static final int ROWS = 200;
  private static final Schema SCHEMA =
      SchemaText.parse(Map.of("c1", "string", "c2", "string", "c3", "string"));

  /** Pieces of fields: everything that means something to some reader of CSV. */
  private static final String[] PIECES = {
    "a",
    "b,c",
    "\"",
    "\"\"",
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    ";",
    "|",
    "é",
    "€",
    "😀",
    "\\",
    "'",
    "0",
    "-1.5",
    "null",
    "NULL",
    "#",
    "2021-05-29",
    "a long text that spans more than one word of the scan"
  };

  @TempDir private Path folder;

  @Test
  void fieldsAreThoseThatDuckDbReads() throws Exception {
    Random random = new Random(SEED);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < FILES; i++) {
        char delimiter = ",;\t|".charAt(random.nextInt(4));
        String end = random.nextBoolean() ? "\n" : "\r\n";
        String text = file(random, delimiter, end);
        Path path = Files.writeString(folder.resolve(i + ".csv"), text);
        CsvDialect dialect = new CsvDialect((byte) delimiter, (byte) '"', "", 1 << 20);
        DecodedFile ours =
            DecodedFile.of(
                new CsvDecoder(DecodedFile.options(SCHEMA), dialect),
                SCHEMA,
                text.getBytes(StandardCharsets.UTF_8));
        assertThat(ours.rejects).as("seed %s, file %s", SEED, i).isEmpty();
        assertThat(rows(ours))
            .as("seed %s, file %s", SEED, i)
            .isEqualTo(duckDb(statement, path, delimiter));
      }
    }
  }

  private static String file(Random random, char delimiter, String end) {
    StringBuilder text = new StringBuilder();
    text.append("c1").append(delimiter).append("c2").append(delimiter).append("c3").append(end);
    for (int row = 0; row < ROWS; row++) {
      for (int column = 0; column < 3; column++) {
        text.append(column == 0 ? "" : delimiter).append(field(random, delimiter));
      }
      text.append(row == ROWS - 1 && random.nextBoolean() ? "" : end);
    }
    return text.toString();
  }

  private static String field(Random random, char delimiter) {
    StringBuilder field = new StringBuilder();
    for (int pieces = random.nextInt(5); pieces > 0; pieces--) {
      field.append(PIECES[random.nextInt(PIECES.length)]);
    }
    boolean special =
        field.chars().anyMatch(c -> c == delimiter || c == '"' || c == '\n' || c == '\r');
    return special || random.nextInt(4) == 0
        ? "\"" + field.toString().replace("\"", "\"\"") + "\""
        : field.toString();
  }

  /** DuckDB tells empty from null by {@code allow_quoted_nulls}. */
  private static List<List<@Nullable String>> duckDb(Statement statement, Path path, char delimiter)
      throws Exception {
    String options =
        "header=true, all_varchar=true, auto_detect=false, strict_mode=true, nullstr='',"
            + " allow_quoted_nulls=false, quote='\"', escape='\"', parallel=false, delim='"
            + delimiter
            + "', columns={'c1': 'VARCHAR', 'c2': 'VARCHAR', 'c3': 'VARCHAR'}";
    List<List<@Nullable String>> rows = new ArrayList<>();
    try (ResultSet result =
        statement.executeQuery("SELECT * FROM read_csv('" + path + "', " + options + ")")) {
      while (result.next()) {
        List<@Nullable String> row = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
          row.add(result.getString(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static List<List<@Nullable String>> rows(DecodedFile file) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (int row = 0; row < file.batch.rowCount(); row++) {
      List<@Nullable String> values = new ArrayList<>();
      for (String name : List.of("c1", "c2", "c3")) {
        int position = SCHEMA.columns().indexOf(SCHEMA.findField(name));
        BytesColumn column = (BytesColumn) file.batch.column(position);
        values.add(column.isNull(row) ? null : column.getString(row));
      }
      rows.add(values);
    }
    return rows;
  }
}
