package dev.firn.audit;

import dev.firn.audit.FileVerdict.Outcome;
import dev.firn.error.FirnException;
import dev.firn.parquet.ParquetFileReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The look at one file. */
final class FileAudit {
  private final DataFile file;
  private final FileIO io;
  private final RecordedPartition recorded;

  FileAudit(DataFile file, FileIO io, PartitionSpec spec) {
    this.file = file;
    this.io = io;
    this.recorded = RecordedPartition.of(file, spec);
  }

  /**
   * Looks at it.
   *
   * @param schemas that a source column may be in, the current one first
   * @param readers tried in order
   */
  FileVerdict run(List<Schema> schemas, List<DataFileRows> readers) {
    List<Integer> positions = new ArrayList<>();
    Set<Integer> sources = new HashSet<>();
    for (int i = 0; i < recorded.spec().fields().size(); i++) {
      PartitionField field = recorded.spec().fields().get(i);
      if (field.transform().isVoid()) {
        if (!recorded.is(i, null)) {
          return verdict(
              Outcome.WRONG, 0, file.recordCount(), recorded.describe(i) + " under a void field");
        }
      } else {
        positions.add(i);
        sources.add(field.sourceId());
      }
    }
    if (positions.isEmpty()) {
      return verdict(Outcome.RIGHT, 0, 0, null);
    }
    Optional<Schema> schema =
        schemas.stream()
            .filter(s -> sources.stream().allMatch(id -> s.findField(id) != null))
            .findFirst();
    if (schema.isEmpty()) {
      return verdict(Outcome.UNCHECKED, 0, 0, "no schema of the table has all its source columns");
    }
    return read(schema.get(), positions, readers);
  }

  private FileVerdict read(Schema schema, List<Integer> positions, List<DataFileRows> readers) {
    Set<Integer> present = new HashSet<>();
    List<Integer> checked = new ArrayList<>();
    try {
      Optional<String> problem = choose(schema, positions, checked, present);
      if (problem.isPresent()) {
        return verdict(Outcome.UNCHECKED, 0, 0, problem.get());
      }
    } catch (UnreadableFileException e) {
      return verdict(Outcome.UNCHECKED, 0, 0, e.getMessage());
    }
    if (checked.isEmpty()) {
      return verdict(Outcome.RIGHT, 0, 0, null);
    }
    Schema projection = TypeUtil.select(schema, present);
    List<String> failures = new ArrayList<>();
    for (DataFileRows reader : readers) {
      RowCheck check = new RowCheck(projection, recorded, checked);
      try {
        reader.read(io.newInputFile(file.location()), file, projection, check::accept);
        return verdict(check);
      } catch (UnreadableFileException | NotFoundException | FirnException e) {
        failures.add(String.valueOf(e.getMessage()));
      }
    }
    return verdict(Outcome.UNCHECKED, 0, 0, String.join("; ", failures));
  }

  /**
   * Chooses the fields that can be checked, and the columns they need. A column that the file lacks
   * is null in all its rows, or, of an identity field, has the recorded value (Iceberg spec, column
   * projection), or its default.
   *
   * @return why the file can't be checked
   */
  private Optional<String> choose(
      Schema schema, List<Integer> positions, List<Integer> checked, Set<Integer> present)
      throws UnreadableFileException {
    if (file.format() != FileFormat.PARQUET) {
      return Optional.of("it is " + file.format() + ", of which no reader is at hand");
    }
    Map<Integer, List<String>> columns = columns();
    if (columns.isEmpty()) {
      return Optional.of("its columns have no field ids");
    }
    for (int position : positions) {
      PartitionField field = recorded.spec().fields().get(position);
      Types.NestedField source = schema.findField(field.sourceId());
      boolean inFile = columns.containsKey(field.sourceId());
      if (!inFile && source.initialDefault() != null) {
        return Optional.of("it lacks the column " + source.name() + ", which has a default");
      }
      if (inFile || !field.transform().isIdentity()) {
        checked.add(position);
        present.add(field.sourceId());
      }
    }
    return Optional.empty();
  }

  private Map<Integer, List<String>> columns() throws UnreadableFileException {
    try {
      return ParquetFileReader.columnsById(io.newInputFile(file.location()));
    } catch (NotFoundException | FirnException e) {
      throw new UnreadableFileException(String.valueOf(e.getMessage()), e);
    }
  }

  private FileVerdict verdict(RowCheck check) {
    if (check.wrongRows() > 0) {
      return verdict(Outcome.WRONG, check.rows(), check.wrongRows(), check.firstWrong());
    }
    if (check.rows() != file.recordCount()) {
      return verdict(
          Outcome.WRONG,
          check.rows(),
          0,
          "it has " + check.rows() + " rows, the table records " + file.recordCount());
    }
    return verdict(Outcome.RIGHT, check.rows(), 0, null);
  }

  private FileVerdict verdict(Outcome outcome, long rows, long wrongRows, @Nullable String detail) {
    return new FileVerdict(
        file.location(),
        file.specId(),
        recorded.path(),
        outcome,
        rows,
        wrongRows,
        Optional.ofNullable(detail));
  }
}
