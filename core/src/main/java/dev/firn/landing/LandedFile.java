package dev.firn.landing;

import dev.firn.parquet.WrittenParquet;
import java.io.Serializable;
import java.util.OptionalInt;
import org.apache.iceberg.PartitionSpec;

/**
 * A data file that is written but not committed.
 *
 * <p>It names its layout by structure, not by spec id: the id is looked up in the table's metadata
 * when the commit is made, since specs and their ids can change until then.
 *
 * @param file the Parquet file
 * @param spec the spec that it was written under: the landing spec (the table's day field, or no
 *     field), or the table's own
 * @param partition a value per field of the spec
 * @param isLanding whether the spec is the landing spec: then the file is to be compacted
 */
public record LandedFile(
    WrittenParquet file, PartitionSpec spec, PartitionTuple partition, boolean isLanding)
    implements Serializable {
  /** The partition value of a landing file. */
  public record Day(boolean present, int value) implements Serializable {
    /** No partition value: the file is unpartitioned. */
    public static final Day NONE = new Day(false, 0);

    /** A day, days since 1970-01-01. */
    public static Day of(int value) {
      return new Day(true, value);
    }

    /** The day, if there is one. */
    public OptionalInt toOptional() {
      return present ? OptionalInt.of(value) : OptionalInt.empty();
    }

    private PartitionTuple tuple() {
      return present ? new PartitionTuple(value) : new PartitionTuple();
    }
  }

  /** Checks that there is a value for each of the spec's fields. */
  public LandedFile {
    if (partition.size() != spec.fields().size()) {
      throw new IllegalArgumentException("spec " + spec + " does not go with " + partition);
    }
  }

  /** A landing file: under the day field alone, or none. */
  public LandedFile(WrittenParquet file, PartitionSpec spec, Day day) {
    this(file, spec, day.tuple(), true);
  }

  /** The day of a landing file; none of another one. */
  public Day day() {
    return isLanding
            && partition.size() == 1
            && partition.get(0, Object.class) instanceof Integer value
        ? Day.of(value)
        : Day.NONE;
  }
}
