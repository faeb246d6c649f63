package dev.firn.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.FirnException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Partitioning;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LandingSpecTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(2, "action", Types.StringType.get()),
          Types.NestedField.optional(3, "local_day", Types.DateType.get()),
          Types.NestedField.optional(4, "seen", Types.TimestampType.withZone()));

  private final InMemoryCatalog catalog = new InMemoryCatalog();

  @BeforeEach
  void open() {
    catalog.initialize("test", Map.of());
    catalog.createNamespace(Namespace.of("db"));
  }

  @AfterEach
  void close() throws Exception {
    catalog.close();
  }

  private BaseTable create(String... rules) {
    return create(SCHEMA, "2", rules);
  }

  private BaseTable create(Schema schema, String version, String... rules) {
    PartitionSpec spec = PartitionRules.parse(List.of(rules), schema);
    return (BaseTable)
        catalog.createTable(
            TableIdentifier.of("db", "t"), schema, spec, null, Map.of("format-version", version));
  }

  private static LandingSpec byEventTime(BaseTable table) {
    return LandingSpec.of(table.schema(), table.spec(), Optional.empty(), Optional.of("ts"));
  }

  private static TableMetadata metadata(BaseTable table) {
    return table.operations().refresh();
  }

  private static int addTo(BaseTable table, LandingSpec landing) {
    TableOperations operations = table.operations();
    TableMetadata base = operations.refresh();
    operations.commit(base, landing.addTo(base));
    table.refresh();
    return landing.findIn(operations.refresh()).orElseThrow();
  }

  @Test
  void theDayFieldOfTheDefaultSpecDecides() {
    BaseTable table = create("days(seen)", "action");
    LandingSpec landing = byEventTime(table);
    assertThat(landing.day().orElseThrow().column()).isEqualTo("seen");
    assertThat(landing.toSpec(SCHEMA).fields()).hasSize(1);
  }

  @Test
  void ofTwoDayFieldsTheOneOnTheEventTimeDecides() {
    BaseTable table = create("days(seen)", "days(ts)");
    assertThat(byEventTime(table).day().orElseThrow().column()).isEqualTo("ts");
  }

  @Test
  void withoutADayFieldTheEventTimeDecides() {
    BaseTable table = create("hours(seen)");
    assertThat(byEventTime(table).day().orElseThrow())
        .isEqualTo(new LandingSpec.DayField(1, "ts", "day"));
  }

  @Test
  void aDeclaredDateColumnDecidesBeforeAll() {
    LandingSpec landing =
        LandingSpec.of(
            SCHEMA,
            PartitionRules.parse(List.of("days(ts)"), SCHEMA),
            Optional.of("local_day"),
            Optional.of("ts"));
    assertThat(landing.day().orElseThrow().transform()).isEqualTo("identity");
    assertThat(landing.toSpec(SCHEMA).fields().get(0).name()).isEqualTo("local_day");
  }

  @Test
  void aTableWithoutADayLandsUnpartitioned() {
    BaseTable table = create("action");
    LandingSpec landing =
        LandingSpec.of(table.schema(), table.spec(), Optional.empty(), Optional.empty());
    assertThat(landing).isEqualTo(LandingSpec.UNPARTITIONED);
    assertThat(landing.findIn(metadata(table))).isEmpty();
    assertThat(addTo(table, landing)).isEqualTo(1);
    assertThat(table.specs().get(1).fields()).isEmpty();
  }

  @Test
  void columnsThatAreMissingOrOfAnotherTypeAreRefused() {
    PartitionSpec none = PartitionSpec.unpartitioned();
    assertThatThrownBy(() -> LandingSpec.of(SCHEMA, none, Optional.of("ts"), Optional.empty()))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("must be of type date, is timestamptz");
    assertThatThrownBy(() -> LandingSpec.of(SCHEMA, none, Optional.of("day"), Optional.empty()))
        .hasMessageContaining("the columns are ts, action, local_day, seen");
    assertThatThrownBy(() -> LandingSpec.of(SCHEMA, none, Optional.empty(), Optional.of("action")))
        .hasMessageContaining("must be of type timestamptz");
  }

  @Test
  void itIsAddedOnceAndFoundAgain() {
    BaseTable table = create("days(ts)", "action");
    LandingSpec landing = byEventTime(table);
    assertThat(landing.findIn(metadata(table))).isEmpty();
    assertThat(addTo(table, landing)).isEqualTo(1);
    TableMetadata after = metadata(table);
    assertThat(after.defaultSpecId()).isZero();
    assertThat(landing.addTo(after)).isSameAs(after);
    assertThat(landing.findIn(after)).hasValue(1);
  }

  @Test
  void theDefaultSpecItselfMayBeTheLandingSpec() {
    BaseTable table = create("days(ts) AS d");
    assertThat(byEventTime(table).findIn(metadata(table))).hasValue(0);
  }

  @Test
  void aFieldWithTheSameSourceAndTransformKeepsItsIdAndOthersGetFreshOnes() {
    BaseTable table = create("action", "days(ts) AS d");
    PartitionField day = table.spec().fields().get(1);
    int id = addTo(table, byEventTime(table));
    assertThat(table.specs().get(id).fields()).containsExactly(day);

    LandingSpec byDate =
        LandingSpec.of(SCHEMA, table.spec(), Optional.of("local_day"), Optional.of("ts"));
    int dateId = addTo(table, byDate);
    assertThat(table.specs().get(dateId).fields().get(0).fieldId()).isEqualTo(1002);
    assertThat(metadata(table).lastAssignedPartitionId()).isEqualTo(1002);
    assertThat(Partitioning.partitionType(table).fields()).hasSize(3);
  }

  @Test
  void aNameThatAColumnOrAnotherFieldHasIsAvoided() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "ts", Types.TimestampType.withZone()),
            Types.NestedField.optional(2, "ts_day", Types.StringType.get()),
            Types.NestedField.optional(3, "x", Types.StringType.get()));
    BaseTable table = create(schema, "3", "x AS x", "bucket(4, x) AS ts_day_2");
    int id = addTo(table, byEventTime(table));
    assertThat(table.specs().get(id).fields().get(0).name()).isEqualTo("ts_day_3");
    assertThat(table.specs().get(id).fields().get(0).fieldId()).isEqualTo(1002);
  }

  @Test
  void aSpecThatWasRemovedIsNotFoundUnderItsOldId() {
    BaseTable table = create("action", "hours(ts)");
    LandingSpec landing = byEventTime(table);
    assertThat(addTo(table, landing)).isEqualTo(1);

    table.expireSnapshots().cleanExpiredMetadata(true).commit();
    assertThat(landing.findIn(metadata(table))).isEmpty();

    table.updateSpec().removeField("action").addNonDefaultSpec().commit();
    assertThat(table.specs().get(1).fields()).hasSize(1);
    assertThat(landing.findIn(metadata(table))).isEmpty();

    assertThat(addTo(table, landing)).isEqualTo(2);
    assertThat(table.specs().get(2).fields().get(0).transform()).hasToString("day");
  }

  @Test
  void aSpecThatAnotherEngineAddedUnderAnotherNameIsTheSame() {
    BaseTable table = create("action");
    table
        .updateSpec()
        .removeField("action")
        .addField("other_name", Expressions.day("ts"))
        .addNonDefaultSpec()
        .commit();
    assertThat(byEventTime(table).findIn(metadata(table))).isEqualTo(OptionalInt.of(1));
  }

  @Test
  void aDroppedSourceColumnIsNamed() {
    BaseTable table = create("action");
    LandingSpec landing = byEventTime(table);
    table.updateSchema().deleteColumn("ts").commit();
    assertThatThrownBy(() -> landing.addTo(metadata(table)))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("no column 'ts'");
  }

  @Test
  void formatVersionOneIsRefused() {
    BaseTable table = create(SCHEMA, "1", "days(ts)");
    assertThatThrownBy(() -> byEventTime(table).findIn(metadata(table)))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("format version 1");
  }
}
