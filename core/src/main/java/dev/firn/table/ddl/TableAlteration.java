package dev.firn.table.ddl;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.table.Changed;
import dev.firn.table.LandingRule;
import dev.firn.table.MetadataUpdates;
import dev.firn.table.PartitionEvolution;
import dev.firn.table.TableChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * An alteration as a change of metadata. Schema and properties go through Iceberg's own updates.
 *
 * @param alteration what is done
 * @param landing what the table's pipeline says of days, if one is known
 */
record TableAlteration(Alteration alteration, Optional<LandingRule> landing)
    implements TableChange {
  /** Firn keeps its own state in properties of this prefix. */
  private static final String RESERVED = "firn.";

  @Override
  public Changed applyTo(TableMetadata base) {
    if (alteration instanceof Alteration.OfPartition of) {
      return PartitionEvolution.apply(base, List.of(of.change()), landing);
    } else if (alteration instanceof Alteration.SetProperties set) {
      set.properties().keySet().forEach(TableAlteration::refuseReserved);
      return properties(base, update -> set.properties().forEach(update::set));
    } else if (alteration instanceof Alteration.UnsetProperties unset) {
      return unset(base, unset);
    }
    return schema(base);
  }

  private static void refuseReserved(String key) {
    if (key.startsWith(RESERVED)) {
      throw new FirnException(
          ErrorCode.USAGE,
          "the property '" + key + "' is not for people: Firn keeps its own state there");
    }
  }

  private Changed unset(TableMetadata base, Alteration.UnsetProperties unset) {
    for (String key : unset.keys()) {
      refuseReserved(key);
      if (!unset.ifExists() && !base.properties().containsKey(key)) {
        throw new FirnException(
            ErrorCode.NOT_FOUND,
            "the table has no property '" + key + "'; write UNSET TBLPROPERTIES IF EXISTS");
      }
    }
    return properties(base, update -> unset.keys().forEach(update::remove));
  }

  private static Changed properties(TableMetadata base, Consumer<UpdateProperties> changes) {
    try {
      return new Changed(MetadataUpdates.properties(base, changes), List.of());
    } catch (IllegalArgumentException | ValidationException e) {
      throw new FirnException(ErrorCode.USAGE, "can't change the properties: " + e.getMessage(), e);
    }
  }

  private Changed schema(TableMetadata base) {
    List<String> warnings = new ArrayList<>();
    try {
      TableMetadata changed =
          MetadataUpdates.schema(base, update -> change(base, update, warnings));
      return new Changed(changed, warnings);
    } catch (IllegalArgumentException | ValidationException e) {
      throw new FirnException(ErrorCode.USAGE, "can't change the columns: " + e.getMessage(), e);
    }
  }

  private void change(TableMetadata base, UpdateSchema update, List<String> warnings) {
    Schema schema = base.schema();
    if (alteration instanceof Alteration.AddColumns add) {
      add.columns().forEach(column -> add(base, update, column));
    } else if (alteration instanceof Alteration.DropColumns drop) {
      drop.columns().forEach(column -> drop(base, update, column, drop.ifExists(), warnings));
    } else if (alteration instanceof Alteration.RenameColumn rename) {
      rename(base, update, rename, warnings);
    } else if (alteration instanceof Alteration.ChangeType type) {
      changeType(base, update, type);
    } else if (alteration instanceof Alteration.ChangeComment comment) {
      update.updateColumnDoc(find(schema, comment.column()), comment.comment());
    } else if (alteration instanceof Alteration.ChangeNullability nullability) {
      String column = find(schema, nullability.column());
      if (nullability.required() && schema.findField(column).isOptional()) {
        throw new FirnException(
            ErrorCode.USAGE,
            "can't make '" + column + "' NOT NULL: rows that the table has may lack it");
      } else if (!nullability.required()) {
        update.makeColumnOptional(column);
      }
    } else if (alteration instanceof Alteration.MoveColumn move) {
      place(update, find(schema, move.column()), move.position());
    }
  }

  private static String find(Schema schema, String column) {
    if (schema.findField(column) == null) {
      Types.NestedField other = schema.caseInsensitiveFindField(column);
      throw new FirnException(
          ErrorCode.NOT_FOUND,
          "the table has no column '"
              + column
              + "'; "
              + (other == null
                  ? "its columns are "
                      + String.join(
                          ", ", schema.columns().stream().map(Types.NestedField::name).toList())
                  : "it has '" + schema.findColumnName(other.fieldId()) + "'"));
    }
    return column;
  }

  private static void add(TableMetadata base, UpdateSchema update, Alteration.NewColumn column) {
    List<String> path = column.column();
    String name = path.get(path.size() - 1);
    String fullName = String.join(".", path);
    refuseFieldName(base, fullName);
    String parent = path.size() == 1 ? null : find(base.schema(), parent(fullName));
    if (column.required()) {
      throw new FirnException(
          ErrorCode.USAGE,
          "can't add '" + fullName + "' as NOT NULL: rows that the table has lack it");
    }
    refuseCase(base.schema(), parent, name);
    update.addColumn(parent, name, column.type(), column.comment().orElse(null));
    column.position().ifPresent(position -> place(update, fullName, position));
  }

  private static String parent(String column) {
    int dot = column.lastIndexOf('.');
    return dot < 0 ? "" : column.substring(0, dot);
  }

  private static void refuseCase(Schema schema, @Nullable String parent, String name) {
    String fullName = parent == null ? name : parent + "." + name;
    Types.NestedField other = schema.caseInsensitiveFindField(fullName);
    if (other != null) {
      throw new FirnException(
          ErrorCode.ALREADY_EXISTS,
          "the table has the column '"
              + schema.findColumnName(other.fieldId())
              + "'; names must differ by more than case");
    }
  }

  /** Iceberg says of it only that an identity field has another source. */
  private static void refuseFieldName(TableMetadata base, String column) {
    for (PartitionSpec spec : base.specs()) {
      for (PartitionField field : spec.fields()) {
        if (field.name().equals(column)) {
          boolean current = spec.specId() == base.defaultSpecId();
          throw new FirnException(
              ErrorCode.USAGE,
              "can't name a column '"
                  + column
                  + "': partition field "
                  + field.fieldId()
                  + " ("
                  + use(base, field)
                  + ") of "
                  + (current ? "the current spec " : "the earlier spec ")
                  + spec.specId()
                  + " has the name; take another one"
                  + (current ? ", or replace that field AS another name first" : ""));
        }
      }
    }
  }

  private static String use(TableMetadata base, PartitionField field) {
    String source = base.schema().findColumnName(field.sourceId());
    return field.transform() + " of " + (source == null ? "a dropped column" : source);
  }

  private void drop(
      TableMetadata base,
      UpdateSchema update,
      String column,
      boolean ifExists,
      List<String> warnings) {
    if (ifExists && base.schema().findField(column) == null) {
      return;
    }
    int id = base.schema().findField(find(base.schema(), column)).fieldId();
    if (landing.filter(rule -> rule.names(column)).isPresent()) {
      throw new FirnException(
          ErrorCode.USAGE,
          "can't drop '" + column + "': the pipeline finds a row's day in it; change the pipeline");
    }
    for (PartitionSpec spec : base.specs()) {
      for (PartitionField field : spec.fields()) {
        if (!field.transform().isVoid() && isOrIsIn(base.schema(), field.sourceId(), id)) {
          refuseOrWarn(base, spec, field, column, warnings);
        }
      }
    }
    update.deleteColumn(column);
  }

  private static boolean isOrIsIn(Schema schema, int fieldId, int ancestor) {
    var parents = TypeUtil.indexParents(schema.asStruct());
    Integer id = fieldId;
    while (id != null && id != ancestor) {
      id = parents.get(id);
    }
    return id != null;
  }

  private static void refuseOrWarn(
      TableMetadata base,
      PartitionSpec spec,
      PartitionField field,
      String column,
      List<String> warnings) {
    if (spec.specId() == base.defaultSpecId()) {
      throw new FirnException(
          ErrorCode.USAGE,
          "can't drop '"
              + column
              + "': the table is partitioned by it (field '"
              + field.name()
              + "', "
              + use(base, field)
              + "); drop that partition field first");
    }
    warnings.add(
        "the earlier spec "
            + spec.specId()
            + " is still partitioned by '"
            + column
            + "' (field '"
            + field.name()
            + "'); Iceberg before 1.9 and some engines can't read such a table while it has files"
            + " of that spec");
  }

  private void rename(
      TableMetadata base,
      UpdateSchema update,
      Alteration.RenameColumn rename,
      List<String> warnings) {
    String column = find(base.schema(), rename.column());
    String parent = parent(column);
    String renamed = parent.isEmpty() ? rename.to() : parent + "." + rename.to();
    boolean ofIdentity =
        base.specs().stream()
            .flatMap(spec -> spec.fields().stream())
            .anyMatch(
                field ->
                    field.name().equals(renamed)
                        && field.transform().isIdentity()
                        && field.sourceId() == base.schema().findField(column).fieldId());
    if (!ofIdentity) {
      refuseFieldName(base, renamed);
    }
    if (!renamed.equalsIgnoreCase(column)) {
      refuseCase(base.schema(), parent.isEmpty() ? null : parent, rename.to());
    }
    if (landing.filter(rule -> rule.names(column)).isPresent()) {
      warnings.add("the pipeline file names the column '" + column + "'; change it there too");
    }
    update.renameColumn(column, rename.to());
  }

  private static void changeType(
      TableMetadata base, UpdateSchema update, Alteration.ChangeType change) {
    String column = find(base.schema(), change.column());
    Type from = base.schema().findType(column);
    if (!change.type().isPrimitiveType() || !from.isPrimitiveType()) {
      throw new FirnException(
          ErrorCode.USAGE,
          "can't change the type of '"
              + column
              + "' from "
              + from
              + " to "
              + change.type()
              + ": only types without fields of their own change; add, drop or change those fields");
    }
    try {
      update.updateColumn(column, change.type().asPrimitiveType());
    } catch (IllegalArgumentException | ValidationException e) {
      throw new FirnException(
          ErrorCode.USAGE,
          "can't change the type of '"
              + column
              + "' from "
              + from
              + " to "
              + change.type()
              + ": types may only become wider: int to long, float to double, decimal to more"
              + " digits",
          e);
    }
  }

  private static void place(UpdateSchema update, String column, Alteration.Position position) {
    if (position.after().isEmpty()) {
      update.moveFirst(column);
    } else {
      String parent = parent(column);
      String after = position.after().get();
      update.moveAfter(column, parent.isEmpty() ? after : parent + "." + after);
    }
  }
}
