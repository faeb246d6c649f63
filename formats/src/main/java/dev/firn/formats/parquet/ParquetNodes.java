package dev.firn.formats.parquet;

import dev.firn.batch.Batch;
import dev.firn.batch.Column;
import dev.firn.batch.ListColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.typed.RowFault;
import dev.firn.decode.typed.ValueSink;
import dev.firn.decode.typed.ValueSinks;
import dev.firn.formats.parquet.ParquetNode.Levels;
import dev.firn.formats.parquet.ParquetNode.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * Makes the tree of {@link ParquetNode}s for a file's schema and a batch; says where they don't
 * fit.
 */
final class ParquetNodes {
  private final MessageType schema;
  private final RowFault fault;
  private final ValueSinks sinks;
  private final Optional<String> eventTimeColumn;
  private final List<LeafReader> leaves = new ArrayList<>();
  private final List<String> ignored = new ArrayList<>();

  ParquetNodes(MessageType schema, DecoderOptions options, RowFault fault) {
    this.schema = schema;
    this.fault = fault;
    this.sinks = new ValueSinks(options.timestamps(), fault);
    this.eventTimeColumn = options.eventTime().column();
  }

  /**
   * The readers of a row's columns.
   *
   * @throws ParquetDamageException naming the column that does not fit
   */
  ParquetNode[] row(Batch batch) throws ParquetDamageException {
    Types.StructType table = batch.schema().asStruct();
    if (schema.getFields().stream().noneMatch(f -> table.field(f.getName()) != null)) {
      throw ParquetDamageException.mismatch(
          "it has none of the table's columns, but "
              + String.join(
                  ", ", schema.getFields().stream().map(Type::getName).limit(20).toList()));
    }
    return fields(schema, new Levels(0, 0), List.of(), new Place("", table, batch.root()));
  }

  /** The columns that are read. */
  List<LeafReader> leaves() {
    return leaves;
  }

  /** Full names of fields that are passed over. */
  List<String> ignored() {
    return ignored;
  }

  /** A struct of the table. */
  private record Place(String path, Types.StructType type, StructColumn column) {
    String of(String name) {
      return path.isEmpty() ? name : path + "." + name;
    }
  }

  private ParquetNode[] fields(GroupType group, Levels levels, List<String> path, Place place)
      throws ParquetDamageException {
    List<ParquetNode> nodes = new ArrayList<>();
    Set<String> found = new HashSet<>();
    for (Type field : group.getFields()) {
      Optional<Integer> position = position(place.type(), field.getName());
      if (position.isEmpty()) {
        ignored.add(place.of(field.getName()));
        continue;
      }
      if (!found.add(field.getName())) {
        throw ParquetDamageException.mismatch(
            "it has the column '" + place.of(field.getName()) + "' twice");
      }
      Types.NestedField to = place.type().fields().get(position.get());
      nodes.add(
          field(
              field,
              levels,
              append(path, field),
              target(
                  place.of(to.name()),
                  to.isRequired(),
                  to.type(),
                  place.column().field(position.get()))));
    }
    for (Types.NestedField field : place.type().fields()) {
      String full = place.of(field.name());
      boolean needed = field.isRequired() || eventTimeColumn.equals(Optional.of(full));
      if (needed && !found.contains(field.name())) {
        throw ParquetDamageException.mismatch("it lacks the required column '" + full + "'");
      }
    }
    return nodes.toArray(ParquetNode[]::new);
  }

  private static Optional<Integer> position(Types.StructType type, String name) {
    for (int i = 0; i < type.fields().size(); i++) {
      if (type.fields().get(i).name().equals(name)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private Target target(
      String path, boolean required, org.apache.iceberg.types.Type type, Column column) {
    return new Target(path, required, type, column, fault);
  }

  private static List<String> append(List<String> path, Type field) {
    List<String> longer = new ArrayList<>(path);
    longer.add(field.getName());
    return longer;
  }

  /** A field of a group; one that is repeated by itself is a list. */
  private ParquetNode field(Type field, Levels around, List<String> path, Target target)
      throws ParquetDamageException {
    Levels levels = around.of(field);
    if (!field.isRepetition(Type.Repetition.REPEATED)) {
      return value(field, levels, path, target);
    }
    if (!target.type().isListType()) {
      throw unfit(field, "repeated ", target);
    }
    ParquetNode element = value(field, levels, path, element(target));
    return new ParquetNode.Items(around.definition(), levels, element, target);
  }

  private Target element(Target list) {
    Types.ListType type = list.type().asListType();
    return target(
        list.path() + ".element",
        type.isElementRequired(),
        type.elementType(),
        ((ListColumn) list.column()).element());
  }

  private ParquetNode value(Type type, Levels levels, List<String> path, Target target)
      throws ParquetDamageException {
    if (type.isPrimitive()) {
      return single(type.asPrimitiveType(), path, target);
    }
    GroupType group = type.asGroupType();
    if (ParquetTypes.isList(group)) {
      if (target.type().isListType()) {
        return items(group, levels, path, target);
      }
    } else if (ParquetTypes.isMap(group)) {
      if (target.type().isMapType()) {
        return entries(group, levels, path, target);
      }
    } else if (target.type().isStructType()) {
      return struct(group, levels, path, target);
    }
    throw unfit(type, "", target);
  }

  private ParquetNode single(PrimitiveType type, List<String> path, Target target)
      throws ParquetDamageException {
    if (target.type().isPrimitiveType()) {
      Optional<ParquetTypes.Single> single = ParquetTypes.single(type, Optional.of(target.type()));
      Optional<ValueSink> sink =
          single.flatMap(
              s ->
                  sinks.of(
                      s.source(),
                      target.path(),
                      target.type(),
                      target.required(),
                      target.column()));
      if (sink.isPresent()) {
        return new ParquetNode.Single(leaf(path, single.orElseThrow().kind()), sink.get());
      }
    }
    throw unfit(type, "", target);
  }

  private LeafReader leaf(List<String> path, LeafReader.Kind kind) {
    LeafReader leaf =
        new LeafReader(schema.getColumnDescription(path.toArray(String[]::new)), kind);
    leaves.add(leaf);
    return leaf;
  }

  private ParquetNode struct(GroupType group, Levels levels, List<String> path, Target target)
      throws ParquetDamageException {
    Place place =
        new Place(target.path(), target.type().asStructType(), (StructColumn) target.column());
    ParquetNode[] fields = fields(group, levels, path, place);
    if (fields.length == 0) {
      fields = new ParquetNode[] {presence(group, levels, path)};
    }
    return new ParquetNode.Struct(leavesOf(fields), levels.definition(), fields, target);
  }

  /** Any column of a group none of whose fields the table has. */
  private ParquetNode presence(GroupType group, Levels levels, List<String> path)
      throws ParquetDamageException {
    Type field = group;
    List<String> longer = path;
    while (!field.isPrimitive()) {
      if (field.asGroupType().getFieldCount() == 0) {
        throw ParquetDamageException.corrupt("a group without fields is in its schema");
      }
      field = field.asGroupType().getType(0);
      longer = append(longer, field);
    }
    return new ParquetNode.Presence(leaf(longer, LeafReader.Kind.BYTES), levels.repetition());
  }

  @SuppressWarnings("ReferenceEquality") // the element is the repeated group itself, or below it
  private ParquetNode items(GroupType group, Levels levels, List<String> path, Target target)
      throws ParquetDamageException {
    Type repeated = group.getType(0);
    Levels inner = levels.of(repeated);
    List<String> repeatedPath = append(path, repeated);
    Type element = ParquetTypes.element(group);
    ParquetNode node =
        ParquetTypes.isElementRepeated(group)
            ? value(repeated, inner, repeatedPath, element(target))
            : value(element, inner.of(element), append(repeatedPath, element), element(target));
    return new ParquetNode.Items(levels.definition(), inner, node, target);
  }

  private ParquetNode entries(GroupType group, Levels levels, List<String> path, Target target)
      throws ParquetDamageException {
    GroupType entry = group.getType(0).asGroupType();
    Levels inner = levels.of(entry);
    List<String> entryPath = append(path, entry);
    Types.MapType map = target.type().asMapType();
    MapColumn column = (MapColumn) target.column();
    ParquetNode[] nodes = {
      field(
          entry.getType(0),
          inner,
          append(entryPath, entry.getType(0)),
          target(target.path() + ".key", true, map.keyType(), column.key())),
      field(
          entry.getType(1),
          inner,
          append(entryPath, entry.getType(1)),
          target(target.path() + ".value", map.isValueRequired(), map.valueType(), column.value()))
    };
    return new ParquetNode.Entries(leavesOf(nodes), levels.definition(), inner, nodes, target);
  }

  private static LeafReader[] leavesOf(ParquetNode[] nodes) {
    return Arrays.stream(nodes).flatMap(node -> Stream.of(node.leaves)).toArray(LeafReader[]::new);
  }

  private static ParquetDamageException unfit(Type type, String prefix, Target target) {
    return ParquetDamageException.mismatch(
        "its column '"
            + target.path()
            + "' is "
            + prefix
            + ParquetTypes.describe(type)
            + ", which the table's "
            + target.type()
            + " does not take without a loss");
  }
}
