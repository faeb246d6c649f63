package dev.firn.formats.parquet;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.ListColumn;
import dev.firn.batch.LongColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * Random Parquet schemas, and rows of them: as parquet-java's writer takes them, and in columns.
 */
final class RandomParquet {
  private final Random random;
  private int names;

  RandomParquet(Random random) {
    this.random = random;
  }

  MessageType schema() {
    List<Type> fields = new ArrayList<>();
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      fields.add(field(0));
    }
    return new MessageType("root", fields);
  }

  private Type field(int depth) {
    String name = "f" + names++;
    Repetition repetition =
        List.of(Repetition.OPTIONAL, Repetition.REQUIRED, Repetition.REPEATED)
            .get(random.nextInt(10) < 5 ? 0 : random.nextInt(10) < 8 ? 1 : 2);
    if (depth < 3 && random.nextInt(3) == 0) {
      return nested(repetition, name, depth + 1);
    }
    return single(repetition, name);
  }

  private Type nested(Repetition repetition, String name, int depth) {
    switch (random.nextInt(5)) {
      case 0:
        Types.GroupBuilder<GroupType> group = Types.buildGroup(repetition);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          group.addField(field(depth));
        }
        return group.named(name);
      case 1: // the usual three levels
        return list(repetition, name, Types.repeatedGroup().addField(element(depth)).named("list"));
      case 2: // two levels, as old writers have them
        return list(repetition, name, single(Repetition.REPEATED, "element"));
      case 3: // two levels with a group as the element
        Types.GroupBuilder<GroupType> element = Types.repeatedGroup();
        for (int i = 2 + random.nextInt(2); i > 0; i--) {
          element.addField(field(depth));
        }
        return list(repetition, name, element.named("bag"));
      default:
        return Types.buildGroup(repetition)
            .as(LogicalTypeAnnotation.mapType())
            .addField(
                Types.repeatedGroup()
                    .addField(
                        Types.required(PrimitiveTypeName.BINARY)
                            .as(LogicalTypeAnnotation.stringType())
                            .named("key"))
                    .addField(element(depth))
                    .named("key_value"))
            .named(name);
    }
  }

  private static Type list(Repetition repetition, String name, Type repeated) {
    return Types.buildGroup(repetition)
        .as(LogicalTypeAnnotation.listType())
        .addField(repeated)
        .named(name);
  }

  /** Neither repeated nor named like another. */
  private Type element(int depth) {
    Type type = field(depth);
    while (type.isRepetition(Repetition.REPEATED)) {
      type = field(depth);
    }
    return type;
  }

  private PrimitiveType single(Repetition repetition, String name) {
    switch (random.nextInt(14)) {
      case 0:
        return Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
      case 1:
        return Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
      case 2:
        return Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
      case 3:
        return Types.primitive(PrimitiveTypeName.FLOAT, repetition).named(name);
      case 4:
        return Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
      case 5:
        return Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
      case 6, 7:
        return as(PrimitiveTypeName.BINARY, repetition, LogicalTypeAnnotation.stringType(), name);
      case 8:
        return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
            .length(5)
            .named(name);
      case 9:
        return as(PrimitiveTypeName.INT32, repetition, LogicalTypeAnnotation.dateType(), name);
      case 10:
        return as(
            PrimitiveTypeName.INT64,
            repetition,
            LogicalTypeAnnotation.timestampType(random.nextBoolean(), TimeUnit.MICROS),
            name);
      case 11:
        return as(
            PrimitiveTypeName.INT64, repetition, LogicalTypeAnnotation.decimalType(3, 15), name);
      case 12:
        return as(
            PrimitiveTypeName.BINARY, repetition, LogicalTypeAnnotation.decimalType(3, 9), name);
      default:
        return as(
            PrimitiveTypeName.INT32, repetition, LogicalTypeAnnotation.intType(32, false), name);
    }
  }

  private static PrimitiveType as(
      PrimitiveTypeName type,
      Repetition repetition,
      LogicalTypeAnnotation annotation,
      String name) {
    return Types.primitive(type, repetition).as(annotation).named(name);
  }

  /** Fills a group, and the columns of the struct that stands for it. */
  void fill(GroupType type, Group group, StructColumn column) {
    for (int i = 0; i < type.getFieldCount(); i++) {
      field(type.getType(i), group, i, column.field(i));
    }
  }

  private void field(Type type, Group group, int index, Column column) {
    if (type.isRepetition(Repetition.REPEATED)) {
      for (int i = random.nextInt(4); i > 0; i--) {
        value(type, group, index, ((ListColumn) column).element());
      }
      ((ListColumn) column).append();
    } else if (type.isRepetition(Repetition.OPTIONAL) && random.nextInt(4) == 0) {
      column.appendNull();
    } else {
      value(type, group, index, column);
    }
  }

  private void value(Type type, Group group, int index, Column column) {
    if (type.isPrimitive()) {
      primitive(type.asPrimitiveType(), group, index, column);
      return;
    }
    GroupType inner = type.asGroupType();
    Group child = group.addGroup(index);
    if (ParquetTypes.isList(inner)) {
      list(inner, child, (ListColumn) column);
    } else if (ParquetTypes.isMap(inner)) {
      GroupType entry = inner.getType(0).asGroupType();
      MapColumn map = (MapColumn) column;
      for (int i = random.nextInt(4); i > 0; i--) {
        Group pair = child.addGroup(0);
        byte[] key = ("k" + i).getBytes(StandardCharsets.UTF_8);
        pair.add(0, Binary.fromConstantByteArray(key));
        ((BytesColumn) map.key()).append(key, 0, key.length);
        field(entry.getType(1), pair, 1, map.value());
      }
      map.append();
    } else {
      fill(inner, child, (StructColumn) column);
      ((StructColumn) column).append();
    }
  }

  private void list(GroupType type, Group group, ListColumn column) {
    Type element = ParquetTypes.element(type);
    for (int i = random.nextInt(4); i > 0; i--) {
      if (element == type.getType(0)) {
        value(element, group, 0, column.element());
      } else {
        field(element, group.addGroup(0), 0, column.element());
      }
    }
    column.append();
  }

  private void primitive(PrimitiveType type, Group group, int index, Column column) {
    switch (type.getPrimitiveTypeName()) {
      case BOOLEAN:
        boolean flag = random.nextBoolean();
        group.add(index, flag);
        ((BooleanColumn) column).append(flag);
        break;
      case INT32:
        int whole =
            type.getLogicalTypeAnnotation()
                    instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation
                ? random.nextInt(30_000)
                : (int) bits();
        group.add(index, whole);
        if (column instanceof LongColumn unsigned) {
          unsigned.append(whole & 0xFFFFFFFFL);
        } else {
          ((IntColumn) column).append(whole);
        }
        break;
      case INT64:
        long wide = type.getLogicalTypeAnnotation() == null ? bits() : random.nextInt() * 100_000L;
        group.add(index, wide);
        ((LongColumn) column).append(wide);
        break;
      case FLOAT:
        float single = Float.intBitsToFloat((int) bits());
        group.add(index, single);
        ((FloatColumn) column).append(single);
        break;
      case DOUBLE:
        double real = random.nextInt(3) == 0 ? -0.0 : random.nextGaussian();
        group.add(index, real);
        ((DoubleColumn) column).append(real);
        break;
      default:
        bytes(type, group, index, column);
    }
  }

  private void bytes(PrimitiveType type, Group group, int index, Column column) {
    if (column instanceof LongColumn decimal) {
      int unscaled = random.nextInt(2_000_000) - 1_000_000;
      byte[] bytes = java.math.BigInteger.valueOf(unscaled).toByteArray();
      group.add(index, Binary.fromConstantByteArray(bytes));
      decimal.append(unscaled);
      return;
    }
    byte[] bytes;
    if (type.getLogicalTypeAnnotation() != null) {
      bytes =
          ("text ä " + random.nextInt(random.nextBoolean() ? 5 : 1000))
              .getBytes(StandardCharsets.UTF_8);
    } else {
      bytes = new byte[type.getTypeLength() > 0 ? type.getTypeLength() : random.nextInt(12)];
      random.nextBytes(bytes);
    }
    group.add(index, Binary.fromConstantByteArray(bytes));
    ((BytesColumn) column).append(bytes, 0, bytes.length);
  }

  private long bits() {
    return random.nextLong() >> random.nextInt(64);
  }
}
