package dev.firn.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches against lists of plain values that have the same done to them. */
class BatchTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void aBatchHoldsWhatTheModelHolds(long seed) {
    RandomRows rows = new RandomRows(seed);
    Random random = new Random(seed);
    Schema schema = rows.schema(6, 3);
    Batch batch = new Batch(schema);
    List<List<@Nullable Object>> model = new ArrayList<>();
    for (int step = 0; step < 40; step++) {
      switch (random.nextInt(8)) {
        case 0 -> cancel(batch, rows.rows(schema, 3), random);
        case 1 -> {
          int kept = random.nextInt(model.size() + 1);
          if (random.nextBoolean()) {
            beginRow(batch, rows.rows(schema, 1).get(0), random);
          }
          batch.truncate(kept);
          model.subList(kept, model.size()).clear();
        }
        case 2 -> {
          if (random.nextInt(4) == 0) {
            batch.clear();
            model.clear();
          }
        }
        default -> {
          for (List<@Nullable Object> row : rows.rows(schema, random.nextInt(50))) {
            append(batch, row, random);
            model.add(row);
          }
        }
      }
      check(batch, schema, model, seed + ", step " + step);
    }
  }

  private static void check(
      Batch batch, Schema schema, List<List<@Nullable Object>> model, String place) {
    List<String> expected = new ArrayList<>();
    for (List<@Nullable Object> row : model) {
      expected.add(ModelRows.text(schema.asStruct(), row));
    }
    assertThat(ModelRows.read(batch)).as("seed %s, %s", place, schema).isEqualTo(expected);
    assertThat(batch.sizeBytes()).isGreaterThanOrEqualTo(0);
    for (int i = 0; i < batch.columnCount(); i++) {
      checkColumn(batch.column(i), place);
      assertThat(batch.column(i).size()).as(place).isEqualTo(model.size());
    }
  }

  private static void checkColumn(Column column, String place) {
    int nulls = 0;
    for (int row = 0; row < column.size(); row++) {
      nulls += column.isNull(row) ? 1 : 0;
    }
    assertThat(column.nullCount()).as(place).isEqualTo(nulls);
    if (column instanceof BytesColumn bytes) {
      for (int row = 0; row < column.size(); row++) {
        assertThat(bytes.codes()[row]).as(place).isBetween(0, bytes.entryCount() - 1);
      }
    } else if (column instanceof StructColumn struct) {
      for (int i = 0; i < struct.fieldCount(); i++) {
        assertThat(struct.field(i).size()).as(place).isEqualTo(column.size());
        checkColumn(struct.field(i), place);
      }
    } else if (column instanceof ListColumn list) {
      assertThat(list.element().size()).as(place).isEqualTo(list.offsets()[list.size()]);
      checkColumn(list.element(), place);
    } else if (column instanceof MapColumn map) {
      assertThat(map.key().size()).as(place).isEqualTo(map.offsets()[map.size()]);
      assertThat(map.value().size()).as(place).isEqualTo(map.key().size());
      checkColumn(map.key(), place);
      checkColumn(map.value(), place);
    }
  }

  /** Nulls are appended, left out, or set over a value that was begun. */
  private static void append(Batch batch, List<@Nullable Object> row, Random random) {
    for (int i = 0; i < row.size(); i++) {
      Types.NestedField field = batch.schema().columns().get(i);
      Column column = batch.column(i);
      if (row.get(i) != null) {
        ModelRows.append(column, field.type(), row.get(i));
      } else if (random.nextInt(3) == 0 && field.type().isNestedType()) {
        begin(column, field, random);
        column.appendNull();
      } else if (random.nextBoolean()) {
        column.appendNull();
      }
    }
    batch.endRow();
  }

  private static void begin(Column column, Types.NestedField field, Random random) {
    Object value = RandomRows.value(field.type(), random);
    if (column instanceof StructColumn struct) {
      List<?> fields = (List<?>) value;
      ModelRows.appendFields(struct, fields.subList(0, random.nextInt(fields.size() + 1)));
    } else if (column instanceof ListColumn list) {
      ModelRows.appendElements(list, field.type().asListType(), (List<?>) value);
    } else if (column instanceof MapColumn map) {
      ModelRows.appendEntries(map, field.type().asMapType(), (List<?>) value);
      if (random.nextBoolean()) {
        ModelRows.append(
            map.key(),
            field.type().asMapType().keyType(),
            RandomRows.value(field.type().asMapType().keyType(), random));
      }
    }
  }

  private static void beginRow(Batch batch, List<@Nullable Object> row, Random random) {
    for (int i = 0; i < row.size(); i++) {
      Types.NestedField field = batch.schema().columns().get(i);
      if (field.type().isNestedType() && random.nextBoolean()) {
        begin(batch.column(i), field, random);
      } else if (random.nextBoolean()) {
        ModelRows.append(batch.column(i), field.type(), row.get(i));
      }
    }
  }

  private static void cancel(Batch batch, List<List<@Nullable Object>> rows, Random random) {
    for (List<@Nullable Object> row : rows) {
      beginRow(batch, row, random);
      batch.cancelRow();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 1_000, 200_000})
  void bytesAreTheSameWhetherTheyRepeatOrNot(int distinctValues) {
    Random random = new Random(distinctValues);
    BytesColumn column = new BytesColumn();
    List<@Nullable String> model = new ArrayList<>();
    for (int i = 0; i < 30_000; i++) {
      if (random.nextInt(50) == 0) {
        column.appendNull();
        model.add(null);
      } else {
        String value = "v" + random.nextInt(distinctValues);
        column.append(value);
        model.add(value);
      }
      if (random.nextInt(3_000) == 0) {
        int kept = model.size() - random.nextInt(Math.min(model.size(), 2_000));
        column.truncate(kept);
        model.subList(kept, model.size()).clear();
      }
    }
    assertThat(column.size()).isEqualTo(model.size());
    for (int row = 0; row < model.size(); row++) {
      assertThat(column.isNull(row) ? null : column.getString(row)).isEqualTo(model.get(row));
    }
    assertThat(column.isDistinct()).isEqualTo(distinctValues < 10_000);
  }

  @Test
  void aColumnWithTooManyDistinctValuesStopsSharingThem() {
    BytesColumn column = new BytesColumn();
    byte[] value = new byte[4];
    for (int i = 0; i < 400_000; i++) {
      int number = i / 2;
      value[0] = (byte) number;
      value[1] = (byte) (number >> 8);
      value[2] = (byte) (number >> 16);
      column.append(value, 0, 4);
    }
    assertThat(column.isDistinct()).isFalse();
    assertThat(column.get(399_998)).isEqualTo(column.get(399_999));
    column.truncate(100);
    column.append("after".getBytes(StandardCharsets.UTF_8), 0, 5);
    assertThat(column.getString(100)).isEqualTo("after");
    assertThat(column.get(0)).isEqualTo(new byte[4]);
    column.clear();
    column.append("again");
    column.append("again");
    assertThat(column.isDistinct()).isTrue();
    assertThat(column.entryCount()).isEqualTo(1);
  }

  @Test
  void truncatingToMoreRowsThanThereAreIsRefused() {
    Batch batch = new Batch(new Schema(Types.NestedField.optional(1, "a", Types.LongType.get())));
    batch.endRow();
    assertThatThrownBy(() -> batch.truncate(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2");
  }

  @Test
  void arraysGrowByHalfUntilTheLargestThereIs() {
    assertThat(Column.grow(1_024, 1_025)).isEqualTo(1_552);
    assertThat(Column.grow(1_600_000_000, 1_600_000_001)).isEqualTo(Integer.MAX_VALUE - 16);
    assertThat(Column.grow(0, Integer.MAX_VALUE - 16)).isEqualTo(Integer.MAX_VALUE - 16);
    assertThatThrownBy(() -> Column.grow(Integer.MAX_VALUE - 16, Integer.MAX_VALUE - 15))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("flush it earlier");
    assertThatThrownBy(() -> Column.grow(1, Integer.MIN_VALUE))
        .isInstanceOf(IllegalStateException.class);
  }
}
