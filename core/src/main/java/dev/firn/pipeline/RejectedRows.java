package dev.firn.pipeline;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.LongColumn;
import dev.firn.landing.RejectWriter;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import dev.firn.parquet.ParquetFileReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.FileIO;

/** Reads the rows that were put aside, as the ledger's entries refer to them. */
public final class RejectedRows {
  private static final int TEXT_MAX_CHARS = 400;

  private final OpenedTable table;

  /** The rejected rows of a table. */
  public RejectedRows(OpenedTable table) {
    this.table = table;
  }

  /**
   * A rejected row.
   *
   * @param file the source file
   * @param line from 1; empty if it was not known any more
   * @param byteOffset of the row in the decompressed file
   * @param reason the reject reason's code
   * @param detail one line for a person
   * @param text the row, with a mark at the end if it was cut
   */
  public record Row(
      String file,
      Optional<Long> line,
      Optional<Long> byteOffset,
      String reason,
      String detail,
      String text) {
    /** File and line. */
    public String place() {
      return file + line.map(l -> " line " + l).orElse("");
    }
  }

  /**
   * Hands over rejected rows.
   *
   * @param only of this source file
   * @param limit how many rows at most; the others are counted
   * @return how many there are
   */
  public long read(LedgerRoot root, Optional<FileKey> only, int limit, Consumer<Row> each) {
    Set<String> files = new TreeSet<>();
    long[] total = {0};
    Consumer<LedgerEntry> entry =
        e -> {
          e.rejects().ifPresent(files::add);
          total[0] += e.rowsRejected();
        };
    if (only.isPresent()) {
      List<LedgerEntry> entries =
          table
              .index()
              .entries(root, List.of(only.get()))
              .getOrDefault(only.get().location(), List.of());
      entries.forEach(entry);
    } else {
      table.ledger().forEach(root, entry);
    }
    int left = limit;
    for (String file : files) {
      if (left <= 0) {
        break;
      }
      left -= readFile(file, only.map(FileKey::location), left, each);
    }
    return total[0];
  }

  private int readFile(String location, Optional<String> only, int limit, Consumer<Row> each) {
    FileIO io = table.io();
    Schema schema = RejectWriter.schema();
    Batch batch = new Batch(schema);
    int handed = 0;
    try (ParquetFileReader reader = ParquetFileReader.open(io.newInputFile(location), schema)) {
      for (int group = 0; group < reader.rowGroupCount() && handed < limit; group++) {
        batch.clear();
        reader.read(group, batch);
        for (int row = 0; row < batch.rowCount() && handed < limit; row++) {
          Row found = row(batch, row);
          if (only.isEmpty() || only.get().equals(found.file())) {
            each.accept(found);
            handed++;
          }
        }
      }
    }
    return handed;
  }

  private static Row row(Batch batch, int row) {
    String text = text(batch, "raw", row);
    return new Row(
        text(batch, "source_file", row),
        number(batch, "line", row),
        number(batch, "byte_offset", row),
        text(batch, "reason", row),
        text(batch, "detail", row),
        text.length() > TEXT_MAX_CHARS ? text.substring(0, TEXT_MAX_CHARS) + "…" : text);
  }

  private static Column column(Batch batch, String name) {
    return batch.column(batch.schema().columns().indexOf(batch.schema().findField(name)));
  }

  private static String text(Batch batch, String name, int row) {
    BytesColumn column = (BytesColumn) column(batch, name);
    return column.isNull(row) ? "" : column.getString(row);
  }

  private static Optional<Long> number(Batch batch, String name, int row) {
    LongColumn column = (LongColumn) column(batch, name);
    return column.isNull(row) ? Optional.empty() : Optional.of(column.get(row));
  }
}
