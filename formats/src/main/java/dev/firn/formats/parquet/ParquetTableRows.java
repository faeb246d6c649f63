package dev.firn.formats.parquet;

import dev.firn.audit.DataFileRows;
import dev.firn.audit.UnreadableFileException;
import dev.firn.batch.Batch;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.StreamOpener;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.EventTimeRule;
import dev.firn.decode.format.TimestampRules;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Spool;
import dev.firn.parquet.ParquetFileReader;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Data files of a table that other programs wrote as Parquet, in any encoding and codec that {@link
 * ParquetDecoder} reads.
 *
 * <p>Columns are found by field id, at any depth of structs, and then read by the names they have
 * in the file. The projected columns of the whole file are in memory at once.
 */
public final class ParquetTableRows implements DataFileRows {
  private final Spool spool;

  /**
   * A reader.
   *
   * @param spool takes the files, which are read at many places at once
   */
  public ParquetTableRows(Spool spool) {
    this.spool = spool;
  }

  @Override
  public void read(InputFile in, DataFile file, Schema projection, Consumer<Batch> rows)
      throws UnreadableFileException {
    if (file.format() != FileFormat.PARQUET) {
      throw new UnreadableFileException("it is " + file.format() + ", not Parquet");
    }
    Batch batch = new Batch(asInFile(in, projection));
    FileIdentity identity =
        new FileIdentity(in.location(), Optional.empty(), Optional.empty(), file.fileSizeInBytes());
    String[] firstReject = {""};
    try (FileDecoder decoder =
        new ParquetDecoder(options(batch.schema()))
            .open(
                identity,
                in.newStream(),
                (line, offset, reason, detail, raw, from, length) -> {
                  if (firstReject[0].isEmpty()) {
                    firstReject[0] = "row " + line + ": " + detail;
                  }
                })) {
      if (decoder.decode(batch, Long.MAX_VALUE)) {
        throw new IllegalStateException("the decoder stopped before the end");
      }
      DecodeCounts counts = decoder.counts();
      if (counts.rowsRejected() > 0) {
        throw new UnreadableFileException(firstReject[0]);
      }
    } catch (SourceFileException e) {
      throw new UnreadableFileException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE, "reading " + in.location() + " failed: " + e.getMessage(), e);
    }
    rows.accept(batch);
  }

  private DecoderOptions options(Schema schema) {
    return new DecoderOptions(
        schema, EventTimeRule.NONE, TimestampRules.DEFAULT, StreamOpener.PLAIN, spool, Map.of());
  }

  /** The columns under the names that they have in the file; none is required. */
  private static Schema asInFile(InputFile in, Schema projection) throws UnreadableFileException {
    try {
      return new Schema(asInFile(ParquetFileReader.columnsById(in), projection.columns()));
    } catch (FirnException e) {
      if (e.code() != ErrorCode.TABLE) {
        throw e;
      }
      throw new UnreadableFileException(String.valueOf(e.getMessage()), e);
    }
  }

  private static List<Types.NestedField> asInFile(
      Map<Integer, List<String>> columns, List<Types.NestedField> fields) {
    List<Types.NestedField> named = new ArrayList<>();
    for (Types.NestedField field : fields) {
      String name =
          Optional.ofNullable(columns.get(field.fieldId()))
              .map(path -> path.get(path.size() - 1))
              .orElse("no column " + field.fieldId());
      Type type =
          field.type().isStructType()
              ? Types.StructType.of(asInFile(columns, field.type().asStructType().fields()))
              : field.type();
      named.add(Types.NestedField.optional(field.fieldId(), name, type));
    }
    return named;
  }
}
