package dev.firn.decode.csv;

import dev.firn.decode.RejectReason;
import dev.firn.decode.SourceFileException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/** The names of a file's first line, in their order; fields without a name have an empty one. */
record CsvHeader(List<String> names) {

  /** The names of the record that was scanned. */
  static CsvHeader of(RecordScanner record, byte[] b, CsvDialect dialect) {
    String quote = String.valueOf((char) dialect.quote());
    List<String> names = new ArrayList<>();
    for (int i = 0; i < record.fieldCount(); i++) {
      String name =
          new String(b, record.start(i), record.end(i) - record.start(i), StandardCharsets.UTF_8);
      names.add(record.form(i) == CellReader.DOUBLED ? name.replace(quote + quote, quote) : name);
    }
    return new CsvHeader(names);
  }

  /**
   * The names, without the empty ones; refuses a header that has one twice.
   *
   * @throws SourceFileException {@link RejectReason#SCHEMA_MISMATCH}
   */
  Set<String> requireUnique(String location) {
    Set<String> once = new HashSet<>();
    for (String name : names) {
      if (!name.isEmpty() && !once.add(name)) {
        throw mismatch(location, "the name '" + name + "' stands in its header twice");
      }
    }
    return once;
  }

  /**
   * Refuses a header that stands twice for a column, or lacks one that every row needs.
   *
   * @throws SourceFileException {@link RejectReason#SCHEMA_MISMATCH}
   */
  void requireFits(String location, Schema schema, Optional<String> eventTimeColumn) {
    Set<String> once = requireUnique(location);
    boolean any = false;
    for (Types.NestedField field : schema.columns()) {
      any |= once.contains(field.name());
    }
    if (!any) {
      throw mismatch(
          location,
          "none of the table's columns stands in its first line, which has to be a header");
    }
    for (Types.NestedField field : schema.columns()) {
      boolean needed = field.isRequired() || eventTimeColumn.equals(Optional.of(field.name()));
      if (needed && !once.contains(field.name())) {
        throw mismatch(location, "its header lacks the required column '" + field.name() + "'");
      }
      if (!field.type().isPrimitiveType() && once.contains(field.name())) {
        throw mismatch(
            location,
            "its column '"
                + field.name()
                + "' is to become "
                + field.type()
                + ", which no field of CSV can be");
      }
    }
  }

  /** Names that the schema does not have. */
  List<String> unknown(Schema schema) {
    return names.stream()
        .filter(name -> schema.columns().stream().noneMatch(c -> c.name().equals(name)))
        .toList();
  }

  private SourceFileException mismatch(String location, String problem) {
    return new SourceFileException(
        RejectReason.SCHEMA_MISMATCH,
        "reading "
            + location
            + ": "
            + problem
            + " (header: "
            + shown()
            + "); correct the file, csv.delimiter or the table's schema, and upload it again",
        null);
  }

  private String shown() {
    String all = String.join(", ", names).replaceAll("\\p{Cntrl}", "\uFFFD");
    return all.length() <= 200 ? all : all.substring(0, 200) + "…";
  }
}
