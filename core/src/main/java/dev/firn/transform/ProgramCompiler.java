package dev.firn.transform;

import dev.firn.batch.Batch;
import dev.firn.batch.Column;
import dev.firn.batch.ListColumn;
import dev.firn.batch.StructColumn;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.transform.eval.ColumnValues;
import dev.firn.transform.eval.LiftedValues;
import dev.firn.transform.eval.Rows;
import dev.firn.transform.eval.Values;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Makes a program of resolved steps, and checks the types of its expressions. Used once. */
final class ProgramCompiler {
  private final Resolution resolution;
  private final TransformTarget target;
  private final Batch source;
  private final Functions functions;
  private final Map<Variable.Derived, Values> computed = new IdentityHashMap<>();

  ProgramCompiler(Resolution resolution, TransformTarget target, Schema sourceSchema) {
    this.resolution = resolution;
    this.target = target;
    this.source = new Batch(sourceSchema);
    this.functions = new Functions(target.pattern());
  }

  Program compile() {
    List<Program.Operation> operations = new ArrayList<>();
    for (Resolution.Action action : resolution.steps()) {
      operations.add(operation(action));
    }
    Program.Outputs outputs = new Program.Outputs(target.table(), outputs());
    return new Program(
        source,
        new Rows(resolution.levels()),
        List.copyOf(operations),
        outputs,
        new RowChecks(required(), eventTime()),
        List.copyOf(functions.fileValues()));
  }

  private Program.Operation operation(Resolution.Action action) {
    if (action instanceof Resolution.Action.Explode explode) {
      return new Program.Operation.Explode(values(explode.array()));
    }
    if (action instanceof Resolution.Action.Keep keep) {
      return new Program.Operation.Keep(
          new ExpressionCompiler(keep.condition(), keep.names(), this::values, functions)
              .condition());
    }
    Resolution.Action.Compute compute = (Resolution.Action.Compute) action;
    Variable.Derived derived = compute.target();
    ExpressionCompiler compiler =
        new ExpressionCompiler(derived.source(), compute.names(), this::values, functions);
    Optional<Type> wanted = derived.wanted();
    Typed typed = wanted.isPresent() ? compiler.values(wanted.get()) : compiler.values();
    derived.setType(typed.type());
    computed.put(derived, typed.values());
    return new Program.Operation.Compute(typed.values());
  }

  private List<Optional<Values>> outputs() {
    List<Optional<Values>> outputs = new ArrayList<>();
    for (int i = 0; i < resolution.outputs().size(); i++) {
      Types.NestedField column = target.table().columns().get(i);
      outputs.add(resolution.outputs().get(i).map(variable -> output(variable, column)));
    }
    return outputs;
  }

  private Values output(Variable variable, Types.NestedField column) {
    Type type = variable.type().orElseThrow();
    if (variable instanceof Variable.Derived derived && !SourceTypes.fits(type, column.type())) {
      throw new FirnException(
          ErrorCode.CONFIG,
          derived.source().place()
              + ": this gives "
              + type
              + ", and the table's column '"
              + column.name()
              + "' is "
              + column.type());
    }
    return values(variable);
  }

  private List<RowChecks.Required> required() {
    List<RowChecks.Required> required = new ArrayList<>();
    for (int i = 0; i < resolution.outputs().size(); i++) {
      Types.NestedField column = target.table().columns().get(i);
      Optional<Variable> variable = resolution.outputs().get(i);
      if (variable.isPresent() && RowChecks.needsCheck(column)) {
        required.add(new RowChecks.Required(column, values(variable.get())));
      }
    }
    return required;
  }

  private Optional<RowChecks.EventTime> eventTime() {
    return resolution
        .eventTime()
        .map(
            variable ->
                new RowChecks.EventTime(
                    target.eventTimeColumn().orElseThrow(),
                    variable.type().orElseThrow(),
                    values(variable)));
  }

  /** Reads a variable. */
  private Values values(Variable variable) {
    if (variable instanceof Variable.Source from) {
      return new ColumnValues(column(from.node()), from.level());
    }
    if (variable instanceof Variable.Lifted lifted) {
      return new LiftedValues(
          values(lifted.guard()),
          values(lifted.inner()),
          values(lifted.outer()),
          lifted.type().orElseThrow());
    }
    Variable.Derived derived = (Variable.Derived) variable;
    Values values = computed.get(derived);
    if (values == null) {
      throw new IllegalStateException(derived.source().place() + " is used before it is computed");
    }
    return new ColumnValues(values, derived.level());
  }

  private Column column(SourceNode node) {
    Optional<SourceNode> parent = node.parent();
    if (parent.isEmpty()) {
      return source.root();
    }
    Column above = column(parent.get());
    if (node.isElement()) {
      return ((ListColumn) above).element();
    }
    StructColumn struct = (StructColumn) above;
    List<Types.NestedField> fields = struct.type().fields();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(node.name())) {
        return struct.field(i);
      }
    }
    throw new IllegalStateException("the source's schema has no '" + node.path() + "'");
  }
}
