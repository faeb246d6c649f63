package dev.firn.landing;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/** A partition: a value per field of a spec, in Iceberg's in-memory form. Immutable. */
public final class PartitionTuple implements StructLike, Serializable {
  private static final long serialVersionUID = 1L;

  private final @Nullable Object[] values;

  PartitionTuple(@Nullable Object... values) {
    this.values = values.clone();
  }

  /** The tuple of these values, in Iceberg's in-memory form; a null partition value is null. */
  public static PartitionTuple of(@Nullable Object... values) {
    return new PartitionTuple(values);
  }

  @Override
  public int size() {
    return values.length;
  }

  @Override
  public <T> @Nullable T get(int pos, Class<T> javaClass) {
    return javaClass.cast(values[pos]);
  }

  @Override
  public <T> void set(int pos, T value) {
    throw new UnsupportedOperationException("a partition tuple does not change");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PartitionTuple tuple && Arrays.equals(values, tuple.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
