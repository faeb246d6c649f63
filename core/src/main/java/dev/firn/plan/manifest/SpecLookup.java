package dev.firn.plan.manifest;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Map;
import java.util.TreeSet;
import org.apache.iceberg.PartitionSpec;

/** Finds the spec that a manifest or a file names. */
public final class SpecLookup {
  private SpecLookup() {}

  /**
   * The spec of an id.
   *
   * @throws FirnException if the table has no such spec: its metadata was cleaned too far, or made
   *     by hand
   */
  public static PartitionSpec require(Map<Integer, PartitionSpec> specs, int id) {
    PartitionSpec spec = specs.get(id);
    if (spec == null) {
      throw new FirnException(
          ErrorCode.TABLE,
          "a manifest of the table has the partition spec "
              + id
              + "; expected one of "
              + new TreeSet<>(specs.keySet())
              + ": restore the metadata that has it, or roll the table back");
    }
    return spec;
  }
}
