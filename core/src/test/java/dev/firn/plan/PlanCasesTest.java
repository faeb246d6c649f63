package dev.firn.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.MetadataTableUtils;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.UnicodeUtil;
import org.junit.jupiter.api.Test;

/** Public failures of planners, each as a table of a few files. */
class PlanCasesTest {
  private static final long HOUR = 3_600_000_000L;
  private static final long DAY = 24 * HOUR;

  private static Schema schema(String name, Type type) {
    return new Schema(Types.NestedField.optional(1, name, type));
  }

  private static final Schema TS = schema("ts", Types.TimestampType.withoutZone());

  private static PartitionSpec.Builder spec(Schema schema) {
    return PartitionSpec.builderFor(schema);
  }

  @Test
  void c01_timesBefore1970AreFlooredAndFound() {
    CaseTable table =
        new CaseTable(2, TS, spec(TS).hour("ts").build())
            .file("before", -1_000_000L)
            .file("after", 1_000_000L);
    assertThat(table.plan(Expressions.lessThan("ts", 0L))).contains("before");
    assertThat(table.plan(Expressions.greaterThan("ts", 0L))).containsExactly("after");
    CaseTable days =
        new CaseTable(2, TS, spec(TS).day("ts").build()).file("noon", -12 * HOUR).file("late", 5L);
    assertThat(days.plan(Expressions.equal("ts", -12 * HOUR))).contains("noon");
    assertThat(days.plan(Expressions.equal(Expressions.day("ts"), -1))).contains("noon");
  }

  @Test
  void c02_theZoneOfTheProcessPlaysNoPart() {
    Schema schema = schema("ts", Types.TimestampType.withZone());
    TimeZone before = TimeZone.getDefault();
    try {
      for (String zone : List.of("UTC", "Asia/Kolkata", "America/New_York")) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        CaseTable table =
            new CaseTable(2, schema, spec(schema).day("ts").build())
                .file("late", 19722 * DAY + 20 * HOUR)
                .file("old", -200 * DAY - 1);
        Expression day = Expressions.equal("ts", "2023-12-31T20:00:00+00:00");
        assertThat(table.plan(day)).as(zone).containsExactly("late");
        Expression whole = Expressions.equal(Expressions.day("ts"), 19722);
        assertThat(table.plan(whole)).as(zone).containsExactly("late");
        assertThat(table.plan(Expressions.lessThan("ts", 0L))).as(zone).containsExactly("old");
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void c04_negativeNumbersAreTruncatedDownwards() {
    Schema schema = schema("id", Types.IntegerType.get());
    CaseTable table = new CaseTable(2, schema, spec(schema).truncate("id", 10).build());
    for (int id : new int[] {-12, -11, -10, -1, 0, 9}) {
      table.file("id" + id, id);
    }
    assertThat(table.plan(Expressions.equal("id", -1))).containsExactly("id-1", "id-10");
    assertThat(table.plan(Expressions.lessThan("id", -5)))
        .containsExactly("id-1", "id-10", "id-11", "id-12");
    assertThat(table.plan(Expressions.lessThan("id", -10))).containsExactly("id-11", "id-12");
  }

  @Test
  void c04_theLowestNumbersWrapToTheTopAndAreFoundAllTheSame() {
    Schema schema = schema("id", Types.IntegerType.get());
    CaseTable table =
        new CaseTable(2, schema, spec(schema).truncate("id", 10).build())
            .file("lowest", Integer.MIN_VALUE)
            .file("some", 5);
    Expression low = Expressions.lessThanOrEqual("id", Integer.MIN_VALUE + 8);
    assertThat(table.icebergPlan(low)).isEmpty();
    assertThat(table.plan(low)).containsExactly("lowest");
    Expression high = Expressions.greaterThan("id", Integer.MIN_VALUE);
    assertThat(table.icebergPlan(high)).doesNotContain("some");
    assertThat(table.plan(high)).contains("some");
  }

  @Test
  void c06_bucketsAreThoseOfTheSpec() {
    assertBuckets(Types.DecimalType.of(9, 2), new BigDecimal("1.28"), 5);
    assertBuckets(Types.DecimalType.of(9, 2), new BigDecimal("-1.28"), 13);
    assertBuckets(Types.DecimalType.of(9, 2), new BigDecimal("327.68"), 0);
    assertBuckets(Types.DecimalType.of(9, 2), new BigDecimal("14.20"), 3);
    assertBuckets(
        Types.UUIDType.get(), UUID.fromString("f79c3e09-677c-4bbd-a479-3f349cb785e7"), 12);
    assertBuckets(Types.DateType.get(), 17486, 10);
  }

  private static void assertBuckets(Type type, Object value, int bucket) {
    Schema schema = schema("v", type);
    CaseTable table = new CaseTable(2, schema, spec(schema).bucket("v", 16).build());
    table.file("it", value);
    Expression equal =
        type.typeId() == Type.TypeID.DATE
            ? Expressions.equal("v", (Integer) value)
            : Expressions.equal("v", value);
    assertThat(table.plan(equal)).containsExactly("it");
    assertThat(table.plan(Expressions.equal(Expressions.bucket("v", 16), bucket)))
        .containsExactly("it");
    assertThat(table.plan(Expressions.equal(Expressions.bucket("v", 16), (bucket + 1) % 16)))
        .isEmpty();
  }

  @Test
  void c07_truncationCountsCodePoints() {
    Schema schema = schema("s", Types.StringType.get());
    String smile = "\uD83D\uDE00";
    CaseTable table =
        new CaseTable(2, schema, spec(schema).truncate("s", 4).build())
            .file("smiles", smile + smile + "ab")
            .file("words", "abcd");
    // Two code points, four UTF-16 units: Iceberg takes the prefix for a whole partition value.
    Expression prefix = Expressions.startsWith("s", smile + smile);
    assertThat(table.icebergPlan(prefix)).isEmpty();
    assertThat(table.plan(prefix)).containsExactly("smiles");
    assertThat(table.plan(Expressions.equal("s", smile + smile + "ab"))).containsExactly("smiles");
    Transform<CharSequence, CharSequence> two = Transforms.truncate(2);
    assertThat(two.bind(Types.StringType.get()).apply(smile + smile + smile + "a"))
        .hasToString(smile + smile);
  }

  @Test
  void c09_notStartsWithKeepsPartitionsThatAreShorterThanThePrefix() {
    Schema schema = schema("s", Types.StringType.get());
    CaseTable table =
        new CaseTable(2, schema, spec(schema).truncate("s", 2).build()).file("ab", "ab", "abd");
    assertThat(table.plan(Expressions.notStartsWith("s", "abc"))).containsExactly("ab");
    assertThat(table.plan(Expressions.notStartsWith("s", "a"))).isEmpty();
    assertThat(table.plan(Expressions.startsWith("s", "a"))).containsExactly("ab");
    assertThat(table.plan(Expressions.startsWith("s", "ab"))).containsExactly("ab");
    assertThat(table.plan(Expressions.startsWith("s", "abc"))).containsExactly("ab");
  }

  @Test
  void c10_boundsAtTheEdgeOfAPartitionAreExact() {
    CaseTable table =
        new CaseTable(2, TS, spec(TS).day("ts").build())
            .file("d17865", 17866 * DAY - 1)
            .file("d17866", 17866 * DAY)
            .file("d17867", 17867 * DAY);
    assertThat(table.plan(Expressions.lessThan("ts", "2018-12-01T00:00:00")))
        .containsExactly("d17865");
    assertThat(table.plan(Expressions.lessThan("ts", "2018-12-01T00:00:00.000001")))
        .containsExactly("d17865", "d17866");
    assertThat(table.plan(Expressions.lessThanOrEqual("ts", "2018-12-01T00:00:00")))
        .containsExactly("d17865", "d17866");
    assertThat(table.plan(Expressions.greaterThan("ts", "2018-11-30T23:59:59.999999")))
        .containsExactly("d17866", "d17867");
    assertThat(table.plan(Expressions.greaterThan("ts", "2018-12-01T00:00:00")))
        .containsExactly("d17866", "d17867");
    assertThat(table.plan(Expressions.not(Expressions.lessThan("ts", "2018-12-01T00:00:00"))))
        .containsExactly("d17866", "d17867");
    // A transform in the filter prunes like the range that it is.
    assertThat(table.plan(Expressions.equal(Expressions.month("ts"), 586)))
        .containsExactly("d17865");
  }

  @Test
  void c10_anOrOverAnotherColumnPrunesNothing() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "ts", Types.TimestampType.withoutZone()),
            Types.NestedField.optional(2, "id", Types.LongType.get()));
    CaseTable table = new CaseTable(2, schema, spec(schema).day("ts").build());
    table.append(
        table.dataFile("one", false, new Object[] {0L, 1L}),
        table.dataFile("two", false, new Object[] {9 * DAY, 2L}));
    assertThat(
            table.plan(
                Expressions.or(Expressions.equal("id", 1L), Expressions.lessThan("ts", DAY))))
        .containsExactly("one", "two");
  }

  @Test
  void c12_aColumnThatAnOldSpecUsedMayBeDropped() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "s", Types.StringType.get()),
            Types.NestedField.optional(2, "id", Types.LongType.get()));
    CaseTable table = new CaseTable(2, schema, spec(schema).identity("s").build());
    table.append(table.dataFile("old", false, new Object[] {"x", 1L}));
    table.table().updateSpec().removeField("s").commit();
    table.table().updateSchema().deleteColumn("s").commit();
    assertThat(table.plan(Expressions.alwaysTrue())).containsExactly("old");
    assertThat(table.plan(Expressions.equal("id", 1L))).containsExactly("old");
    Table partitions =
        MetadataTableUtils.createMetadataTableInstance(table.table(), MetadataTableType.PARTITIONS);
    assertThat(IcebergOracle.planned(partitions.newScan())).isNotEmpty();
  }

  @Test
  void c14_theSameFieldNameWithAnotherWidthIsAnotherField() {
    Schema schema = schema("a", Types.StringType.get());
    CaseTable table =
        new CaseTable(2, schema, spec(schema).truncate("a", 1, "a_trunc").build()).file("one", "a");
    table
        .table()
        .updateSpec()
        .removeField("a_trunc")
        .addField("a_trunc", Expressions.truncate("a", 10))
        .commit();
    table.file("ten", "abcd");
    assertThat(table.plan(Expressions.equal("a", "abcd"))).contains("ten");
    assertThat(table.plan(Expressions.equal("a", "b"))).isEmpty();
    assertThat(table.table().specs().values().stream().map(s -> s.fields().get(0).fieldId()))
        .containsExactly(1000, 1001);
  }

  @Test
  void c15_aFilterNamesColumnsAndNeverPartitionFields() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "s", Types.StringType.get()),
            Types.NestedField.optional(2, "ts", Types.TimestampType.withoutZone()));
    CaseTable table =
        new CaseTable(2, schema, spec(schema).identity("s", "s").day("ts", "ts_day").build());
    table.append(
        table.dataFile("x", false, new Object[] {"x", 0L}),
        table.dataFile("y", false, new Object[] {"y", 0L}));
    assertThat(table.plan(Expressions.equal("s", "y"))).containsExactly("y");
    assertThatThrownBy(() -> table.plan(Expressions.equal("ts_day", 0)))
        .hasMessageContaining("ts_day");
  }

  @Test
  void c16_aVoidFieldOfAVersion1TablePrunesNothing() {
    CaseTable table = new CaseTable(1, TS, spec(TS).month("ts").build()).file("month", 17870 * DAY);
    table.table().updateSpec().removeField("ts_month").addField(Expressions.day("ts")).commit();
    table.file("day", 17866 * DAY);
    assertThat(table.table().spec().fields().get(0).transform()).hasToString("void");
    assertThat(table.plan(Expressions.equal("ts", "2018-12-05T00:00:00"))).containsExactly("month");
    assertThat(table.plan(Expressions.equal("ts", "2018-12-01T00:00:00")))
        .containsExactly("day", "month");
  }

  @Test
  void c18_filesFromBeforeAPromotionAreFound() {
    Schema schema = schema("id", Types.IntegerType.get());
    CaseTable table =
        new CaseTable(2, schema, spec(schema).bucket("id", 16).truncate("id", 10).build())
            .fileWithStats("int", 34);
    assertThat(table.plan(Expressions.equal("id", 34))).containsExactly("int");
    table.table().updateSchema().updateColumn("id", Types.LongType.get()).commit();
    table.fileWithStats("long", 34L);
    assertThat(table.plan(Expressions.equal("id", 34L))).containsExactly("int", "long");
    assertThat(table.plan(Expressions.equal(Expressions.bucket("id", 16), 3)))
        .containsExactly("int", "long");
    assertThat(table.plan(Expressions.equal("id", 35L))).isEmpty();
  }

  @Test
  void c20_nanIsAboveAllNumbersAndOutsideOfBounds() {
    Schema schema = schema("x", Types.DoubleType.get());
    CaseTable table =
        new CaseTable(2, schema, PartitionSpec.unpartitioned())
            .fileWithStats("nan", 3.0, Double.NaN, 3.0)
            .fileWithStats("three", 3.0);
    assertThat(table.plan(Expressions.isNaN("x"))).containsExactly("nan");
    assertThat(table.plan(Expressions.notEqual("x", 3.0))).containsExactly("nan");
    assertThat(table.plan(Expressions.notIn("x", 3.0, 4.0))).containsExactly("nan");
    assertThat(table.icebergPlan(Expressions.greaterThan("x", 5.0))).isEmpty();
    assertThat(table.plan(Expressions.greaterThan("x", 5.0))).containsExactly("nan");
    assertThat(table.plan(Expressions.lessThan("x", 3.0))).isEmpty();
  }

  @Test
  void c20_zerosOfBothSignsAreEqual() {
    Schema schema = schema("x", Types.DoubleType.get());
    CaseTable table = new CaseTable(2, schema, spec(schema).identity("x").build());
    table.file("nan", Double.NaN).file("minus", -0.0).file("plus", 0.0).file("one", 1.0);
    assertThat(table.icebergPlan(Expressions.equal("x", 0.0))).containsExactly("plus");
    for (double zero : new double[] {0.0, -0.0}) {
      assertThat(table.plan(Expressions.equal("x", zero))).containsExactly("minus", "plus");
      assertThat(table.plan(Expressions.in("x", zero, 1.0)))
          .containsExactly("minus", "one", "plus");
      assertThat(table.plan(Expressions.lessThanOrEqual("x", zero)))
          .containsExactly("minus", "plus");
      assertThat(table.plan(Expressions.greaterThanOrEqual("x", zero)))
          .containsExactly("minus", "nan", "one", "plus");
    }
    assertThat(table.plan(Expressions.greaterThan("x", 0.5))).containsExactly("nan", "one");
    // Engines get the widened filter too: nothing else would let the other zero through.
    table
        .planner()
        .plan(table.input(Expressions.equal("x", 0.0)))
        .forEach(task -> assertThat(task.residual().op()).isEqualTo(Expression.Operation.TRUE));
  }

  @Test
  void c21_filesWithShortenedBoundsAreFoundByWholeValues() {
    Schema schema = schema("s", Types.StringType.get());
    String edge = "a".repeat(15) + "\uD7FF" + "tail";
    String highest = "\uDBFF\uDFFF".repeat(20);
    CaseTable table = new CaseTable(2, schema, PartitionSpec.unpartitioned());
    for (String value : List.of(edge, highest, "a".repeat(15) + "éé")) {
      String name = "f" + value.hashCode();
      var bounds =
          new org.apache.iceberg.Metrics(
              1L,
              java.util.Map.of(),
              java.util.Map.of(1, 1L),
              java.util.Map.of(1, 0L),
              java.util.Map.of(),
              bound(UnicodeUtil.truncateStringMin(value, 16)),
              bound(UnicodeUtil.truncateStringMax(value, 16)));
      table.append(
          org.apache.iceberg.DataFiles.builder(table.table().spec())
              .withPath("memory:/" + name)
              .withFormat("parquet")
              .withFileSizeInBytes(10)
              .withMetrics(bounds)
              .build());
      assertThat(table.plan(Expressions.equal("s", value))).containsExactly(name);
      assertThat(table.plan(Expressions.startsWith("s", value))).containsExactly(name);
    }
  }

  private static java.util.Map<Integer, ByteBuffer> bound(String value) {
    return value == null
        ? java.util.Map.of()
        : java.util.Map.of(
            1, ByteBuffer.wrap(value.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  @Test
  void aTransformInTheFilterSaysNothingOfAnIdentityPartition() {
    Schema schema = schema("id", Types.LongType.get());
    CaseTable table = new CaseTable(2, schema, spec(schema).identity("id").build()).file("it", 34L);
    Expression bucket = Expressions.equal(Expressions.bucket("id", 16), 3);
    assertThat(table.icebergPlan(bucket)).isEmpty();
    assertThat(table.plan(bucket)).containsExactly("it");
  }

  @Test
  void uuidsAreFoundInEitherOrderWhicheverTheirBoundsHave() {
    Schema schema = schema("key", Types.UUIDType.get());
    UUID high = new UUID(Long.MIN_VALUE, 7);
    CaseTable table =
        new CaseTable(2, schema, PartitionSpec.unpartitioned())
            .fileWithStats("both", new UUID(0, -1), high)
            .fileWithStats("one", new UUID(5, 1), new UUID(5, 2));
    // Signed, the high one is the least of all; unsigned, it is the greatest.
    assertThat(table.plan(Expressions.lessThan("key", new UUID(0, -16)))).containsExactly("both");
    assertThat(table.plan(Expressions.greaterThan("key", new UUID(7, 0)))).containsExactly("both");
    assertThat(table.plan(Expressions.equal("key", new UUID(5, 1)))).containsExactly("one");
  }

  @Test
  void lowestIntsAreFoundAfterTheirColumnBecameALong() {
    Schema schema = schema("id", Types.IntegerType.get());
    CaseTable table =
        new CaseTable(2, schema, spec(schema).truncate("id", 5).build())
            .file("lowest", Integer.MIN_VALUE + 1);
    table.table().updateSchema().updateColumn("id", Types.LongType.get()).commit();
    assertThat(table.plan(Expressions.lessThan("id", 10L))).containsExactly("lowest");
    assertThat(table.plan(Expressions.equal("id", Integer.MIN_VALUE + 1L)))
        .containsExactly("lowest");
    assertThat(table.plan(Expressions.lessThan(Expressions.truncate("id", 3), 10L)))
        .containsExactly("lowest");
  }

  @Test
  void nullPartitionsAreInNoSetAndOutsideOfEverySet() {
    Schema schema = schema("s", Types.StringType.get());
    CaseTable table = new CaseTable(2, schema, spec(schema).identity("s").build());
    table.append(table.dataFile("null", false, new Object[] {null}));
    table.file("a", "a");
    assertThat(table.plan(Expressions.in("s", "a", "b"))).containsExactly("a");
    assertThat(table.plan(Expressions.notIn("s", "a", "b"))).containsExactly("null");
  }

  @Test
  void tasksCarryThePartitionOfTheirSpec() {
    CaseTable table = new CaseTable(2, TS, spec(TS).day("ts").build()).file("one", 3 * DAY);
    table
        .planner()
        .plan(table.input(Expressions.alwaysTrue()))
        .forEach(
            task -> {
              StructLike partition = task.file().partition();
              assertThat(partition.get(0, Integer.class)).isEqualTo(3);
              assertThat(task.spec()).isEqualTo(table.table().spec());
              assertThat(task.schema().asStruct()).isEqualTo(table.table().schema().asStruct());
            });
  }
}
