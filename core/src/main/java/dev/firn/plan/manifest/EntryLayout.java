package dev.firn.plan.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * The fields of a manifest's entries in the order of its own schema, each known by its field id
 * (Iceberg spec, "Manifests"); a writer that gives no ids is read by names. Immutable.
 */
record EntryLayout(List<Step> entry, List<Step> file, Schema partition) {
  /** What a field is to a plan; OTHER fields are skipped. */
  enum Role {
    STATUS(0, "status"),
    SEQUENCE(3, "sequence_number"),
    FILE_SEQUENCE(4, "file_sequence_number"),
    DATA_FILE(2, "data_file"),
    CONTENT(134, "content"),
    PATH(100, "file_path"),
    FORMAT(101, "file_format"),
    PARTITION(102, "partition"),
    RECORD_COUNT(103, "record_count"),
    SIZE(104, "file_size_in_bytes"),
    COLUMN_SIZES(108, "column_sizes"),
    VALUE_COUNTS(109, "value_counts"),
    NULL_COUNTS(110, "null_value_counts"),
    NAN_COUNTS(137, "nan_value_counts"),
    LOWER_BOUNDS(125, "lower_bounds"),
    UPPER_BOUNDS(128, "upper_bounds"),
    KEY_METADATA(131, "key_metadata"),
    SPLIT_OFFSETS(132, "split_offsets"),
    SORT_ORDER(140, "sort_order_id"),
    FIRST_ROW_ID(142, "first_row_id"),
    OTHER(-1, "");

    private final int fieldId;
    private final String fieldName;

    Role(int fieldId, String fieldName) {
      this.fieldId = fieldId;
      this.fieldName = fieldName;
    }
  }

  /**
   * One field.
   *
   * @param nullBranch which branch of its union is null; -1 if the field is no union
   * @param whole skips the field, union and all
   */
  record Step(Role role, int nullBranch, AvroSkip whole) {
    /** Whether the value is null; the cursor then stands behind it. */
    boolean isNull(BlockCursor in) {
      if (nullBranch < 0) {
        return false;
      }
      long branch = in.readLong();
      if (branch != 0 && branch != 1) {
        throw new MalformedManifestException("branch " + branch + " of 2");
      }
      return branch == nullBranch;
    }
  }

  private static final String FIELD_ID = "field-id";

  static EntryLayout of(Schema schema) {
    Schema file =
        field(schema, Role.DATA_FILE)
            .orElseThrow(() -> new MalformedManifestException("its entries have no data_file"));
    Schema partition =
        field(file, Role.PARTITION)
            .orElseThrow(() -> new MalformedManifestException("its files have no partition"));
    EntryLayout layout =
        new EntryLayout(
            steps(schema, List.of(Role.STATUS, Role.SEQUENCE, Role.FILE_SEQUENCE, Role.DATA_FILE)),
            steps(file, fileRoles()),
            partition);
    layout.check();
    return layout;
  }

  /** The id of a field, if the writer gives one. */
  static Optional<Integer> fieldId(Schema.Field field) {
    Object id = field.getObjectProp(FIELD_ID);
    return id instanceof Number number ? Optional.of(number.intValue()) : Optional.empty();
  }

  /** The schema of a field without its null branch. */
  static Schema withoutNull(Schema schema) {
    if (schema.getType() != Schema.Type.UNION) {
      return schema;
    }
    if (schema.getTypes().size() != 2 || nullBranch(schema) < 0) {
      throw new MalformedManifestException("a field is a union of other than null and one type");
    }
    return schema.getTypes().get(1 - nullBranch(schema));
  }

  /** Which branch is null, -1 for what is no union. */
  static int nullBranch(Schema schema) {
    if (schema.getType() != Schema.Type.UNION) {
      return -1;
    }
    return schema.getTypes().get(0).getType() == Schema.Type.NULL
        ? 0
        : schema.getTypes().size() > 1 && schema.getTypes().get(1).getType() == Schema.Type.NULL
            ? 1
            : -1;
  }

  private void check() {
    boolean known = false;
    for (Step step : entry) {
      known |= step.role() == Role.STATUS;
      if (step.role() == Role.DATA_FILE && !known) {
        throw new MalformedManifestException("the status of an entry is behind its file");
      }
    }
    for (Role needed : List.of(Role.PATH, Role.FORMAT, Role.RECORD_COUNT, Role.SIZE)) {
      if (file.stream().noneMatch(step -> step.role() == needed)) {
        throw new MalformedManifestException(
            "its files have no " + needed.name().toLowerCase(Locale.ROOT));
      }
    }
  }

  private static List<Role> fileRoles() {
    return List.of(Role.values()).subList(Role.CONTENT.ordinal(), Role.OTHER.ordinal());
  }

  private static Optional<Schema> field(Schema record, Role role) {
    return record.getFields().stream()
        .filter(field -> isRole(field, role))
        .map(field -> withoutNull(field.schema()))
        .findFirst();
  }

  private static boolean isRole(Schema.Field field, Role role) {
    return fieldId(field)
        .map(id -> id == role.fieldId)
        .orElseGet(() -> field.name().equals(role.fieldName));
  }

  private static List<Step> steps(Schema record, List<Role> roles) {
    List<Step> steps = new ArrayList<>();
    for (Schema.Field field : record.getFields()) {
      Role role = roles.stream().filter(r -> isRole(field, r)).findFirst().orElse(Role.OTHER);
      if (role != Role.OTHER) {
        checkType(role, withoutNull(field.schema()));
      }
      steps.add(new Step(role, nullBranch(field.schema()), AvroSkip.of(field.schema())));
    }
    return List.copyOf(steps);
  }

  private static void checkType(Role role, Schema schema) {
    Schema.Type type = schema.getType();
    boolean fits =
        switch (role) {
          case DATA_FILE, PARTITION -> type == Schema.Type.RECORD;
          case PATH, FORMAT -> type == Schema.Type.STRING;
          case KEY_METADATA -> type == Schema.Type.BYTES;
          case SPLIT_OFFSETS -> type == Schema.Type.ARRAY && isNumber(schema.getElementType());
          case COLUMN_SIZES, VALUE_COUNTS, NULL_COUNTS, NAN_COUNTS -> isMap(schema, true);
          case LOWER_BOUNDS, UPPER_BOUNDS -> isMap(schema, false);
          default -> isNumber(schema);
        };
    if (!fits) {
      throw new MalformedManifestException(
          "the field " + role.fieldName + " has the type " + schema);
    }
  }

  private static boolean isNumber(Schema schema) {
    return schema.getType() == Schema.Type.INT || schema.getType() == Schema.Type.LONG;
  }

  /** A map with int keys is an array of records of key and value (spec, appendix A). */
  private static boolean isMap(Schema schema, boolean ofNumbers) {
    if (schema.getType() != Schema.Type.ARRAY
        || schema.getElementType().getType() != Schema.Type.RECORD
        || schema.getElementType().getFields().size() != 2) {
      return false;
    }
    Schema key = schema.getElementType().getFields().get(0).schema();
    Schema value = schema.getElementType().getFields().get(1).schema();
    return isNumber(key) && (ofNumbers ? isNumber(value) : value.getType() == Schema.Type.BYTES);
  }
}
