package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.batch.RowJson;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The partition values of a batch's rows under a spec, column by column, as dense codes.
 *
 * <p>Per field of the spec each row gets a code from 0 to {@link #codeCount} - 1, in the natural
 * order of the partition values, null first: two rows have the same partition exactly if all their
 * codes are equal, and comparing codes compares partitions. Strings and binaries are transformed
 * once per distinct entry of their column, not once per row. Strings are ordered by code point,
 * binaries and UUIDs byte by byte unsigned, floats with -0.0 before 0.0 and NaN last.
 *
 * <p>The results are those of the Iceberg spec. Where iceberg-core deviates ours do not: hours past
 * 32 bits and numbers truncated below the lowest one, where iceberg-core wraps around, have no
 * partition here (see {@link #findUnpartitionable}).
 *
 * <p>One thread. Codes and values are valid until the batch changes or the next {@link #compute}.
 * Buffers are reused; they take 4 bytes per row and field, and 8 per row once.
 */
public final class PartitionCodes {
  private final List<Field> fields;
  private final RowLongs scratch = new RowLongs();
  private int rowCount;

  private record Field(
      String name,
      FieldCodes.@Nullable Source source,
      PartitionTransform transform,
      FieldCodes codes) {}

  /**
   * Prepares for batches of a schema.
   *
   * @param spec whose source columns are in the schema, by id, at any depth of structs
   * @throws FirnException with {@link ErrorCode#TABLE} if a transform is unknown
   */
  public PartitionCodes(Schema schema, PartitionSpec spec) {
    List<Field> all = new ArrayList<>();
    for (PartitionField field : spec.fields()) {
      PartitionTransform transform = PartitionTransform.of(field.transform());
      if (transform.kind() == PartitionTransform.Kind.VOID) {
        // The source of a void field may have been dropped.
        all.add(new Field(field.name(), null, transform, new VoidFieldCodes()));
      } else {
        FieldCodes.Source source = FieldCodes.Source.of(schema, field.sourceId());
        all.add(new Field(field.name(), source, transform, FieldCodes.of(source, transform)));
      }
    }
    this.fields = List.copyOf(all);
  }

  /**
   * A row that has no partition under the spec.
   *
   * @param row its position in the batch
   * @param detail one line for a person: the column, its value and the transform that can't take it
   */
  public record Unpartitionable(int row, String detail) {}

  /**
   * The first row from {@code fromRow} on that has no partition: a transform's result does not fit
   * its type. Such a row must not get into the table, as no writer could ever move it to its
   * partition; whoever fills a batch looks for them and puts them aside as rejected. Costs a pass
   * over the columns that can be concerned (hour of a µs timestamp, truncate of numbers), and
   * nothing if there are none.
   */
  public Optional<Unpartitionable> findUnpartitionable(Batch batch, int fromRow) {
    int first = Integer.MAX_VALUE;
    @Nullable Field found = null;
    for (Field field : fields) {
      int row = field.codes.findUnpartitionable(batch, fromRow);
      if (row >= 0 && row < first) {
        first = row;
        found = field;
      }
    }
    return found == null ? Optional.empty() : Optional.of(describe(batch, first, found));
  }

  private static Unpartitionable describe(Batch batch, int row, Field field) {
    FieldCodes.Source source = field.source;
    if (source == null) {
      throw new IllegalStateException("a void field took no value");
    }
    return new Unpartitionable(
        row,
        "column '"
            + source.name()
            + "': partition field '"
            + field.name
            + "' can't take "
            + RowJson.value(source.type(), source.in(batch), row)
            + ", since "
            + field.transform
            + " of it does not fit its result type");
  }

  /**
   * Works out the codes of all rows of a batch.
   *
   * @param excluded rows that are left out by the caller; their codes are unspecified
   * @throws FirnException with {@link ErrorCode#TABLE} if another row has no partition
   */
  void compute(Batch batch, RowSet excluded) {
    Optional<Unpartitionable> bad = findUnpartitionable(batch, 0);
    while (bad.isPresent()) {
      if (!excluded.contains(bad.get().row())) {
        throw new FirnException(
            ErrorCode.TABLE,
            "can't partition row " + bad.get().row() + " of a batch: " + bad.get().detail());
      }
      bad = findUnpartitionable(batch, bad.get().row() + 1);
    }
    for (Field field : fields) {
      field.codes.compute(batch, scratch);
    }
    rowCount = batch.rowCount();
  }

  /**
   * Works out the codes of all rows of a batch.
   *
   * @throws FirnException with {@link ErrorCode#TABLE} if a row has no partition
   */
  public void compute(Batch batch) {
    compute(batch, new RowSet());
  }

  /** How many fields the spec has. */
  public int fieldCount() {
    return fields.size();
  }

  /** How many rows have codes. */
  public int rowCount() {
    return rowCount;
  }

  /** A field's code of each row; valid in {@code [0, rowCount())}, not to be written to. */
  public int[] codes(int field) {
    return fields.get(field).codes.codes();
  }

  /** How many codes a field has; each is the code of a row. */
  public int codeCount(int field) {
    return fields.get(field).codes.codeCount();
  }

  /**
   * The partition value that a code stands for, as Iceberg holds it in memory (Integer for dates
   * and time transforms, ByteBuffer for binary, …); null for a null partition. A new object each
   * time.
   */
  public @Nullable Object value(int field, int code) {
    return fields.get(field).codes.value(code);
  }

  /** The partition of a row, as a value of its own that stays valid. */
  public PartitionTuple tuple(int row) {
    @Nullable Object[] values = new Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(i, codes(i)[row]);
    }
    return new PartitionTuple(values);
  }

  /** Whether a field of another spec is the same for all rows that agree on a field of this one. */
  static boolean follows(PartitionField field, PartitionField from) {
    if (field.sourceId() != from.sourceId()) {
      return false;
    }
    PartitionTransform transform = PartitionTransform.of(field.transform());
    PartitionTransform given = PartitionTransform.of(from.transform());
    boolean coarserThanDay = transform.isTime() && transform.kind() != PartitionTransform.Kind.HOUR;
    return transform.equals(given)
        || (given.kind() == PartitionTransform.Kind.DAY && coarserThanDay)
        || given.kind() == PartitionTransform.Kind.IDENTITY;
  }
}
