package dev.firn.decode.avro;

import dev.firn.batch.BytesColumn;
import dev.firn.batch.ListColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;
import dev.firn.decode.RejectReason;
import dev.firn.decode.typed.DuplicateKeys;
import dev.firn.decode.typed.RowFault;
import dev.firn.decode.typed.ValueSink;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads values of one type of a file's schema. Always reads a value to its end, and appends exactly
 * one to its column, if it has one.
 */
abstract class AvroNode {
  abstract void read(AvroCursor in);

  /** Single values. */
  static final class Single extends AvroNode {
    private final Schema.Type type;
    private final int fixedBytes;
    private final ValueSink sink;

    Single(Schema schema, ValueSink sink) {
      this.type = schema.getType();
      this.fixedBytes = type == Schema.Type.FIXED ? schema.getFixedSize() : 0;
      this.sink = sink;
    }

    @Override
    void read(AvroCursor in) {
      switch (type) {
        case BOOLEAN:
          sink.putBoolean(in.readBoolean());
          break;
        case INT:
          sink.putLong(in.readInt());
          break;
        case LONG:
          sink.putLong(in.readLong());
          break;
        case FLOAT:
          sink.putFloat(in.readFloat());
          break;
        case DOUBLE:
          sink.putDouble(in.readDouble());
          break;
        default:
          int length = type == Schema.Type.FIXED ? fixedBytes : in.readLength();
          sink.putBytes(in.bytes(), in.advance(length), length);
      }
    }
  }

  /** Symbols of an enum, as strings. */
  static final class Symbol extends AvroNode {
    private final byte[][] symbols;
    private final ValueSink sink;

    Symbol(byte[][] symbols, ValueSink sink) {
      this.symbols = symbols;
      this.sink = sink;
    }

    @Override
    void read(AvroCursor in) {
      byte[] symbol = symbols[in.readIndex(symbols.length)];
      sink.putBytes(symbol, 0, symbol.length);
    }
  }

  /** Null. */
  static final class Nothing extends AvroNode {
    private final AvroNodes.Target target;

    Nothing(AvroNodes.Target target) {
      this.target = target;
    }

    @Override
    void read(AvroCursor in) {
      if (target.required()) {
        target.fault().note(RejectReason.MISSING_REQUIRED, target.path(), "a value in every row");
      }
      target.column().appendNull();
    }
  }

  /** One of several. */
  static final class Union extends AvroNode {
    private final AvroNode[] branches;

    Union(AvroNode[] branches) {
      this.branches = branches;
    }

    @Override
    void read(AvroCursor in) {
      branches[in.readIndex(branches.length)].read(in);
    }
  }

  /** Records; the row itself if there is no column. */
  static final class Record extends AvroNode {
    private final AvroNode[] fields;
    private final @Nullable StructColumn column;

    Record(AvroNode[] fields, @Nullable StructColumn column) {
      this.fields = fields;
      this.column = column;
    }

    @Override
    void read(AvroCursor in) {
      for (AvroNode field : fields) {
        field.read(in);
      }
      if (column != null) {
        column.append();
      }
    }
  }

  /** Arrays. */
  static final class Items extends AvroNode {
    private final AvroNode element;
    private final ListColumn column;

    Items(AvroNode element, ListColumn column) {
      this.element = element;
      this.column = column;
    }

    @Override
    void read(AvroCursor in) {
      for (int count = in.readItemCount(); count > 0; count = in.readItemCount()) {
        for (int i = 0; i < count; i++) {
          element.read(in);
        }
      }
      column.append();
    }
  }

  /** Maps. */
  static final class Entries extends AvroNode {
    private final ValueSink key;
    private final AvroNode value;
    private final MapColumn column;
    private final String path;
    private final RowFault fault;
    private final DuplicateKeys duplicates = new DuplicateKeys();

    Entries(ValueSink key, AvroNode value, MapColumn column, AvroNodes.Target target) {
      this.key = key;
      this.value = value;
      this.column = column;
      this.path = target.path();
      this.fault = target.fault();
    }

    @Override
    void read(AvroCursor in) {
      BytesColumn keys = (BytesColumn) column.key();
      int first = keys.size();
      for (int count = in.readItemCount(); count > 0; count = in.readItemCount()) {
        for (int i = 0; i < count; i++) {
          int length = in.readLength();
          key.putBytes(in.bytes(), in.advance(length), length);
          value.read(in);
        }
      }
      if (duplicates.any(keys, first, keys.size())) {
        fault.note(RejectReason.DUPLICATE_KEY, path, "each key once");
      }
      column.append();
    }
  }

  /** Values that no column takes. */
  static final class Skipped extends AvroNode {
    /** A type that holds itself could nest without an end. */
    private static final int MAX_DEPTH = 1000;

    private final Schema schema;

    Skipped(Schema schema) {
      this.schema = schema;
    }

    @Override
    void read(AvroCursor in) {
      skip(schema, in, 0);
    }

    private static void skip(Schema schema, AvroCursor in, int depth) {
      if (depth > MAX_DEPTH) {
        throw new MalformedBlockException("values are nested deeper than " + MAX_DEPTH);
      }
      switch (schema.getType()) {
        case RECORD:
          for (Schema.Field field : schema.getFields()) {
            skip(field.schema(), in, depth + 1);
          }
          break;
        case UNION:
          skip(schema.getTypes().get(in.readIndex(schema.getTypes().size())), in, depth + 1);
          break;
        case ARRAY, MAP:
          skipItems(schema, in, depth + 1);
          break;
        case STRING, BYTES:
          in.advance(in.readLength());
          break;
        case FIXED:
          in.advance(schema.getFixedSize());
          break;
        case FLOAT:
          in.advance(Float.BYTES);
          break;
        case DOUBLE:
          in.advance(Double.BYTES);
          break;
        case BOOLEAN:
          in.readBoolean();
          break;
        case NULL:
          break;
        default:
          in.readLong();
      }
    }

    private static void skipItems(Schema schema, AvroCursor in, int depth) {
      boolean map = schema.getType() == Schema.Type.MAP;
      Schema item = map ? schema.getValueType() : schema.getElementType();
      for (int count = in.readItemCount(); count > 0; count = in.readItemCount()) {
        for (int i = 0; i < count; i++) {
          if (map) {
            in.advance(in.readLength());
          }
          skip(item, in, depth);
        }
      }
    }
  }
}
