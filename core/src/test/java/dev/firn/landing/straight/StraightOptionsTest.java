package dev.firn.landing.straight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.parquet.ParquetWriterOptions;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class StraightOptionsTest {
  private static Schema columns(int count) {
    List<Types.NestedField> fields =
        IntStream.rangeClosed(1, count)
            .mapToObj(id -> Types.NestedField.optional(id, "c" + id, Types.LongType.get()))
            .toList();
    return new Schema(fields);
  }

  private static int filesMost(long memoryBytes, int columns) {
    return new StraightOptions(ParquetWriterOptions.DEFAULT, 1 << 20, memoryBytes, 1000, () -> "x")
        .filesMost(columns(columns));
  }

  @Test
  void theMoreColumnsTheFewerFilesMayBeOpen() {
    assertThat(filesMost(160 << 20, 13)).isEqualTo(1000);
    assertThat(filesMost(160 << 20, 60)).isBetween(300, 600);
    assertThat(filesMost(160 << 20, 600)).isBetween(30, 60);
    assertThat(filesMost(1 << 20, 1_000)).isZero();
  }
}
