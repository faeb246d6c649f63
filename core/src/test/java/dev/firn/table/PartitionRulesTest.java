package dev.firn.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class PartitionRulesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(2, "user_id", Types.LongType.get()),
          Types.NestedField.optional(3, "s", Types.StringType.get()),
          Types.NestedField.optional(4, "action", Types.StringType.get()),
          Types.NestedField.optional(
              5,
              "a",
              Types.StructType.of(
                  Types.NestedField.optional(6, "b", Types.StringType.get()),
                  Types.NestedField.optional(7, "odd name", Types.DateType.get()))),
          Types.NestedField.optional(
              8, "tags", Types.ListType.ofOptional(9, Types.StringType.get())));

  @Test
  void everyTransformIsReadAndNamedAsIcebergNamesIt() {
    List<String> rules =
        List.of("DAYS(ts)", "bucket(16, user_id)", "truncate(10,s)", "action", "identity(a.b)");
    PartitionSpec expected =
        PartitionSpec.builderFor(SCHEMA)
            .day("ts")
            .bucket("user_id", 16)
            .truncate("s", 10)
            .identity("action")
            .identity("a.b")
            .build();
    PartitionSpec spec = PartitionRules.parse(rules, SCHEMA);
    assertThat(spec).isEqualTo(expected);
    assertThat(spec.fields().get(0).name()).isEqualTo("ts_day");
    assertThat(spec.fields().get(0).fieldId()).isEqualTo(1000);
    assertThat(PartitionRules.format(spec))
        .containsExactly("days(ts)", "bucket(16, user_id)", "truncate(10, s)", "action", "a.b");
  }

  @Test
  void formattedRulesComeBackEqual() {
    List<String> rules =
        List.of(
            "years(ts)",
            "months(a.`odd name`)",
            "void(s)",
            "bucket(4, user_id) AS b4",
            "bucket(8, user_id) AS `b 8`",
            "s");
    PartitionSpec spec = PartitionRules.parse(rules, SCHEMA);
    assertThat(PartitionRules.format(spec)).isEqualTo(rules);
    assertThat(PartitionRules.parse(PartitionRules.format(spec), SCHEMA)).isEqualTo(spec);
    for (String time : List.of("year(ts)", "month(ts)", "day(ts)", "hour(ts)", "hours(ts)")) {
      PartitionSpec one = PartitionRules.parse(List.of(time), SCHEMA);
      assertThat(PartitionRules.parse(PartitionRules.format(one), SCHEMA)).isEqualTo(one);
    }
  }

  @Test
  void noRulesGiveAnUnpartitionedSpec() {
    assertThat(PartitionRules.parse(List.of(), SCHEMA).isUnpartitioned()).isTrue();
  }

  @Test
  void errorsPointAtTheColumnAndTeach() {
    Map<String, String> expected =
        Map.ofEntries(
            Map.entry("bucket(user_id, 16)", "column 8: the number comes first, as in bucket(16"),
            Map.entry("bucket(0, user_id)", "column 8: the number of buckets must be at least 1"),
            Map.entry("day(tz)", "column 5: unknown column 'tz'; the columns are a, a.b"),
            Map.entry("daily(ts)", "column 1: unknown transform 'daily'; allowed are identity(c)"),
            Map.entry("days(ts", "column 8: expected ')' after the column, got the end"),
            Map.entry("days(ts) ts", "column 10: expected the end, got 'ts'"),
            Map.entry("days(action)", "column 6: day can't be applied to 'action' of type string"),
            Map.entry("tags", "column 1: identity can't be applied to 'tags'"),
            Map.entry("tags.element", "column 1: 'tags.element' lies inside a list"),
            Map.entry("a", "column 1: identity can't be applied to 'a' of type struct"),
            Map.entry("`a", "column 1: a column or a transform is not closed"),
            Map.entry("", "column 1: expected a column or a transform, got the end"),
            Map.entry("days(ts) AS user_id", "column 6: Cannot create partition from name"));
    expected.forEach(
        (rule, message) ->
            assertThatThrownBy(() -> PartitionRules.parse(List.of(rule), SCHEMA))
                .as(rule)
                .isInstanceOfSatisfying(
                    FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
                .hasMessageStartingWith("partition rule '" + rule + "', ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n"));
  }

  @Test
  void theValueOfAFixedColumnIsRefusedAndItsBucketIsNot() {
    Schema schema = new Schema(Types.NestedField.optional(1, "key", Types.FixedType.ofLength(16)));
    assertThatThrownBy(() -> PartitionRules.parse(List.of("key"), schema))
        .hasMessageContaining("'key' of type fixed[16] can't be a partition value")
        .hasMessageContaining("bucket(16, key)");
    assertThat(PartitionRules.parse(List.of("bucket(16, key)"), schema).fields()).hasSize(1);
  }

  @Test
  void rulesThatContradictEachOtherAreRefused() {
    assertThatThrownBy(() -> PartitionRules.parse(List.of("days(ts)", "hours(ts)"), SCHEMA))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("redundant");
    assertThatThrownBy(() -> PartitionRules.parse(List.of("bucket(2, s)", "bucket(4, s)"), SCHEMA))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("AS another name");
  }
}
