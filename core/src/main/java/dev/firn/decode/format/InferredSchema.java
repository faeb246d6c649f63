package dev.firn.decode.format;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * A schema that was found in source files, for a person to look at and correct.
 *
 * @param schema fresh field ids from 1 on; columns are optional
 * @param eventTimeColumn a timestamptz column that every sampled row has a value for, if any
 * @param rowsRead rows that the schema was inferred from
 * @param rowsSkipped rows of the sample that can't be read
 */
public record InferredSchema(
    Schema schema, Optional<String> eventTimeColumn, long rowsRead, long rowsSkipped) {

  /**
   * With fresh ids.
   *
   * @param format for the message if there are no columns
   * @throws FirnException {@link ErrorCode#CONFIG} if there are no columns
   */
  public static InferredSchema of(
      String format, List<Types.NestedField> columns, Optional<String> eventTime, Rows rows) {
    if (columns.isEmpty()) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "inferring a schema: no column was found in "
              + (rows.read() + rows.skipped())
              + " sampled rows; expected "
              + format
              + ", or write the schema into the pipeline file");
    }
    AtomicInteger freshId = new AtomicInteger();
    Schema schema = TypeUtil.assignFreshIds(new Schema(columns), freshId::incrementAndGet);
    return new InferredSchema(schema, eventTime, rows.read(), rows.skipped());
  }

  /** Rows of a sample. */
  public record Rows(long read, long skipped) {}
}
