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
 * @param spec the landing spec that it was written under: one field (the table's day field), or
 *     none
 * @param day the value of that field, days since 1970-01-01; empty iff the spec is unpartitioned
 */
public record LandedFile(WrittenParquet file, PartitionSpec spec, Day day) implements Serializable {
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
  }

  /** Checks that there is a day exactly if the spec has a field. */
  public LandedFile {
    if (day.present() != (spec.fields().size() == 1)) {
      throw new IllegalArgumentException("spec " + spec + " does not go with day " + day);
    }
  }
}
