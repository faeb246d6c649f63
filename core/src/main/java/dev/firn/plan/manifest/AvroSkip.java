package dev.firn.plan.manifest;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/** Goes over a value of any Avro type without reading it. Immutable. */
final class AvroSkip {
  private enum Kind {
    NOTHING,
    NUMBER,
    FIXED,
    BYTES,
    RECORD,
    ARRAY,
    MAP,
    UNION
  }

  private final Kind kind;
  private final int width;
  private final List<AvroSkip> parts;

  private AvroSkip(Kind kind, int width, List<AvroSkip> parts) {
    this.kind = kind;
    this.width = width;
    this.parts = parts;
  }

  static AvroSkip of(Schema schema) {
    return of(schema, new IdentityHashMap<>());
  }

  private static AvroSkip of(Schema schema, Map<Schema, AvroSkip> known) {
    switch (schema.getType()) {
      case NULL:
        return new AvroSkip(Kind.NOTHING, 0, List.of());
      case BOOLEAN:
        return new AvroSkip(Kind.FIXED, 1, List.of());
      case INT, LONG, ENUM:
        return new AvroSkip(Kind.NUMBER, 0, List.of());
      case FLOAT:
        return new AvroSkip(Kind.FIXED, Float.BYTES, List.of());
      case DOUBLE:
        return new AvroSkip(Kind.FIXED, Double.BYTES, List.of());
      case FIXED:
        return new AvroSkip(Kind.FIXED, schema.getFixedSize(), List.of());
      case STRING, BYTES:
        return new AvroSkip(Kind.BYTES, 0, List.of());
      case ARRAY:
        return new AvroSkip(Kind.ARRAY, 0, List.of(of(schema.getElementType(), known)));
      case MAP:
        return new AvroSkip(Kind.MAP, 0, List.of(of(schema.getValueType(), known)));
      case UNION:
        return new AvroSkip(
            Kind.UNION, 0, schema.getTypes().stream().map(branch -> of(branch, known)).toList());
      default:
        return record(schema, known);
    }
  }

  private static AvroSkip record(Schema schema, Map<Schema, AvroSkip> known) {
    AvroSkip before = known.get(schema);
    if (before != null) {
      return before;
    }
    List<AvroSkip> parts = new ArrayList<>();
    AvroSkip skip = new AvroSkip(Kind.RECORD, 0, parts);
    known.put(schema, skip);
    schema.getFields().forEach(field -> parts.add(of(field.schema(), known)));
    return skip;
  }

  void skip(BlockCursor in) {
    switch (kind) {
      case NOTHING -> {}
      case NUMBER -> in.skipLong();
      case FIXED -> in.advance(width);
      case BYTES -> in.advance(in.readLength());
      case RECORD -> {
        for (int i = 0; i < parts.size(); i++) {
          parts.get(i).skip(in);
        }
      }
      case ARRAY, MAP -> skipItems(in);
      case UNION -> {
        long branch = in.readLong();
        if (branch < 0 || branch >= parts.size()) {
          throw new MalformedManifestException("branch " + branch + " of " + parts.size());
        }
        parts.get((int) branch).skip(in);
      }
    }
  }

  private void skipItems(BlockCursor in) {
    for (int count = in.readItemCount(); count != 0; count = in.readItemCount()) {
      for (int i = 0; i < count; i++) {
        if (kind == Kind.MAP) {
          in.advance(in.readLength());
        }
        parts.get(0).skip(in);
      }
    }
  }
}
