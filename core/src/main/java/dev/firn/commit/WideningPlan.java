package dev.firn.commit;

import dev.firn.commit.SchemaWidening.Refused;
import dev.firn.decode.NewColumn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * Which of the columns that are wanted one metadata lacks and can take.
 *
 * @param added those
 * @param refused those that it can't take
 */
record WideningPlan(List<NewColumn> added, List<Refused> refused) {
  /** Longer names are no names; file systems and catalogs of other engines stop there too. */
  private static final int MAX_NAME_BYTES = 255;

  /**
   * Columns that are there already, or whose struct is gone, are in neither list.
   *
   * @param maxColumns columns, those inside of structs, lists and maps too, that the table may have
   */
  static WideningPlan of(TableMetadata metadata, List<NewColumn> wanted, int maxColumns) {
    Schema schema = metadata.schema();
    int count = TypeUtil.indexById(schema.asStruct()).size();
    Set<String> taken = new HashSet<>();
    List<NewColumn> added = new ArrayList<>();
    List<Refused> refused = new ArrayList<>();
    for (NewColumn column : wanted) {
      Optional<Types.StructType> struct = struct(schema, column.parent());
      if (struct.isEmpty() || struct.get().field(column.name()) != null) {
        continue;
      }
      Optional<String> problem = problem(metadata, struct.get(), column);
      int more = 1 + fieldsIn(column.type());
      if (problem.isPresent()) {
        refused.add(new Refused(column, false, problem.get()));
      } else if (count + more > maxColumns) {
        refused.add(
            new Refused(
                column,
                true,
                "the table has " + count + " columns, and schema.max-columns is " + maxColumns));
      } else if (!taken.add(column.fullName().toLowerCase(Locale.ROOT))) {
        refused.add(new Refused(column, false, "another new column differs by case only"));
      } else {
        added.add(column);
        count += more;
      }
    }
    return new WideningPlan(added, refused);
  }

  /** The struct with a full name, or the one inside of the list or map with that name. */
  private static Optional<Types.StructType> struct(Schema schema, String name) {
    if (name.isEmpty()) {
      return Optional.of(schema.asStruct());
    }
    Type type = schema.findType(name);
    return type != null && type.isStructType()
        ? Optional.of(type.asStructType())
        : Optional.empty();
  }

  private static int fieldsIn(Type type) {
    return type.isNestedType()
        ? TypeUtil.indexById(
                    Types.StructType.of(Types.NestedField.optional(Integer.MAX_VALUE, "x", type)))
                .size()
            - 1
        : 0;
  }

  private static Optional<String> problem(
      TableMetadata metadata, Types.StructType struct, NewColumn column) {
    String name = column.name();
    String fullName = column.fullName();
    if (name.isEmpty()
        || name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES
        || name.chars().anyMatch(Character::isISOControl)) {
      return Optional.of("it is empty, too long or has control characters");
    }
    Types.NestedField other = struct.caseInsensitiveField(name);
    if (other != null) {
      return Optional.of("it differs from the column '" + other.name() + "' by case only");
    }
    if (metadata.schema().findField(fullName) != null) {
      return Optional.of("'" + fullName + "' is the path of another column");
    }
    if (column.parent().isEmpty() && MetadataColumns.isMetadataColumn(name)) {
      return Optional.of("Iceberg reserves the name");
    }
    for (PartitionSpec spec : metadata.specs()) {
      for (PartitionField field : spec.fields()) {
        if (field.name().equals(fullName)) {
          return Optional.of(
              "the partition field '"
                  + field.name()
                  + "' ("
                  + field.transform()
                  + " of "
                  + metadata.schema().findColumnName(field.sourceId())
                  + ") of partition spec "
                  + spec.specId()
                  + " has the name");
        }
      }
    }
    return Optional.empty();
  }
}
