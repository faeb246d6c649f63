package dev.firn.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.batch.Batch;
import dev.firn.error.FirnException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.junit.jupiter.api.Test;

class ClusteringTest {
  private static final Schema SCHEMA = LogRows.SCHEMA;

  private static final List<PartitionSpec> LANDING_SPECS =
      List.of(
          PartitionSpec.unpartitioned(),
          PartitionSpec.builderFor(SCHEMA).day("ts").build(),
          PartitionSpec.builderFor(SCHEMA).identity("local_date").build());

  private static final List<PartitionSpec> TABLE_SPECS =
      List.of(
          PartitionSpec.unpartitioned(),
          PartitionSpec.builderFor(SCHEMA).day("ts").build(),
          PartitionSpec.builderFor(SCHEMA).day("ts").identity("action").build(),
          PartitionSpec.builderFor(SCHEMA).identity("action").day("ts").build(),
          PartitionSpec.builderFor(SCHEMA).identity("local_date").identity("action").build(),
          PartitionSpec.builderFor(SCHEMA)
              .hour("ts")
              .bucket("user_id", 8)
              .truncate("action", 2)
              .identity("user_id")
              .build(),
          PartitionSpec.builderFor(SCHEMA)
              .identity("user_id")
              .identity("ts")
              .bucket("action", 1000)
              .alwaysNull("local_date")
              .build());

  @Test
  void rows_are_ordered_by_day_then_tuple_and_stay_in_place_within_a_partition() {
    for (PartitionSpec landing : LANDING_SPECS) {
      for (PartitionSpec table : TABLE_SPECS) {
        Clustering clustering = new Clustering(SCHEMA, table, landing);
        for (long seed = 1; seed <= 8; seed++) {
          check(clustering, table, landing, seed);
        }
      }
    }
  }

  private static void check(
      Clustering clustering, PartitionSpec table, PartitionSpec landing, long seed) {
    String place = "landing " + landing + " table " + table + " seed " + seed;
    Random random = new Random(seed);
    Batch batch = LogRows.batch(random, random.nextInt(1500), 1 + random.nextInt(6));
    RowSet excluded = new RowSet();
    for (int row = 0; seed % 2 == 0 && row < batch.rowCount(); row++) {
      if (random.nextInt(50) == 0) {
        excluded.add(row);
      }
    }
    clustering.cluster(batch, excluded);
    DayColumn days = clustering.days();
    int[] dayCodes = days.codes(batch.rowCount());
    Comparator<Integer> order = Comparator.comparingInt(row -> dayCodes[row]);
    for (int field = 0; field < table.fields().size(); field++) {
      int[] codes = clustering.partitions().codes(field);
      order = order.thenComparingInt(row -> codes[row]);
    }
    List<Integer> expected =
        IntStream.range(0, batch.rowCount())
            .filter(row -> !excluded.contains(row))
            .boxed()
            .sorted(order)
            .toList();
    List<Integer> actual =
        IntStream.range(0, clustering.rowCount()).map(i -> clustering.order()[i]).boxed().toList();
    assertThat(actual).as(place).isEqualTo(expected);
    checkRuns(clustering, expected, order, place);
  }

  private static void checkRuns(
      Clustering clustering, List<Integer> rows, Comparator<Integer> order, String place) {
    List<Integer> starts = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (i == 0 || order.compare(rows.get(i - 1), rows.get(i)) != 0) {
        starts.add(i);
      }
    }
    starts.add(rows.size());
    assertThat(IntStream.rangeClosed(0, clustering.partitionCount()).boxed())
        .as(place)
        .extracting(i -> clustering.partitionStarts()[i])
        .containsExactlyElementsOf(rows.isEmpty() ? List.of(0) : starts);
    for (int day = 0; day < clustering.days().codeCount(); day++) {
      for (int i = clustering.dayStarts()[day]; i < clustering.dayStarts()[day + 1]; i++) {
        int code = clustering.days().codes(0)[rows.get(i)];
        assertThat(code).as(place).isEqualTo(day);
      }
    }
  }

  @Test
  void a_hundred_thousand_partitions_are_clustered_in_memory_linear_in_rows() {
    PartitionSpec table =
        PartitionSpec.builderFor(SCHEMA).day("ts").identity("user_id").bucket("action", 7).build();
    Clustering clustering = new Clustering(SCHEMA, table, LANDING_SPECS.get(1));
    Batch batch = new Batch(SCHEMA);
    Random random = new Random(11);
    for (int i = 0; i < 200_000; i++) {
      LogRows.append(batch, LogRows.DAY * 86_400_000_000L + i, "a" + i % 3, (long) i % 100_000);
    }
    clustering.cluster(batch);
    assertThat(clustering.rowCount()).isEqualTo(200_000);
    assertThat(clustering.partitionCount()).isBetween(100_000, 200_000);
    for (int i = 0; i < 1000; i++) {
      int run = random.nextInt(clustering.partitionCount());
      int from = clustering.partitionStarts()[run];
      int to = clustering.partitionStarts()[run + 1];
      PartitionTuple tuple = clustering.partitions().tuple(clustering.order()[from]);
      for (int at = from; at < to; at++) {
        assertThat(clustering.partitions().tuple(clustering.order()[at])).isEqualTo(tuple);
      }
    }
  }

  @Test
  void a_landing_spec_that_is_not_a_day_is_refused() {
    for (PartitionSpec landing :
        List.of(
            PartitionSpec.builderFor(SCHEMA).hour("ts").build(),
            PartitionSpec.builderFor(SCHEMA).identity("action").build(),
            PartitionSpec.builderFor(SCHEMA).day("ts").identity("action").build())) {
      assertThatThrownBy(() -> new DayColumn(SCHEMA, landing))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("can't land under the spec");
    }
  }
}
