package dev.firn.table.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.table.PartitionChange;
import dev.firn.table.PartitionRules;
import dev.firn.table.PartitionTerm;
import dev.firn.table.sql.SqlSyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class DdlParserTest {
  private static Statement parse(String sql) {
    List<Statement> statements = DdlParser.parse(sql);
    assertThat(statements).hasSize(1);
    return statements.get(0);
  }

  private static Alteration alteration(String change) {
    Statement.AlterTable alter = (Statement.AlterTable) parse("ALTER TABLE db.t " + change);
    assertThat(alter.table()).containsExactly("db", "t");
    return alter.alteration();
  }

  private static PartitionTerm term(String rule) {
    return PartitionRules.parseTerm(rule).term();
  }

  @Test
  void aTableIsCreatedWithColumnsPartitionsAndProperties() {
    Statement.CreateTable create =
        (Statement.CreateTable)
            parse(
                """
                -- orders, as they come
                create table if not exists shop.`my orders` (
                  order_ts TIMESTAMP NOT NULL COMMENT 'when it''s "paid"',
                  customer_id bigint,
                  `odd name` string, /* nested /* comments */ are one */
                  amount decimal(10, 2),
                  geo struct<lat: double, lon double not null comment 'east'>,
                  tags array<string>,
                  attrs map<string, array<int>>,
                  local timestamp_ntz,
                  word varchar(20)
                )
                using ICEBERG
                partitioned by (days(order_ts), bucket(4, customer_id), truncate(`odd name`, 3), local)
                tblproperties ('format-version' = '3', write.format.default = 'parquet', 'n' = 5)
                comment "all orders";
                """);
    assertThat(create.table()).containsExactly("shop", "my orders");
    assertThat(create.ifNotExists()).isTrue();
    assertThat(create.location()).isEmpty();
    assertThat(create.properties())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "format-version", "3",
                "write.format.default", "parquet",
                "n", "5",
                "comment", "all orders"));
    assertThat(create.schema().findField("order_ts").isRequired()).isTrue();
    assertThat(create.schema().findField("order_ts").fieldId()).isEqualTo(1);
    assertThat(create.schema().findField("order_ts").doc()).isEqualTo("when it's \"paid\"");
    assertThat(create.schema().findType("order_ts")).isEqualTo(Types.TimestampType.withZone());
    assertThat(create.schema().findType("local")).isEqualTo(Types.TimestampType.withoutZone());
    assertThat(create.schema().findField("geo.lon").isRequired()).isTrue();
    assertThat(create.schema().findField("geo.lon").doc()).isEqualTo("east");
    assertThat(create.schema().findField("geo.lat").fieldId()).isGreaterThan(9);
    assertThat(create.schema().findType("attrs.value.element")).isEqualTo(Types.IntegerType.get());
    assertThat(PartitionRules.format(create.spec()))
        .containsExactly(
            "days(order_ts)", "bucket(4, customer_id)", "truncate(3, `odd name`)", "local");
    assertThat(create.spec().fields().get(1).name()).isEqualTo("customer_id_bucket");
  }

  @Test
  void partitionFieldsChange() {
    assertThat(alteration("ADD PARTITION FIELD bucket(16, id) AS shard"))
        .isEqualTo(
            new Alteration.OfPartition(
                new PartitionChange.Add(term("bucket(16, id)"), Optional.of("shard"))));
    assertThat(alteration("DROP PARTITION FIELD `ts_day`"))
        .isEqualTo(new Alteration.OfPartition(new PartitionChange.Drop(term("ts_day"))));
    assertThat(alteration("drop partition field truncate(s, 4)"))
        .isEqualTo(new Alteration.OfPartition(new PartitionChange.Drop(term("truncate(4, s)"))));
    assertThat(alteration("REPLACE PARTITION FIELD months(order_ts) WITH days(order_ts)"))
        .isEqualTo(
            new Alteration.OfPartition(
                new PartitionChange.Replace(
                    term("months(order_ts)"), term("days(order_ts)"), Optional.empty())));
    assertThat(alteration("REPLACE PARTITION FIELD ts_day WITH date_hour(a.`b c`) as h"))
        .isEqualTo(
            new Alteration.OfPartition(
                new PartitionChange.Replace(
                    term("ts_day"), term("hours(a.`b c`)"), Optional.of("h"))));
  }

  @Test
  void columnsChange() {
    assertThat(alteration("ADD COLUMNS (a int comment 'x' after b, c.d array<bigint> first)"))
        .isEqualTo(
            new Alteration.AddColumns(
                List.of(
                    new Alteration.NewColumn(
                        List.of("a"),
                        Types.IntegerType.get(),
                        false,
                        Optional.of("x"),
                        Optional.of(new Alteration.Position(Optional.of("b")))),
                    new Alteration.NewColumn(
                        List.of("c", "d"),
                        Types.ListType.ofOptional(2, Types.LongType.get()),
                        false,
                        Optional.empty(),
                        Optional.of(new Alteration.Position(Optional.empty()))))));
    assertThat(alteration("ADD COLUMN a uuid, b fixed(4) not null"))
        .asInstanceOf(
            org.assertj.core.api.InstanceOfAssertFactories.type(Alteration.AddColumns.class))
        .satisfies(add -> assertThat(add.columns()).hasSize(2))
        .satisfies(add -> assertThat(add.columns().get(1).required()).isTrue());
    assertThat(alteration("DROP COLUMN IF EXISTS a.b, c"))
        .isEqualTo(new Alteration.DropColumns(List.of("a.b", "c"), true));
    assertThat(alteration("DROP COLUMNS (a)"))
        .isEqualTo(new Alteration.DropColumns(List.of("a"), false));
    assertThat(alteration("RENAME COLUMN a.b TO c"))
        .isEqualTo(new Alteration.RenameColumn("a.b", "c"));
    assertThat(alteration("ALTER COLUMN a TYPE bigint"))
        .isEqualTo(new Alteration.ChangeType("a", Types.LongType.get()));
    assertThat(alteration("CHANGE a COMMENT 'it\\'s'"))
        .isEqualTo(new Alteration.ChangeComment("a", "it's"));
    assertThat(alteration("ALTER a DROP NOT NULL"))
        .isEqualTo(new Alteration.ChangeNullability("a", false));
    assertThat(alteration("ALTER COLUMN a SET NOT NULL"))
        .isEqualTo(new Alteration.ChangeNullability("a", true));
    assertThat(alteration("ALTER COLUMN a AFTER b"))
        .isEqualTo(new Alteration.MoveColumn("a", new Alteration.Position(Optional.of("b"))));
    assertThat(alteration("ALTER COLUMN a FIRST"))
        .isEqualTo(new Alteration.MoveColumn("a", new Alteration.Position(Optional.empty())));
  }

  @Test
  void propertiesChangeAndTablesAndNamespacesComeAndGo() {
    assertThat(alteration("SET TBLPROPERTIES ('a.b'='1', c = true)"))
        .isEqualTo(new Alteration.SetProperties(Map.of("a.b", "1", "c", "true")));
    assertThat(alteration("UNSET TBLPROPERTIES IF EXISTS ('a.b', c-d)"))
        .isEqualTo(new Alteration.UnsetProperties(List.of("a.b", "c-d"), true));
    assertThat(parse("ALTER TABLE db.t RENAME TO db2.u"))
        .isEqualTo(new Statement.RenameTable(List.of("db", "t"), List.of("db2", "u")));
    assertThat(parse("DROP TABLE IF EXISTS db.t PURGE"))
        .isEqualTo(new Statement.DropTable(List.of("db", "t"), true, true));
    assertThat(parse("CREATE SCHEMA IF NOT EXISTS a.b COMMENT 'x' WITH DBPROPERTIES ('k'='v')"))
        .isEqualTo(
            new Statement.CreateNamespace(
                List.of("a", "b"), true, Map.of("comment", "x", "k", "v")));
    assertThat(parse("drop namespace a restrict"))
        .isEqualTo(new Statement.DropNamespace(List.of("a"), false));
  }

  @Test
  void noKeywordIsReservedAndStatementsAreDividedBySemicolons() {
    assertThat(DdlParser.parse(";CREATE NAMESPACE table;; drop table add.column ;"))
        .containsExactly(
            new Statement.CreateNamespace(List.of("table"), false, Map.of()),
            new Statement.DropTable(List.of("add", "column"), false, false));
    assertThat(alteration("ADD COLUMN first int"))
        .isEqualTo(
            new Alteration.AddColumns(
                List.of(
                    new Alteration.NewColumn(
                        List.of("first"),
                        Types.IntegerType.get(),
                        false,
                        Optional.empty(),
                        Optional.empty()))));
  }

  @Test
  void errorsPointAtThePlace() {
    assertThatThrownBy(() -> DdlParser.parse("ALTER TABLE db.t\n\tADD PARTITON FIELD days(ts)"))
        .isInstanceOfSatisfying(
            SqlSyntaxException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.USAGE);
              assertThat(e.line()).isEqualTo(2);
              assertThat(e.column()).isEqualTo(6);
            })
        .hasMessage(
            "line 2, column 6: expected one of PARTITION FIELD, COLUMN, COLUMNS, got 'PARTITON'\n"
                + "  \tADD PARTITON FIELD days(ts)\n"
                + "  \t    ^");
    Map<String, String> expected =
        Map.ofEntries(
            Map.entry("SELECT 1", "1, column 1: SELECT is not supported yet: this version runs"),
            Map.entry("insert into t values (1)", "1, column 1: INSERT is not supported yet"),
            Map.entry("CALL system.x()", "1, column 1: CALL is not supported: procedures"),
            Map.entry("CRAETE TABLE t", "1, column 1: expected one of CREATE, ALTER, DROP"),
            Map.entry("CRAETE TABLE x", "did you mean CREATE?"),
            Map.entry("", "1, column 1: expected a statement, got the end"),
            Map.entry("CREATE TABLE t (a int", "1, column 22: expected ')' or ',' after a column"),
            Map.entry(
                "CREATE TABLE t (a itn)", "1, column 19: unknown type itn, did you mean INT?"),
            Map.entry("CREATE TABLE t (a int, A int)", "1, column 24: 'A' and 'a' are the same"),
            Map.entry("CREATE TABLE t (a decimal(39))", "column 27: the precision must be at most"),
            Map.entry(
                "CREATE TABLE t (a int) USING orc", "column 30: tables are made USING iceberg"),
            Map.entry("CREATE TABLE t (a int) AS SELECT 1", "column 24: CREATE TABLE AS SELECT"),
            Map.entry(
                "CREATE TABLE t (a int) PARTITIONED BY (days(b))",
                "column 40: unknown column 'b'; the columns are a"),
            Map.entry(
                "CREATE TABLE t (a int) PARTITIONED BY (a, days(a))",
                "column 43: day can't be applied to 'a' of type int"),
            Map.entry(
                "CREATE TABLE t (a date) PARTITIONED BY (days(a), months(a))",
                "column 50: Cannot add redundant partition"),
            Map.entry(
                "CREATE TABLE t (a int) PARTITIONED BY (b date)", "column 42: expected ',' or ')'"),
            Map.entry(
                "CREATE TABLE t (a int) USING iceberg USING iceberg", "USING stands here twice"),
            Map.entry("ALTER TABLE t ADD PARTITION FIELD dais(a)", "did you mean days?"),
            Map.entry(
                "ALTER TABLE t ADD PARTITION FIELD bucket(0, a)",
                "column 42: the number of buckets must be at least 1, got 0"),
            Map.entry(
                "ALTER TABLE t REPLACE PARTITION FIELD a b", "column 41: expected WITH, got 'b'"),
            Map.entry("ALTER TABLE t WRITE ORDERED BY a", "column 15: WRITE ORDERED BY and"),
            Map.entry("ALTER TABLE t SET LOCATION 'x'", "column 19: SET LOCATION is not supported"),
            Map.entry("DROP TABLE t CASCADE", "column 14: expected the end of the statement"),
            Map.entry("DROP NAMESPACE n CASCADE", "column 18: CASCADE is not supported"),
            Map.entry("ALTER TABLE `t ADD", "column 13: this name is not closed"),
            Map.entry("DROP TABLE t /* x", "column 14: this comment is not closed"),
            Map.entry(
                "ALTER TABLE t SET TBLPROPERTIES ('a'='b)", "column 38: this text is not closed"),
            Map.entry(
                "ALTER TABLE t SET TBLPROPERTIES ('a'=b)", "expected the value of 'a' in quotes"),
            Map.entry("ALTER TABLE \u00a7", "column 13: unexpected character"));
    expected.forEach(
        (sql, message) ->
            assertThatThrownBy(() -> DdlParser.parse(sql))
                .as(sql)
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining(message));
  }

  @Test
  void damagedStatementsAreReadOrRefusedButNeverBreakTheParser() {
    String sql =
        "CREATE TABLE IF NOT EXISTS a.`b``c` (x decimal(10,2) NOT NULL COMMENT 'y\\u0041', z"
            + " struct<q:map<string,array<int>>>) PARTITIONED BY (bucket(4, x)) TBLPROPERTIES"
            + " ('k'='v'); ALTER TABLE a.b REPLACE PARTITION FIELD days(x) WITH hours(x) AS h;";
    long seed = 71;
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder damaged = new StringBuilder(sql);
      for (int j = random.nextInt(3); j >= 0 && damaged.length() > 1; j--) {
        int at = random.nextInt(damaged.length());
        switch (random.nextInt(3)) {
          case 0 -> damaged.deleteCharAt(at);
          case 1 -> damaged.insert(at, "'`\"()<>;,.-*/\\ \n9aA".charAt(random.nextInt(18)));
          default -> damaged.setLength(Math.max(1, at));
        }
      }
      try {
        DdlParser.parse(damaged.toString());
      } catch (SqlSyntaxException e) {
        refused++;
        assertThat(e.getMessage().split("\n", -1))
            .as("seed %d: %s", seed, damaged)
            .hasSizeBetween(3, 4);
      }
    }
    assertThat(refused).isBetween(5_000, 20_000);
  }

  @Test
  void typesThatNestTooDeepAreRefused() {
    String type = "array<".repeat(5_000) + "int" + ">".repeat(5_000);
    assertThatThrownBy(() -> DdlParser.parse("CREATE TABLE t (a " + type + ")"))
        .isInstanceOf(SqlSyntaxException.class)
        .hasMessageContaining("types nest at most 100 deep");
  }
}
