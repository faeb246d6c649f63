package dev.firn.table;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * The layout under which fresh rows land: the table's day field alone, or none.
 *
 * <p>A landing spec is known by its structure, source column and transform, and by nothing else.
 * Spec ids, partition field ids and names are looked up in the metadata that a commit is built on:
 * another engine's clean-up may remove an unused spec and give its id to another layout.
 *
 * @param day the day field; empty for an unpartitioned landing spec
 */
public record LandingSpec(Optional<DayField> day) implements Serializable {
  /** Iceberg numbers partition fields from 1000 on. */
  private static final int LAST_ID_BEFORE_PARTITION_FIELDS = 999;

  /**
   * The field that tells a row's day.
   *
   * @param sourceId field id of the source column
   * @param column full name of the source column
   * @param transform {@code day} or {@code identity}
   */
  public record DayField(int sourceId, String column, String transform) implements Serializable {
    private boolean sameAs(PartitionField field) {
      return field.sourceId() == sourceId && field.transform().toString().equals(transform);
    }
  }

  /** An unpartitioned landing spec. */
  public static final LandingSpec UNPARTITIONED = new LandingSpec(Optional.empty());

  /**
   * The landing spec of a table. The first of these that there is decides: the declared local-date
   * column (identity, or day where the default spec has it so); the day field of the default spec,
   * the one on the event-time column if there are several; day of the event-time column.
   *
   * @param dayColumn the declared local-date column, of type date
   * @param eventTimeColumn the pipeline's event-time column, a timestamp or a date
   * @throws FirnException ({@link ErrorCode#CONFIG}) if a named column is not in the schema or has
   *     another type
   */
  public static LandingSpec of(
      Schema schema,
      PartitionSpec defaultSpec,
      Optional<String> dayColumn,
      Optional<String> eventTimeColumn) {
    if (dayColumn.isPresent()) {
      Types.NestedField field = dateColumn(schema, dayColumn.get());
      DayField byDay = new DayField(field.fieldId(), dayColumn.get(), "day");
      boolean usesDay = defaultSpec.fields().stream().anyMatch(byDay::sameAs);
      return usesDay
          ? new LandingSpec(Optional.of(byDay))
          : new LandingSpec(
              Optional.of(new DayField(field.fieldId(), dayColumn.get(), "identity")));
    }
    Optional<DayField> ofEventTime = eventTimeColumn.map(name -> dayOf(schema, name));
    List<PartitionField> days =
        defaultSpec.fields().stream().filter(f -> f.transform().toString().equals("day")).toList();
    if (days.isEmpty()
        || days.stream().anyMatch(f -> ofEventTime.filter(d -> d.sameAs(f)).isPresent())) {
      return new LandingSpec(ofEventTime);
    }
    int sourceId = days.get(0).sourceId();
    return new LandingSpec(
        Optional.of(new DayField(sourceId, schema.findColumnName(sourceId), "day")));
  }

  private static Types.NestedField dateColumn(Schema schema, String name) {
    Types.NestedField field = find(schema, "day.column", name);
    if (field.type().typeId() != Type.TypeID.DATE) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "day.column '" + name + "' must be of type date, is " + field.type() + "; declare it so");
    }
    return field;
  }

  private static DayField dayOf(Schema schema, String name) {
    Types.NestedField field = find(schema, "event-time column", name);
    switch (field.type().typeId()) {
      case TIMESTAMP, TIMESTAMP_NANO, DATE:
        return new DayField(field.fieldId(), name, "day");
      default:
        throw new FirnException(
            ErrorCode.CONFIG,
            "event-time column '"
                + name
                + "' must be of type timestamptz, timestamp or date, is "
                + field.type()
                + "; declare it so, with an epoch format if its values are numbers");
    }
  }

  private static Types.NestedField find(Schema schema, String what, String name) {
    Types.NestedField field = schema.findField(name);
    if (field == null) {
      throw new FirnException(
          ErrorCode.CONFIG,
          what
              + " '"
              + name
              + "' is no column of the table; the columns are "
              + String.join(", ", schema.columns().stream().map(Types.NestedField::name).toList()));
    }
    return field;
  }

  /** Whether a spec has this structure: the same source column and transform, or no field. */
  public boolean sameAs(PartitionSpec spec) {
    List<PartitionField> fields = spec.fields();
    if (day.isEmpty()) {
      return fields.isEmpty();
    }
    return fields.size() == 1 && day.get().sameAs(fields.get(0));
  }

  /**
   * The id of a spec of this structure; of several the default one, else the lowest.
   *
   * @throws FirnException ({@link ErrorCode#TABLE}) if the table has format version 1
   */
  public OptionalInt findIn(TableMetadata metadata) {
    requireVersion2(metadata);
    if (sameAs(metadata.spec())) {
      return OptionalInt.of(metadata.defaultSpecId());
    }
    return metadata.specs().stream().filter(this::sameAs).mapToInt(PartitionSpec::specId).min();
  }

  /**
   * Metadata that has a spec of this structure: {@code metadata} itself if there is one already,
   * else a copy to which it is added as a non-default spec. Nothing is committed.
   *
   * <p>A partition field of another spec with the same source and transform lends its id and name,
   * as the Iceberg spec wants it; a new field gets an id that no spec of the table ever had, and a
   * name that neither a column nor another spec's field has.
   *
   * @throws FirnException ({@link ErrorCode#TABLE}) if the table has format version 1, or its
   *     current schema lacks the source column
   */
  public TableMetadata addTo(TableMetadata metadata) {
    if (findIn(metadata).isPresent()) {
      return metadata;
    }
    if (day.isPresent() && metadata.schema().findField(day.get().sourceId()) == null) {
      throw new FirnException(
          ErrorCode.TABLE,
          "the table has no column '"
              + day.get().column()
              + "' (field id "
              + day.get().sourceId()
              + ") any more, which tells a row's day; name another event-time or day column");
    }
    PartitionSpec spec =
        bind(metadata.schema(), metadata.specs(), metadata.lastAssignedPartitionId());
    return TableMetadata.buildFrom(metadata).addPartitionSpec(spec).build();
  }

  /**
   * This structure as a spec of its own, for writers; its ids mean nothing in a table.
   *
   * @param schema a schema that has the source column
   */
  public PartitionSpec toSpec(Schema schema) {
    return bind(schema, List.of(), LAST_ID_BEFORE_PARTITION_FIELDS);
  }

  private PartitionSpec bind(Schema schema, List<PartitionSpec> others, int lastAssignedId) {
    if (day.isEmpty()) {
      return PartitionSpec.builderFor(schema).build();
    }
    DayField source = day.get();
    Set<String> taken = new HashSet<>();
    PartitionField known = null;
    for (PartitionSpec other : others) {
      for (PartitionField field : other.fields()) {
        if (source.sameAs(field)) {
          known = field;
        } else {
          taken.add(field.name());
        }
      }
    }
    int fieldId = known == null ? lastAssignedId + 1 : known.fieldId();
    String wanted = known == null ? usualName(schema) : known.name();
    String name = wanted;
    for (int i = 2; taken.contains(name) || isOtherColumn(schema, name); i++) {
      name = wanted + "_" + i;
    }
    return parseSpec(schema, source, fieldId, name);
  }

  private String usualName(Schema schema) {
    DayField source = day.orElseThrow();
    String column = schema.findColumnName(source.sourceId());
    return source.transform().equals("identity") ? column : column + "_day";
  }

  private boolean isOtherColumn(Schema schema, String name) {
    DayField source = day.orElseThrow();
    Types.NestedField column = schema.findField(name);
    return column != null
        && !(source.transform().equals("identity") && column.fieldId() == source.sourceId());
  }

  /** Iceberg's builder can't be given a partition field's id; its parser can. */
  private static PartitionSpec parseSpec(Schema schema, DayField source, int fieldId, String name) {
    ObjectNode spec = JsonNodeFactory.instance.objectNode().put("spec-id", 0);
    spec.putArray("fields")
        .addObject()
        .put("name", name)
        .put("transform", source.transform())
        .put("source-id", source.sourceId())
        .put("field-id", fieldId);
    return PartitionSpecParser.fromJson(schema, spec);
  }

  private static void requireVersion2(TableMetadata metadata) {
    if (metadata.formatVersion() < 2) {
      throw new FirnException(
          ErrorCode.TABLE,
          "the table at "
              + metadata.location()
              + " has format version 1, under which a landing spec is not possible; set its"
              + " property format-version to 2");
    }
  }
}
