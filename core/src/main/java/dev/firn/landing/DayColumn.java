package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.LandedFile.Day;
import java.util.Arrays;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;

/**
 * The landing day of each row, as a dense code in the order of days, null first.
 *
 * <p>Without a day field all rows have the one code 0 and no day. One thread; valid until the next
 * {@link #compute}.
 */
public final class DayColumn {
  private final PartitionCodes codes;
  private int[] zeros = new int[0];

  /**
   * Prepares for batches of a schema.
   *
   * @throws FirnException with {@link ErrorCode#TABLE} if the landing spec is not a day field alone
   *     ({@code day} of a date or timestamp, or {@code identity} of a date) or unpartitioned
   */
  public DayColumn(Schema schema, PartitionSpec landingSpec) {
    if (landingSpec.fields().size() > 1
        || (landingSpec.isPartitioned() && !isDay(schema, landingSpec.fields().get(0)))) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't land under the spec "
              + landingSpec
              + ": expected one field, day of a date or timestamp or identity of a date, or none");
    }
    this.codes = new PartitionCodes(schema, landingSpec);
  }

  private static boolean isDay(Schema schema, PartitionField field) {
    Type type = schema.findType(field.sourceId());
    return switch (PartitionTransform.of(field.transform()).kind()) {
      case DAY -> true;
      case IDENTITY -> type != null && type.typeId() == Type.TypeID.DATE;
      default -> false;
    };
  }

  void compute(Batch batch) {
    codes.compute(batch);
  }

  /** How many codes there are: landing days, null counted as one. */
  public int codeCount() {
    return codes.fieldCount() == 0 ? 1 : codes.codeCount(0);
  }

  /** The code of each row, for at least {@code rows} rows of the batch. */
  int[] codes(int rows) {
    if (codes.fieldCount() > 0) {
      return codes.codes(0);
    }
    if (zeros.length < rows) {
      zeros = new int[rows];
      Arrays.fill(zeros, 0);
    }
    return zeros;
  }

  /** The day that a code stands for; {@link Day#NONE} for null, and where there is no day field. */
  public Day day(int code) {
    Object value = codes.fieldCount() == 0 ? null : codes.value(0, code);
    return value == null ? Day.NONE : Day.of((Integer) value);
  }
}
