package dev.firn.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionEvolutionTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(2, "id", Types.IntegerType.get()),
          Types.NestedField.optional(3, "a", Types.StringType.get()),
          Types.NestedField.optional(4, "seen", Types.TimestampType.withZone()),
          Types.NestedField.optional(
              5, "tags", Types.ListType.ofOptional(6, Types.StringType.get())));

  private static TableMetadata table(int version, String... rules) {
    return TableMetadata.newTableMetadata(
        SCHEMA,
        PartitionRules.parse(List.of(rules), SCHEMA),
        "memory:/t",
        Map.of("format-version", String.valueOf(version)));
  }

  private static Changed apply(TableMetadata base, PartitionChange... changes) {
    return PartitionEvolution.apply(base, List.of(changes), Optional.empty());
  }

  private static PartitionChange add(String rule) {
    PartitionRules.NamedTerm named = PartitionRules.parseTerm(rule);
    return new PartitionChange.Add(named.term(), named.name());
  }

  private static PartitionChange drop(String rule) {
    return new PartitionChange.Drop(PartitionRules.parseTerm(rule).term());
  }

  private static PartitionChange replace(String from, String to) {
    PartitionRules.NamedTerm named = PartitionRules.parseTerm(to);
    return new PartitionChange.Replace(
        PartitionRules.parseTerm(from).term(), named.term(), named.name());
  }

  private static List<String> fields(PartitionSpec spec) {
    return spec.fields().stream()
        .map(f -> f.fieldId() + " " + f.name() + " " + f.transform())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aDroppedFieldIsGoneAndGetsItsIdBackWhenItIsAddedAgain(int version) {
    TableMetadata base = table(version, "months(ts)", "a");
    TableMetadata days = apply(base, replace("months(ts)", "days(ts)")).metadata();
    assertThat(fields(days.spec())).containsExactly("1001 a identity", "1002 ts_day day");
    TableMetadata months = apply(days, replace("days(ts)", "months(ts)")).metadata();
    assertThat(fields(months.spec())).containsExactly("1001 a identity", "1000 ts_month month");
    assertThat(months.lastAssignedPartitionId()).isEqualTo(1002);
    assertThat(months.specs()).hasSize(3);
  }

  @Test
  void c16_inVersionOneADroppedFieldBecomesVoidAndKeepsItsPlace() {
    TableMetadata base = table(1, "months(ts)");
    TableMetadata days = apply(base, replace("months(ts)", "days(ts)")).metadata();
    assertThat(fields(days.spec())).containsExactly("1000 ts_month void", "1001 ts_day day");
    TableMetadata months = apply(days, replace("days(ts)", "months(ts)")).metadata();
    assertThat(fields(months.spec()))
        .containsExactly("1000 ts_month_1000 void", "1001 ts_day void", "1002 ts_month month");
    assertThat(apply(months, drop("ts_month")).metadata().spec().isUnpartitioned()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void c14_anEqualNameOfAnotherWidthIsAFieldOfItsOwnAndIsWarnedOf(int version) {
    TableMetadata base = table(version, "truncate(1, a) AS a_trunc");
    Changed changed = apply(base, replace("truncate(1, a)", "truncate(10, a) AS a_trunc"));
    assertThat(fields(changed.metadata().spec())).containsExactly("1001 a_trunc truncate[10]");
    assertThat(fields(changed.metadata().spec(0))).containsExactly("1000 a_trunc truncate[1]");
    assertThat(changed.warnings())
        .singleElement()
        .asString()
        .contains("'a_trunc'", "field 1000", "truncate[1]", "spec 0");
  }

  @Test
  void c15_aNameThatAColumnHasIsRefusedUnlessItIsTheSourceOfAnIdentity() {
    TableMetadata base = table(2);
    assertThatThrownBy(() -> apply(base, add("bucket(16, id) AS a")))
        .isInstanceOf(FirnException.class)
        .hasMessage(
            "can't add the partition field bucket(16, id): the table has a column 'a'; give the"
                + " partition field AS another name");
    assertThat(fields(apply(base, add("a AS a")).metadata().spec()))
        .containsExactly("1000 a identity");
  }

  @Test
  void addedFieldsHaveTheNamesThatSparkGivesThem() {
    TableMetadata changed =
        apply(
                table(2),
                add("years(ts)"),
                add("hours(seen)"),
                add("bucket(16, id)"),
                add("truncate(4, a)"),
                add("id"))
            .metadata();
    assertThat(fields(changed.spec()))
        .containsExactly(
            "1000 ts_year year",
            "1001 seen_hour hour",
            "1002 id_bucket_16 bucket[16]",
            "1003 a_trunc_4 truncate[4]",
            "1004 id identity");
  }

  @Test
  void everySpecHasTheFieldsThatIcebergsOwnUpdateWouldMake() {
    for (int version = 1; version <= 3; version++) {
      TableMetadata base = table(version, "days(ts)", "bucket(16, id)", "a");
      StagedMetadata theirs = new StagedMetadata(base);
      new BaseTable(theirs, "t")
          .updateSpec()
          .removeField(Expressions.bucket("id", 16))
          .addField(Expressions.bucket("id", 32))
          .commit();
      Changed ours = apply(base, replace("bucket(16, id)", "bucket(32, id)"));
      assertThat(ours.metadata().spec()).isEqualTo(theirs.current().spec());
      assertThat(ours.metadata().lastAssignedPartitionId())
          .isEqualTo(theirs.current().lastAssignedPartitionId());
    }
  }

  @Test
  void aFieldIsDroppedByItsNameAndReplacedByItself() {
    TableMetadata base = table(2, "days(ts) AS d", "a");
    assertThat(fields(apply(base, drop("d")).metadata().spec())).containsExactly("1001 a identity");
    // The same field under another name keeps its id: a rename.
    assertThat(fields(apply(base, replace("d", "days(ts) AS day")).metadata().spec()))
        .containsExactly("1000 day day", "1001 a identity");
    assertThat(apply(base, replace("a", "a")).metadata()).isSameAs(base);
  }

  @Test
  void ofSeveralEarlierFieldsTheNewestOneComesBack() {
    TableMetadata base = table(2, "days(ts) AS d1");
    TableMetadata renamed = apply(base, drop("d1"), add("a")).metadata();
    TableMetadata again = apply(renamed, add("days(ts) AS d2")).metadata();
    TableMetadata without = apply(again, drop("d2")).metadata();
    assertThat(fields(apply(without, add("days(ts)")).metadata().spec()))
        .containsExactly("1001 a identity", "1002 d2 day");
    assertThat(fields(apply(without, add("days(ts) AS d1")).metadata().spec()))
        .containsExactly("1001 a identity", "1000 d1 day");
  }

  @Test
  void aCoarserTimeBesideAFinerOneIsWarnedOf() {
    assertThat(apply(table(2, "days(ts)"), add("hours(ts)")).warnings())
        .containsExactly(
            "'ts_day' and 'ts_hour' are times of one column; the coarser one is of no use");
    assertThat(apply(table(2, "days(ts)"), add("hours(seen)")).warnings()).isEmpty();
  }

  @Test
  void whatDoesNotGoWithTheTableIsRefusedWithItsRules() {
    TableMetadata base = table(2, "days(ts)");
    Map<PartitionChange, String> refused =
        Map.of(
            add("days(ts)"), "can't add the partition field days(ts): Cannot add duplicate",
            add("days(tz)"), "unknown column 'tz'; the columns are a, id",
            add("days(a)"), "day can't be applied to 'a' of type string",
            add("tags.element"), "'tags.element' lies inside a list",
            add("void(a)"), "a void field can't be added",
            drop("hours(ts)"), "not partitioned by hours(ts); its rules are ts_day (day of ts)",
            drop("a"), "can't drop the partition field a: the table is not partitioned by a",
            replace("months(ts)", "days(ts)"), "can't replace the partition field months(ts) by");
    refused.forEach(
        (change, message) ->
            assertThatThrownBy(() -> apply(base, change))
                .isInstanceOfSatisfying(
                    FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
                .hasMessageContaining(message));
  }

  @Test
  void theLandingSpecIsKeptOrMadeAnewWithTheDefaultSpec() {
    LandingRule rule = new LandingRule(Optional.empty(), Optional.of("ts"));
    TableMetadata base = table(2, "days(seen)", "a");
    // By the table's own day field, until that is gone; then by the event time.
    LandingSpec bySeen = rule.specBeside(SCHEMA, base.spec());
    TableMetadata landed = bySeen.addTo(base);
    TableMetadata hours =
        PartitionEvolution.apply(
                landed, List.of(replace("days(seen)", "hours(seen)")), Optional.of(rule))
            .metadata();
    LandingSpec byTs = rule.specBeside(SCHEMA, hours.spec());
    assertThat(byTs.day().orElseThrow().column()).isEqualTo("ts");
    int id = byTs.findIn(hours).orElseThrow();
    assertThat(fields(hours.spec(id))).containsExactly("1003 ts_day day");
    assertThat(hours.defaultSpecId()).isNotEqualTo(id);
    assertThat(bySeen.findIn(hours)).hasValue(1);

    // A default spec that is the landing spec itself needs none beside it.
    TableMetadata day =
        PartitionEvolution.apply(
                hours, List.of(drop("hours(seen)"), drop("a"), add("days(ts)")), Optional.of(rule))
            .metadata();
    assertThat(byTs.findIn(day)).hasValue(day.defaultSpecId());
    assertThat(day.defaultSpecId()).isEqualTo(id);
    assertThat(SpecOverview.of(day, Optional.of(rule)))
        .filteredOn(SpecOverview::isLanding)
        .singleElement()
        .satisfies(spec -> assertThat(spec.isDefault()).isTrue());
  }

  @Test
  void inVersionOneNoLandingSpecIsTried() {
    LandingRule rule = new LandingRule(Optional.empty(), Optional.of("ts"));
    TableMetadata base = table(1, "months(ts)");
    assertThat(
            PartitionEvolution.apply(
                    base, List.of(replace("months(ts)", "days(ts)")), Optional.of(rule))
                .metadata()
                .specs())
        .hasSize(2);
  }

  @Test
  void conflictsAreTriedAgainOnFreshMetadata() {
    TableMetadata[] held = {table(2, "months(ts)")};
    int[] commits = {0};
    TableOperations operations = new ConflictingOperations(held, () -> commits[0]++ == 0, add("a"));
    TableChangeLoop loop =
        new TableChangeLoop(3, java.time.Duration.ofMillis(1), java.time.Duration.ofMillis(1));
    loop.commit(operations, "t", base -> apply(base, replace("months(ts)", "days(ts)")));
    assertThat(fields(held[0].spec())).containsExactly("1001 a identity", "1002 ts_day day");

    TableOperations always = new ConflictingOperations(held, () -> true, add("bucket(2, id)"));
    assertThatThrownBy(
            () ->
                new TableChangeLoop(
                        2, java.time.Duration.ofMillis(1), java.time.Duration.ofMillis(1))
                    .commit(always, "db.t", base -> apply(base, drop("a"))))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
        .hasMessageContaining("changing db.t failed 2 times");
  }

  /** Operations where another writer is first as long as it is asked to be. */
  private static final class ConflictingOperations implements TableOperations {
    private final TableMetadata[] held;
    private final java.util.function.BooleanSupplier otherIsFirst;
    private final PartitionChange ofOther;

    ConflictingOperations(
        TableMetadata[] held,
        java.util.function.BooleanSupplier otherIsFirst,
        PartitionChange ofOther) {
      this.held = held;
      this.otherIsFirst = otherIsFirst;
      this.ofOther = ofOther;
    }

    @Override
    public TableMetadata current() {
      return held[0];
    }

    @Override
    public TableMetadata refresh() {
      return held[0];
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      if (otherIsFirst.getAsBoolean()) {
        boolean done = held[0].spec().fields().size() > 1;
        held[0] = done ? held[0] : apply(held[0], ofOther).metadata();
        throw new org.apache.iceberg.exceptions.CommitFailedException("another was first");
      }
      assertThat(base).isSameAs(held[0]);
      held[0] = metadata;
    }

    @Override
    public org.apache.iceberg.io.FileIO io() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String metadataFileLocation(String fileName) {
      throw new UnsupportedOperationException();
    }

    @Override
    public org.apache.iceberg.io.LocationProvider locationProvider() {
      throw new UnsupportedOperationException();
    }
  }
}
