package dev.firn.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;

/**
 * One partition spec of a table, for people and programs.
 *
 * @param specId its id
 * @param isDefault whether new files of other engines and of compaction get it
 * @param isLanding whether a pipeline's fresh files get it; never if no pipeline is known
 * @param fields in the order of the partition tuple
 */
public record SpecOverview(int specId, boolean isDefault, boolean isLanding, List<Field> fields) {
  /** Copies the list. */
  public SpecOverview {
    fields = List.copyOf(fields);
  }

  /**
   * A partition field.
   *
   * @param fieldId its id, one for all specs from format version 2 on
   * @param name its name
   * @param transform as the Iceberg spec writes it: {@code bucket[16]}
   * @param column the source column's full name; empty if it was dropped
   */
  public record Field(int fieldId, String name, String transform, Optional<String> column) {
    /** As people write it: {@code bucket[16](user_id)}. */
    public String rule() {
      String source = column.orElse("?");
      return PartitionTerm.Kind.named(transform)
          .map(kind -> new PartitionTerm(kind, 0, source).toString())
          .orElseGet(
              () -> {
                int bracket = transform.indexOf('[');
                return bracket < 0
                    ? transform + "(" + source + ")"
                    : transform.substring(0, bracket)
                        + "("
                        + transform.substring(bracket + 1, transform.length() - 1)
                        + ", "
                        + source
                        + ")";
              });
    }
  }

  /** All specs of a table, in the order of their ids. */
  public static List<SpecOverview> of(TableMetadata metadata, Optional<LandingRule> landing) {
    Optional<LandingSpec> landingSpec =
        landing
            .filter(rule -> metadata.formatVersion() >= 2)
            .map(rule -> rule.specBeside(metadata.schema(), metadata.spec()));
    int landingId = landingSpec.map(spec -> spec.findIn(metadata).orElse(-1)).orElse(-1);
    List<SpecOverview> specs = new ArrayList<>();
    for (PartitionSpec spec : metadata.specs()) {
      specs.add(
          new SpecOverview(
              spec.specId(),
              spec.specId() == metadata.defaultSpecId(),
              spec.specId() == landingId,
              fields(spec, metadata.schema())));
    }
    specs.sort((a, b) -> Integer.compare(a.specId(), b.specId()));
    return List.copyOf(specs);
  }

  /** The fields of one spec, in their order. */
  public static List<Field> fields(PartitionSpec spec, Schema schema) {
    List<Field> fields = new ArrayList<>();
    for (PartitionField field : spec.fields()) {
      fields.add(
          new Field(
              field.fieldId(),
              field.name(),
              field.transform().toString(),
              Optional.ofNullable(schema.findColumnName(field.sourceId()))));
    }
    return List.copyOf(fields);
  }
}
