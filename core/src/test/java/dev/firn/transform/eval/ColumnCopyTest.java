package dev.firn.transform.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.RowJson;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.StreamOpener;
import dev.firn.decode.json.JsonLinesDecoder;
import dev.firn.decode.json.JsonLinesOptions;
import dev.firn.source.FileIdentity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class ColumnCopyTest {
  private static final Schema SCHEMA =
      dev.firn.table.SchemaText.parse(
          java.util.Map.of(
              "row",
              "struct<i: int, l: long, f: float, d: double, b: boolean, s: string, w: decimal(30,2),"
                  + " st: struct<a: string, n: struct<x: int>>, li: list<struct<k: string, v: list<int>>>,"
                  + " m: map<string,struct<y: long>>>"));

  private static Batch rows(long seed, int count) throws IOException {
    Random random = new Random(seed);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append("{\"row\":").append(random.nextInt(9) == 0 ? "null" : row(random)).append("}\n");
    }
    Batch batch = new Batch(SCHEMA);
    byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
    FileIdentity file =
        new FileIdentity("file:///x", Optional.empty(), Optional.empty(), bytes.length);
    JsonLinesDecoder decoder =
        new JsonLinesDecoder(JsonLinesOptions.of(SCHEMA), StreamOpener.PLAIN);
    try (FileDecoder open =
        decoder.open(
            file,
            new ByteArrayInputStream(bytes),
            (line, offset, reason, detail, raw, from, length) -> {
              throw new AssertionError(detail);
            })) {
      assertThat(open.decode(batch, Long.MAX_VALUE)).isFalse();
    }
    return batch;
  }

  private static String row(Random random) {
    StringBuilder row = new StringBuilder("{\"i\":" + random.nextInt(5));
    String text = "\"t" + random.nextInt(random.nextBoolean() ? 4 : 100_000) + "\"";
    field(row, random, "l", String.valueOf(random.nextInt(5)));
    field(row, random, "f", "0." + random.nextInt(5));
    field(row, random, "d", "1." + random.nextInt(5));
    field(row, random, "b", String.valueOf(random.nextBoolean()));
    field(row, random, "s", text);
    field(row, random, "w", "-12345678901234567890." + random.nextInt(9));
    field(
        row,
        random,
        "st",
        "{\"a\":" + text + ",\"n\":" + (random.nextBoolean() ? "{\"x\":1}" : "null") + "}");
    field(
        row,
        random,
        "li",
        random.nextBoolean() ? "[]" : "[{\"k\":" + text + ",\"v\":[1,null]},null,{\"v\":[]}]");
    field(row, random, "m", random.nextBoolean() ? "{}" : "{\"k\":{\"y\":3},\"j\":null}");
    return row.append('}').toString();
  }

  private static void field(StringBuilder row, Random random, String name, String value) {
    if (random.nextInt(4) > 0) {
      row.append(",\"").append(name).append("\":").append(value);
    }
  }

  @Test
  void valuesOfChosenRowsArriveWhateverTheyAre() throws IOException {
    for (long seed = 1; seed <= 10; seed++) {
      Random random = new Random(seed);
      Batch source = rows(seed, 10 + random.nextInt(6000));
      Batch target = new Batch(SCHEMA);
      ColumnCopy copy = ColumnCopy.of(SCHEMA.columns().get(0).type());
      List<String> expected = new ArrayList<>();
      for (int round = 0; round < 4; round++) {
        int[] chosen = new int[random.nextInt(5000)];
        for (int i = 0; i < chosen.length; i++) {
          chosen[i] = random.nextInt(source.rowCount());
          expected.add(RowJson.row(source, chosen[i]));
        }
        int middle = chosen.length / 3;
        copy.append(source.column(0), chosen, 0, middle, target.column(0));
        copy.append(source.column(0), chosen, middle, chosen.length, target.column(0));
        for (int i = 0; i < chosen.length; i++) {
          target.endRow();
        }
        if (random.nextInt(3) == 0) {
          int kept = random.nextInt(expected.size() + 1);
          target.truncate(kept);
          expected.subList(kept, expected.size()).clear();
        }
      }
      List<String> found = new ArrayList<>();
      for (int row = 0; row < target.rowCount(); row++) {
        found.add(RowJson.row(target, row));
      }
      assertThat(found).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void repeatedTextsStayOneEntry() {
    BytesColumn source = (BytesColumn) Column.of(Types.StringType.get());
    BytesColumn target = (BytesColumn) Column.of(Types.StringType.get());
    int[] rows = new int[3000];
    for (int i = 0; i < rows.length; i++) {
      source.append("action-" + i % 7);
      rows[i] = i;
    }
    for (int round = 0; round < 3; round++) {
      target.appendAll(source, rows, 0, rows.length);
    }
    assertThat(target.isDistinct()).isTrue();
    assertThat(target.entryCount()).isEqualTo(7);
    assertThat(target.getString(8999)).isEqualTo("action-" + 2999 % 7);
  }

  @Test
  void aColumnThatExpectsNoRepetitionsStillHoldsThem() {
    BytesColumn column = (BytesColumn) Column.of(Types.StringType.get());
    column.append("x");
    column.clear();
    column.expectNoRepetitions();
    column.appendNull();
    column.append("a");
    column.append("a");
    column.append("b");
    column.truncate(3);
    column.append("c");
    assertThat(column.isDistinct()).isFalse();
    assertThat(column.isNull(0)).isTrue();
    assertThat(List.of(column.getString(1), column.getString(2), column.getString(3)))
        .containsExactly("a", "a", "c");
    assertThatThrownBy(column::expectNoRepetitions).hasMessageContaining("4 rows");
    column.clear();
    assertThat(column.isDistinct()).isTrue();
  }

  @Test
  void intsAndFloatsAreWidened() {
    Schema narrow =
        new Schema(
            Types.NestedField.optional(1, "i", Types.IntegerType.get()),
            Types.NestedField.optional(2, "f", Types.FloatType.get()));
    Batch source = new Batch(narrow);
    ((dev.firn.batch.IntColumn) source.column(0)).append(-7);
    ((dev.firn.batch.FloatColumn) source.column(1)).append(0.5f);
    source.endRow();
    source.endRow();
    dev.firn.batch.LongColumn longs = (dev.firn.batch.LongColumn) Column.of(Types.LongType.get());
    dev.firn.batch.DoubleColumn doubles =
        (dev.firn.batch.DoubleColumn) Column.of(Types.DoubleType.get());
    ColumnCopy.of(Types.LongType.get()).append(source.column(0), new int[] {1, 0}, 0, 2, longs);
    ColumnCopy.of(Types.DoubleType.get()).append(source.column(1), new int[] {1, 0}, 0, 2, doubles);
    assertThat(longs.isNull(0) && doubles.isNull(0)).isTrue();
    assertThat(longs.get(1)).isEqualTo(-7);
    assertThat(doubles.get(1)).isEqualTo(0.5);
  }
}
