package dev.firn.table;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Types;

/**
 * Changes of the default spec, as functions of metadata.
 *
 * <p>Built by Iceberg's own {@link UpdatePartitionSpec}: in format version 1 a dropped field
 * becomes void and keeps its place, from version 2 on it is gone; a field that some spec of the
 * table had before gets its id and name back (from version 2 on); any other gets an id that the
 * table never used. No file is rewritten, and files keep the spec they were written under.
 *
 * <p>Where Iceberg's update is not enough: of several earlier fields with one source and transform
 * it takes any, here it is that of the newest spec; names that a column has are refused with the
 * column named; a name that another field of an older spec has is allowed, as in Iceberg, but said.
 */
public final class PartitionEvolution {
  private final TableMetadata base;
  private final Schema schema;
  private final List<String> warnings = new ArrayList<>();

  private PartitionEvolution(TableMetadata base) {
    this.base = base;
    this.schema = base.schema();
  }

  /**
   * Metadata with another default spec and, if the pipeline is known, a landing spec beside it.
   * Equal rules give the base itself. Nothing is committed.
   *
   * @param changes made in order, as one change
   * @param landing what the table's pipeline says of days; empty if no pipeline is known, then the
   *     landing spec is left as it is and made again by the next commit of a pipeline
   * @throws FirnException {@link ErrorCode#USAGE} if a change does not go with the table
   */
  public static Changed apply(
      TableMetadata base, List<PartitionChange> changes, Optional<LandingRule> landing) {
    return new PartitionEvolution(base).apply(changes, landing);
  }

  private Changed apply(List<PartitionChange> changes, Optional<LandingRule> landing) {
    StagedMetadata staged = new StagedMetadata(base);
    UpdatePartitionSpec update = new BaseTable(staged, "table").updateSpec();
    for (PartitionChange change : changes) {
      try {
        apply(update, change);
      } catch (IllegalArgumentException | ValidationException e) {
        throw refused(change, String.valueOf(e.getMessage()));
      }
    }
    PartitionSpec spec = build(update, changes);
    warnOfRedundantTimes(spec);
    TableMetadata changed =
        spec.compatibleWith(base.spec()) ? base : base.updatePartitionSpec(spec);
    if (landing.isPresent() && base.formatVersion() >= 2) {
      changed = landing.get().specBeside(schema, changed.spec()).addTo(changed);
    }
    return new Changed(changed, warnings);
  }

  private static PartitionSpec build(UpdatePartitionSpec update, List<PartitionChange> changes) {
    try {
      return update.apply();
    } catch (IllegalArgumentException | ValidationException e) {
      throw refused(changes.get(changes.size() - 1), String.valueOf(e.getMessage()));
    }
  }

  private void apply(UpdatePartitionSpec update, PartitionChange change) {
    if (change instanceof PartitionChange.Add add) {
      add(update, change, add.term(), add.name());
    } else if (change instanceof PartitionChange.Drop drop) {
      update.removeField(find(change, drop.term()).name());
    } else if (change instanceof PartitionChange.Replace replace) {
      update.removeField(find(change, replace.from()).name());
      add(update, change, replace.to(), replace.name());
    }
  }

  /** A field of the default spec by its term; else, if the term is a bare name, by that name. */
  private PartitionField find(PartitionChange change, PartitionTerm term) {
    List<PartitionField> fields = base.spec().fields();
    for (PartitionField field : fields) {
      if (term.isThatOf(field, schema)) {
        return field;
      }
    }
    for (PartitionField field : fields) {
      boolean named = term.kind() == PartitionTerm.Kind.IDENTITY;
      if (named && !field.transform().isVoid() && field.name().equals(term.column())) {
        return field;
      }
    }
    throw refused(
        change,
        "the table is not partitioned by "
            + term
            + "; its rules are "
            + (fields.isEmpty() ? "none" : String.join(", ", rules(base.spec()))));
  }

  private void add(
      UpdatePartitionSpec update,
      PartitionChange change,
      PartitionTerm term,
      Optional<String> wanted) {
    if (term.kind() == PartitionTerm.Kind.VOID) {
      throw refused(change, "a void field can't be added; drop a field instead");
    }
    Optional<String> problem = term.problemIn(schema);
    if (problem.isPresent()) {
      throw refused(change, problem.get());
    }
    String name = wanted.or(() -> formerName(term)).orElseGet(term::usualNameWhenAdded);
    refuseColumnName(change, term, name);
    warnOfOtherField(term, name);
    update.addField(name, term.toIceberg());
  }

  /** The name that a field of this source and transform had in the newest spec that had one. */
  private Optional<String> formerName(PartitionTerm term) {
    if (base.formatVersion() < 2) {
      return Optional.empty();
    }
    List<PartitionSpec> specs = base.specs();
    for (int i = specs.size() - 1; i >= 0; i--) {
      for (PartitionField field : specs.get(i).fields()) {
        if (term.isThatOf(field, schema)) {
          return Optional.of(field.name());
        }
      }
    }
    return Optional.empty();
  }

  private void refuseColumnName(PartitionChange change, PartitionTerm term, String name) {
    Types.NestedField column = schema.findField(name);
    boolean own = term.kind() == PartitionTerm.Kind.IDENTITY && name.equals(term.column());
    if (column != null && !own) {
      throw refused(
          change,
          "the table has a column '" + name + "'; give the partition field AS another name");
    }
  }

  private void warnOfOtherField(PartitionTerm term, String name) {
    for (PartitionSpec spec : base.specs()) {
      for (PartitionField field : spec.fields()) {
        boolean other =
            field.name().equals(name)
                && !field.transform().isVoid()
                && !term.isThatOf(field, schema);
        if (other) {
          warnings.add(
              "the name '"
                  + name
                  + "' is also that of field "
                  + field.fieldId()
                  + " ("
                  + field.transform()
                  + ") in spec "
                  + spec.specId()
                  + "; engines that tell fields by name mix them up");
          return;
        }
      }
    }
  }

  private void warnOfRedundantTimes(PartitionSpec spec) {
    for (PartitionField field : spec.fields()) {
      for (PartitionField other : spec.fields()) {
        boolean bothTimes = isTime(field) && isTime(other);
        if (bothTimes
            && field.sourceId() == other.sourceId()
            && field.fieldId() < other.fieldId()) {
          warnings.add(
              "'"
                  + field.name()
                  + "' and '"
                  + other.name()
                  + "' are times of one column; the coarser one is of no use");
        }
      }
    }
  }

  private static boolean isTime(PartitionField field) {
    return PartitionTerm.Kind.named(field.transform().toString())
        .filter(PartitionTerm.Kind::isTime)
        .isPresent();
  }

  private static List<String> rules(PartitionSpec spec) {
    return spec.fields().stream().map(f -> f.name() + " (" + rule(f, spec) + ")").toList();
  }

  private static String rule(PartitionField field, PartitionSpec spec) {
    String column = spec.schema().findColumnName(field.sourceId());
    return field.transform() + " of " + (column == null ? "a dropped column" : column);
  }

  private static FirnException refused(PartitionChange change, String why) {
    String what;
    if (change instanceof PartitionChange.Add add) {
      what = "add the partition field " + add.term();
    } else if (change instanceof PartitionChange.Replace replace) {
      what = "replace the partition field " + replace.from() + " by " + replace.to();
    } else {
      what = "drop the partition field " + ((PartitionChange.Drop) change).term();
    }
    return new FirnException(ErrorCode.USAGE, "can't " + what + ": " + why);
  }
}
