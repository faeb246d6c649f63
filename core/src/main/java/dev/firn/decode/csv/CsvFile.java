package dev.firn.decode.csv;

import dev.firn.batch.Batch;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RejectSink;
import dev.firn.decode.RowPlaces;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.RowTally;
import dev.firn.decode.format.StreamDamage;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Decodes one CSV file. */
final class CsvFile implements FileDecoder {
  /** How much is read between two looks at the size of the batch, which cost a walk over it. */
  private static final int CHECK_BYTES = 1 << 16;

  private final FileIdentity file;
  private final InputStream in;
  private final RejectSink rejects;
  private final CsvDecoder decoder;
  private final DecoderOptions options;
  private final RecordReader records;
  private final CellReader cells;
  private final RowTally tally;

  private @Nullable CsvHeader header;
  private @Nullable Batch boundTo;

  /** Columns by the position of their field; null for fields that are passed over. */
  private @Nullable Cell[] columns = new Cell[0];

  private int ignoredColumns;

  CsvFile(FileIdentity file, InputStream in, RejectSink rejects, CsvDecoder decoder) {
    this.file = file;
    this.in = in;
    this.rejects = rejects;
    this.decoder = decoder;
    this.options = decoder.options();
    this.records = new RecordReader(in, decoder.dialect(), decoder.bufferBytes());
    this.cells = new CellReader(decoder.dialect(), options.timestamps().zone());
    this.tally = new RowTally(options.eventTime());
  }

  @Override
  public boolean decode(Batch out, long stopBytes) throws IOException {
    try {
      return decodeRows(out, stopBytes);
    } catch (IOException e) {
      out.cancelRow();
      throw StreamDamage.of(file, options.opener(), e, records.bytesRead());
    }
  }

  private boolean decodeRows(Batch out, long stopBytes) throws IOException {
    records.start(file.location());
    CsvHeader names = header;
    if (names == null) {
      Optional<CsvHeader> read = readHeader();
      if (read.isEmpty()) {
        return false;
      }
      names = read.get();
      header = names;
    }
    bind(out, names);
    long nextCheck = records.offset() + CHECK_BYTES;
    while (records.next()) {
      readRow(out);
      if (records.offset() >= nextCheck) {
        if (out.sizeBytes() >= stopBytes) {
          return true;
        }
        nextCheck = records.offset() + CHECK_BYTES;
      }
    }
    return false;
  }

  /** Empty if the file has no line at all: then it has no rows either. */
  private Optional<CsvHeader> readHeader() throws IOException {
    if (!records.next()) {
      return Optional.empty();
    }
    if (!records.isGood()) {
      throw new SourceFileException(
          RejectReason.MALFORMED,
          "reading "
              + file.location()
              + ": its first line has to be a header of CSV: "
              + records.problem()
              + "; correct the file and upload it again",
          null);
    }
    CsvHeader names = CsvHeader.of(records.fields(), records.bytes(), decoder.dialect());
    Schema schema = options.schema();
    names.requireFits(file.location(), schema, options.eventTime().column());
    List<String> unknown = names.unknown(schema);
    decoder.ignored().note(file.location(), unknown);
    ignoredColumns = unknown.size();
    return Optional.of(names);
  }

  private void bind(Batch out, CsvHeader names) {
    if (boundTo == out) {
      return;
    }
    boundTo = out;
    tally.bind(out);
    columns = new Cell[names.names().size()];
    List<Types.NestedField> fields = out.schema().columns();
    for (int i = 0; i < fields.size(); i++) {
      Types.NestedField field = fields.get(i);
      int position = names.names().indexOf(field.name());
      if (position >= 0) {
        columns[position] = new Cell(field, out.column(i), options.timestamps().of(field.name()));
      }
    }
  }

  private void readRow(Batch out) {
    if (!records.isGood()) {
      reject(out, records.reason(), records.problem());
      return;
    }
    RecordScanner fields = records.fields();
    int count = fields.fieldCount();
    if (count != columns.length) {
      reject(
          out,
          RejectReason.FIELD_COUNT,
          "expected " + columns.length + " fields as in the header, got " + count);
      return;
    }
    byte[] b = records.bytes();
    for (int i = 0; i < count; i++) {
      Cell cell = columns[i];
      if (cell != null && !cells.read(cell, b, fields.start(i), fields.end(i), fields.form(i))) {
        reject(out, cells.reason(), detail(cell, b, fields.start(i), fields.end(i)));
        return;
      }
    }
    if (tally.take(out)) {
      int from = records.from();
      tally.taken(records.line(), records.offset(), b, from, records.end() - from);
    } else {
      reject(out, tally.reason(), tally.detail());
    }
  }

  private String detail(Cell cell, byte[] b, int from, int end) {
    String column = "column '" + cell.name + "': expected ";
    return cells.reason() == RejectReason.MISSING_REQUIRED
        ? column + "a value in every row"
        : column
            + cell.expected
            + ", got "
            + Excerpt.of(b, from, end)
            + " at byte "
            + (from - records.from())
            + " of the record";
  }

  private void reject(Batch out, RejectReason reason, String detail) {
    out.cancelRow();
    tally.reject();
    int from = records.from();
    rejects.reject(
        records.line(),
        records.offset(),
        reason,
        detail,
        records.bytes(),
        from,
        records.end() - from);
  }

  @Override
  public void notePlaces(RowPlaces wanted) {
    tally.notePlaces(wanted);
  }

  @Override
  public DecodeCounts counts() {
    return tally.counts(records.bytesRead());
  }

  @Override
  public int ignoredColumns() {
    return ignoredColumns;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
