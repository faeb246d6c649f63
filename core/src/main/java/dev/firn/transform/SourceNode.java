package dev.firn.transform;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * A value that the files have to give: an object with fields, an array that is exploded, or a value
 * that is taken whole. What it is becomes known bit by bit, as columns ask for it.
 */
final class SourceNode {
  private final @Nullable SourceNode parent;
  private final String name;
  private final Map<String, SourceNode> fields = new LinkedHashMap<>();
  private @Nullable SourceNode element;
  private @Nullable Type whole;
  private boolean object;

  /** Who has said first what this is, for messages. */
  private String by = "";

  private SourceNode(@Nullable SourceNode parent, String name) {
    this.parent = parent;
    this.name = name;
  }

  /** A row of the files, of which nothing is known. */
  static SourceNode row() {
    SourceNode row = new SourceNode(null, "");
    row.object = true;
    return row;
  }

  /** The field of an object. */
  SourceNode field(String field, String user) {
    if (whole != null || element != null) {
      throw conflict("as an object by " + user);
    }
    claim(user);
    object = true;
    return fields.computeIfAbsent(field, key -> new SourceNode(this, key));
  }

  /** The element of an array. */
  SourceNode element(String user) {
    if (whole != null || object) {
      throw conflict("as an array to explode by " + user);
    }
    claim(user);
    if (element == null) {
      element = new SourceNode(this, "element");
    }
    return element;
  }

  /** Says that values are of a type; objects may get more fields than the type has. */
  void demand(Type type, String user) {
    if (type.isStructType()) {
      if (whole != null || element != null) {
        throw conflict("as an object by " + user);
      }
      claim(user);
      object = true;
      for (Types.NestedField field : type.asStructType().fields()) {
        field(field.name(), user).demand(field.type(), user);
      }
      return;
    }
    if (object || element != null || (whole != null && !SourceTypes.same(whole, type))) {
      throw conflict("as " + type + " by " + user);
    }
    claim(user);
    if (whole == null) {
      whole = SourceTypes.optional(type);
    }
  }

  private void claim(String user) {
    by = by.isEmpty() ? user : by;
  }

  private FirnException conflict(String other) {
    String now =
        whole != null
            ? String.valueOf(whole)
            : element != null ? "an array to explode" : "an object";
    return new FirnException(
        ErrorCode.CONFIG,
        "transform: '"
            + path()
            + "' of the files is used as "
            + now
            + " by "
            + by
            + " and "
            + other
            + "; it can only be one of them");
  }

  /** What values are, as far as it is known; field ids mean nothing. */
  Optional<Type> type() {
    if (whole != null) {
      return Optional.of(whole);
    }
    return object || element != null ? Optional.of(built(new AtomicInteger())) : Optional.empty();
  }

  /** The schema of a row, all of it optional. */
  Schema schema() {
    Types.StructType struct = built(new AtomicInteger()).asStructType();
    AtomicInteger freshId = new AtomicInteger();
    return TypeUtil.assignFreshIds(new Schema(struct.fields()), freshId::incrementAndGet);
  }

  private Type built(AtomicInteger ids) {
    if (whole != null) {
      return SourceTypes.withIds(whole, ids::incrementAndGet);
    }
    if (element != null) {
      return Types.ListType.ofOptional(ids.incrementAndGet(), element.built(ids));
    }
    List<Types.NestedField> built = new ArrayList<>();
    fields.forEach(
        (field, node) ->
            built.add(Types.NestedField.optional(ids.incrementAndGet(), field, node.built(ids))));
    return Types.StructType.of(built);
  }

  /** Its name in the schema's terms: {@code Records.element.eventTime}. */
  String path() {
    return parent == null || parent.parent == null ? name : parent.path() + "." + name;
  }

  /** Its name as a field; {@code element} in an array. */
  String name() {
    return name;
  }

  /** Whether this is the element of an array. */
  boolean isElement() {
    return parent != null && parent.element == this;
  }

  /** What this is a field or the element of. */
  Optional<SourceNode> parent() {
    return Optional.ofNullable(parent);
  }
}
