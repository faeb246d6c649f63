package dev.firn.decode.avro;

import dev.firn.batch.Batch;
import dev.firn.batch.Column;
import dev.firn.batch.ListColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;
import dev.firn.decode.RejectReason;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.typed.RowFault;
import dev.firn.decode.typed.SourceType;
import dev.firn.decode.typed.ValueSink;
import dev.firn.decode.typed.ValueSinks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Makes the tree of {@link AvroNode}s for a file's schema and a batch; says where they don't fit.
 */
final class AvroNodes {
  private final RowFault fault;
  private final ValueSinks sinks;
  private final Optional<String> eventTimeColumn;
  private final List<String> ignored = new ArrayList<>();

  AvroNodes(DecoderOptions options, RowFault fault) {
    this.fault = fault;
    this.sinks = new ValueSinks(options.timestamps(), fault);
    this.eventTimeColumn = options.eventTime().column();
  }

  /** Where a value goes. */
  record Target(String path, boolean required, Type type, Column column, RowFault fault) {}

  /**
   * The reader of rows.
   *
   * @throws AvroDamageException {@link RejectReason#SCHEMA_MISMATCH} naming the column
   */
  AvroNode row(Schema schema, Batch batch) throws AvroDamageException {
    if (schema.getType() != Schema.Type.RECORD) {
      throw mismatch("its values are no records but " + AvroTypes.describe(schema));
    }
    Types.StructType table = batch.schema().asStruct();
    if (schema.getFields().stream().noneMatch(f -> table.field(AvroTypes.name(f)) != null)) {
      throw mismatch("it has none of the table's columns, but " + names(schema));
    }
    return new AvroNode.Record(fields(schema, "", table, batch.root()), null);
  }

  /** Full names of fields that are passed over. */
  List<String> ignored() {
    return ignored;
  }

  private AvroNode[] fields(Schema record, String path, Types.StructType table, StructColumn column)
      throws AvroDamageException {
    Map<String, Integer> positions = new HashMap<>();
    for (int i = 0; i < table.fields().size(); i++) {
      positions.put(table.fields().get(i).name(), i);
    }
    Set<String> found = new HashSet<>();
    AvroNode[] nodes = new AvroNode[record.getFields().size()];
    for (Schema.Field field : record.getFields()) {
      String name = AvroTypes.name(field);
      String full = path.isEmpty() ? name : path + "." + name;
      Integer position = positions.get(name);
      if (position == null) {
        ignored.add(full);
        nodes[field.pos()] = new AvroNode.Skipped(field.schema());
      } else if (!found.add(name)) {
        throw mismatch("it has the field '" + full + "' twice");
      } else {
        Types.NestedField to = table.fields().get(position);
        nodes[field.pos()] =
            node(
                field.schema(),
                new Target(full, to.isRequired(), to.type(), column.field(position), fault));
      }
    }
    for (Types.NestedField field : table.fields()) {
      String full = path.isEmpty() ? field.name() : path + "." + field.name();
      boolean needed = field.isRequired() || eventTimeColumn.equals(Optional.of(full));
      if (needed && !found.contains(field.name())) {
        throw mismatch("it lacks the required column '" + full + "'");
      }
    }
    return nodes;
  }

  private AvroNode node(Schema schema, Target target) throws AvroDamageException {
    switch (schema.getType()) {
      case NULL:
        return new AvroNode.Nothing(target);
      case UNION:
        List<Schema> types = schema.getTypes();
        AvroNode[] branches = new AvroNode[types.size()];
        for (int i = 0; i < branches.length; i++) {
          branches[i] = node(types.get(i), target);
        }
        return new AvroNode.Union(branches);
      case RECORD:
        if (target.type().isStructType()) {
          StructColumn struct = (StructColumn) target.column();
          return new AvroNode.Record(
              fields(schema, target.path(), target.type().asStructType(), struct), struct);
        }
        break;
      case ARRAY:
        if (target.type().isListType()) {
          return items(schema, target);
        }
        break;
      case MAP:
        if (target.type().isMapType()) {
          return entries(schema, target);
        }
        break;
      default:
        if (target.type().isPrimitiveType()) {
          return single(schema, target);
        }
    }
    throw unfit(schema, target);
  }

  private AvroNode items(Schema schema, Target target) throws AvroDamageException {
    Types.ListType list = target.type().asListType();
    ListColumn column = (ListColumn) target.column();
    Target element =
        new Target(
            target.path() + ".element",
            list.isElementRequired(),
            list.elementType(),
            column.element(),
            fault);
    return new AvroNode.Items(node(schema.getElementType(), element), column);
  }

  private AvroNode entries(Schema schema, Target target) throws AvroDamageException {
    Types.MapType map = target.type().asMapType();
    MapColumn column = (MapColumn) target.column();
    if (map.keyType().typeId() != Type.TypeID.STRING) {
      throw unfit(schema, target);
    }
    ValueSink key =
        sinks
            .of(
                SourceType.of(Types.StringType.get(), "string"),
                target.path() + ".key",
                map.keyType(),
                true,
                column.key())
            .orElseThrow();
    Target value =
        new Target(
            target.path() + ".value",
            map.isValueRequired(),
            map.valueType(),
            column.value(),
            fault);
    return new AvroNode.Entries(key, node(schema.getValueType(), value), column, target);
  }

  private AvroNode single(Schema schema, Target target) throws AvroDamageException {
    Optional<ValueSink> sink =
        AvroTypes.single(schema)
            .flatMap(
                source ->
                    sinks.of(
                        source, target.path(), target.type(), target.required(), target.column()));
    if (sink.isEmpty()) {
      throw unfit(schema, target);
    }
    if (schema.getType() == Schema.Type.ENUM) {
      byte[][] symbols =
          schema.getEnumSymbols().stream()
              .map(symbol -> symbol.getBytes(StandardCharsets.UTF_8))
              .toArray(byte[][]::new);
      return new AvroNode.Symbol(symbols, sink.get());
    }
    return new AvroNode.Single(schema, sink.get());
  }

  private static AvroDamageException unfit(Schema schema, Target target) {
    return mismatch(
        "its column '"
            + target.path()
            + "' is "
            + AvroTypes.describe(schema)
            + ", which the table's "
            + target.type()
            + " does not take without a loss");
  }

  private static String names(Schema schema) {
    String all =
        String.join(", ", schema.getFields().stream().map(AvroTypes::name).limit(20).toList());
    return all.isEmpty() ? "no field at all" : all;
  }

  private static AvroDamageException mismatch(String what) {
    return new AvroDamageException(RejectReason.SCHEMA_MISMATCH, what);
  }
}
