package dev.firn.decode.csv;

import dev.firn.decode.format.EventTimeNames;
import dev.firn.decode.format.InferredSchema;
import dev.firn.decode.format.SchemaSampler;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.types.Types;

/**
 * Infers a schema from CSV files: whole numbers give long, other numbers double, true and false
 * boolean, ISO-8601 texts timestamptz or date; a column of other or of mixed values is a string,
 * and so is one without values. Values that make up 1 % of a column or less are taken for faults in
 * the data and passed over.
 */
final class CsvSampler implements SchemaSampler {
  private static final int BUFFER_BYTES = 1 << 16;

  /** Columns that are taken into a schema; no person would look at more. */
  private static final int MAX_COLUMNS = 1000;

  private final CsvDialect dialect;
  private final long maxRows;
  private final byte[] nullText;
  private final Map<String, ColumnGuess> guesses = new LinkedHashMap<>();
  private final Map<String, String> spellings = new LinkedHashMap<>();
  private long rowsRead;
  private long rowsSkipped;

  CsvSampler(CsvDialect dialect, long maxRows) {
    this.dialect = dialect;
    this.maxRows = maxRows;
    this.nullText = dialect.nullBytes();
  }

  @Override
  public boolean sample(String location, InputStream in, long maxBytes) throws IOException {
    RecordReader records = new RecordReader(in, dialect, BUFFER_BYTES);
    records.start(location);
    if (!records.next() || !records.isGood()) {
      return true;
    }
    CsvHeader header = CsvHeader.of(records.fields(), records.bytes(), dialect);
    header.requireUnique(location);
    List<Optional<ColumnGuess>> columns = columns(header);
    while (rowsRead < maxRows && records.offset() < maxBytes && records.next()) {
      if (!records.isGood() || records.fields().fieldCount() != columns.size()) {
        rowsSkipped++;
      } else {
        add(records, columns);
        rowsRead++;
      }
    }
    return rowsRead < maxRows;
  }

  /** Of names that differ by case only the first is taken. */
  private List<Optional<ColumnGuess>> columns(CsvHeader header) {
    List<Optional<ColumnGuess>> columns = new ArrayList<>();
    for (String name : header.names()) {
      String spelling = spellings.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
      boolean taken =
          name.isEmpty()
              || (spelling != null && !spelling.equals(name))
              || (guesses.size() == MAX_COLUMNS && !guesses.containsKey(name));
      columns.add(
          taken
              ? Optional.empty()
              : Optional.of(guesses.computeIfAbsent(name, n -> new ColumnGuess())));
    }
    return columns;
  }

  private void add(RecordReader records, List<Optional<ColumnGuess>> columns) {
    RecordScanner fields = records.fields();
    byte[] b = records.bytes();
    for (int i = 0; i < columns.size(); i++) {
      int from = fields.start(i);
      int end = fields.end(i);
      boolean isNull = Arrays.equals(b, from, end, nullText, 0, nullText.length);
      if (columns.get(i).isPresent() && !isNull) {
        columns.get(i).get().add(b, from, end);
      }
    }
  }

  @Override
  public InferredSchema infer() {
    List<Types.NestedField> columns = new ArrayList<>();
    List<String> times = new ArrayList<>();
    guesses.forEach(
        (name, guess) -> {
          columns.add(Types.NestedField.optional(columns.size() + 1, name, guess.type()));
          if (guess.isTimestamp() && EventTimeNames.isInNearlyAll(guess.valueCount(), rowsRead)) {
            times.add(name);
          }
        });
    return InferredSchema.of(
        "CSV with a header",
        columns,
        EventTimeNames.likeliest(times),
        new InferredSchema.Rows(rowsRead, rowsSkipped));
  }
}
