package dev.firn.transform;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that can be wrong with steps is said before a file is read, with its place. */
class PlanErrorsTest {
  private static final String TABLE =
      "{ts: timestamptz, id: long required, status: int, url: string, ok: boolean, price: 'decimal(5,2)',"
          + " ratio: double, day: date, local: timestamp, user: {name: string}, tags: list<string>,"
          + " key: uuid}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{where: x} | 'transform' takes a list of steps, each one of columns, explode, rename",
        "[] | 'transform' takes a list of steps",
        "[filter: a = 1] | transform step 1: there is no 'filter' (known are columns, explode",
        "[wehre: a = 1] | did you mean 'where'?",
        "[{where: status = 1, set: {url: x}}] | transform step 1: expected one of columns",
        "[where: status = 1, where: status =] | transform step 2 (where) 'status =', column 9: expected a"
            + " column, a constant or a function, got the end",
        "[where: status = 1 status] | column 12: expected 'and', 'or' or the end, got 'status'",
        "[where: 'status = 1 and'] | column 15: expected a column, a constant or a function, got the end",
        "[where: 'status = and'] | column 10: expected a column (in backticks if it has that name)",
        "[where: 'status = null'] | column 10: nothing equals null; write 'is null'",
        "[where: 'status is 5'] | column 11: expected 'null' or 'not null' after 'is', got '5'",
        "[where: 'status not 5'] | column 12: expected 'in' or 'like' after 'not', got '5'",
        "[where: 'status in 5'] | column 11: expected '(' and a list of values after 'in'",
        "[where: 'status in (1, id)'] | column 15: expected a constant in the list of 'in', got 'id'",
        "[where: 'status in (1, 2'] | expected ',' or ')', got the end",
        "[where: 'url like id'] | column 10: expected a pattern in single quotes after 'like'",
        "[where: 'url = \"x\"'] | column 7: unexpected '\"'; texts stand in single quotes",
        "[where: \"url = 'x\"] | column 7: expected another ' that closes this one",
        "[where: 'status + 1 = 2'] | column 8: unexpected '+'",
        "[where: '(status = 1'] | expected ')', got the end",
        "[where: statsu = 1] | column 1: 'statsu' is no column of the table, and no type is declared for"
            + " it; did you mean 'status'? (a first step 'columns: {statsu: type}'",
        "[where: user.nam = 'x'] | 'user.nam' is no column of the table, and no type is declared for it;"
            + " did you mean 'user.name'?",
        "[where: status] | column 1: expected a condition; this is int",
        "[where: status = 'x'] | column 10: expected a whole number from -2147483648 to 2147483647 for"
            + " 'status' (int), got 'x'",
        "[where: status = 1.5] | expected a whole number",
        "[where: status = 3000000000] | expected a whole number from -2147483648 to 2147483647",
        "[where: 1e999999999 = id] | expected a whole number from -2^63 to 2^63-1 for 'id' (long), got"
            + " 1e999999999",
        "[where: price = 1.001] | expected a number that decimal(5, 2) holds exactly",
        "[where: price = 1000] | expected a number that decimal(5, 2) holds exactly",
        "[where: url = 5] | column 7: expected a text, as 'error' for 'url' (string), got 5",
        "[where: ok = 'true'] | expected true or false for 'ok' (boolean), got 'true'",
        "[where: ts > '2021-05-29'] | expected a timestamp with its offset",
        "[where: ts > '2021-02-30T00:00:00Z'] | expected a timestamp with its offset",
        "[where: ts > '2021-05-29T00:00:00'] | expected a timestamp with its offset",
        "[where: local > '2021-05-29T00:00:00Z'] | expected a timestamp without an offset",
        "[where: day > '2021-05-32'] | expected a date, as '2021-05-29'",
        "[where: key = 'x'] | expected a UUID",
        "[where: 1 = 1] | column 1: two constants are compared; one side has to be a column",
        "[where: status = url] | column 8: int can't be compared with string",
        "[where: user = user] | can't be compared",
        "[where: tags = 'x'] | expected no constant at all",
        "[where: status like '5%'] | column 1: 'like' takes a string, this is int",
        "[where: 'foo(url) = 1'] | column 1: there is no function 'foo' (known are copy, local_date",
        "[where: 'locatoin() = 1'] | did you mean 'location'?",
        "[where: \"local_date(ts) = '2021-01-01'\"] | local_date takes a time and a zone",
        "[where: \"local_date(local, 'UTC') = '2021-01-01'\"] | column 12: local_date takes a timestamptz, this"
            + " is timestamp, which is no instant",
        "[derive: {day: \"local_date(ts, 'Mars/Olympus')\"}] | transform step 1 (derive day)"
            + " 'local_date(ts, 'Mars/Olympus')', column 16: there is no such zone",
        "[derive: {url: \"regexp(ts, 'x')\"}] | column 8: regexp takes a string, this is timestamptz",
        "[columns: {line: string}, derive: {url: \"regexp(line, '(')\"}] | column 14: not a regular"
            + " expression: Unclosed group",
        "[columns: {line: string}, derive: {url: \"regexp(line, '(a)', 2)\"}] | column 21: expected the"
            + " number of a group, 0 (the whole match) to 1",
        "[derive: {url: path('mm')}] | path takes one of 'yyyy', 'MM', 'dd', 'HH', 'producer', 'day'",
        "[derive: {url: file_name(1)}] | file_name() takes nothing",
        "[derive: {url: web}] | transform step 1 (derive url) 'web', column 1",
        "[derive: {url: copy(status)}] | this gives int, and the table's column is string",
        "[derive: {day: file_name()}] | this gives string, and the table's column is date",
        "[derive: {url: 5}] | transform step 1 (derive url): expected an expression, got '5'; constants go"
            + " under 'set'",
        "[set: {status: web}] | transform step 1 (set status) 'web', column 1: expected a whole number",
        "[set: {tags: x}] | expected no constant at all",
        "[set: {url: [a]}] | transform step 1 (set url): expected a text, number or truth value",
        "[set: {dya: x}] | transform step 1 (set dya): 'dya' is neither a column of the table nor used by a"
            + " later step; did you mean 'day'?",
        "[rename: {a: urll}] | transform step 1 (rename): 'urll' is neither a column of the table nor used"
            + " by a later step; did you mean 'url'?",
        "[rename: {id: url}] | nothing fills the table's required column 'id' after transform step 1 (rename)",
        "[rename: {a: url, b: url}] | transform step 1 (rename): 'url' is filled twice, by both new names",
        "[set: {url: a}, rename: {b: url}] | transform step 2 (rename): 'url' is filled already, by transform"
            + " step 1 (set url)",
        "[rename: {a: url}, derive: {url: file_name()}] | transform step 2 (derive url): 'url' is filled"
            + " already, by transform step 1 (rename)",
        "[rename: {status: url}, where: status = 1] | transform step 2 (where) 'status = 1', column 1: there"
            + " is no 'status' any more after transform step 1 (rename)",
        "[rename: {a..b: url}] | transform step 1 (rename): 'a..b' is no name",
        "[rename: {a: 5}] | 'a' needs a new name; got '5'",
        "[rename: {user.name: url}, rename: {'url.x': status}] | transform: 'user.name' of the files is used"
            + " as an object by transform step 2 (rename) and as string by the table's column 'url'; it",
        "[rename: {status.code: url}] | transform: 'status' of the files is used as an object by transform"
            + " step 1 (rename) and as int by the table's column 'status'; it can only be one of them",
        "[columns: {status: string}, where: status = 'a'] | 'status' of the files is used as string by"
            + " 'columns' and as int by the table's column 'status'",
        "[columns: {foo: string}] | 'foo' is declared, but no step uses it",
        "[where: id > 1, columns: {foo: string}] | transform step 2 (columns): it has to stand first",
        "[columns: {foo: strin}] | transform step 1 (columns) columns.foo",
        "[explode: {array: a, az: b}] | transform step 1 (explode): expected the name of an array, or {array:",
        "[explode: {array: id, as: url}] | nothing fills the table's required column 'id' after transform step 1 (explode)",
        "[explode: {array: tags, as: url}, where: tags is null] | there is no 'tags' any more",
        "[explode: a, explode: b] | transform step 2 (explode): it is not clear which 'b' is meant",
        "[explode: {array: a, as: x}, explode: {array: b, as: y}] | transform step 2 (explode): 'b' is an array of"
            + " the row whose elements were exploded before",
        "[explode: {array: a, as: x}] | transform step 1 (explode): 'x' is neither a column of the table nor"
            + " used by a later step",
        "[explode: user.name] | 'user.name' of the files is used as an array to explode by transform step 1"
            + " (explode) and as string by",
        "[where: \"((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
            + "((((((((((((((((((((((((((1=id\"] | nested more than 100 deep"
      })
  void aWrongStepIsRefusedWithItsPlace(String steps, String message) {
    assertThatThrownBy(() -> Transforming.of(TABLE, steps))
        .as(steps)
        .isInstanceOfSatisfying(
            FirnException.class,
            e -> org.assertj.core.api.Assertions.assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
        .hasMessageContaining(message.strip())
        .hasMessageNotContaining("\n");
  }

  @Test
  void pathTokensThatThePatternLacksAreRefused() {
    TransformTarget target =
        new TransformTarget(
            dev.firn.table.SchemaText.parse(Transforming.yaml("{p: string}")),
            Optional.empty(),
            dev.firn.source.PathPattern.parse("{{producer}}/{*}.json"));
    assertThatThrownBy(
            () -> TransformPlan.of(Transforming.yaml("[derive: {p: path('producer')}]"), target))
        .hasMessage(
            "transform step 1 (derive p) 'path('producer')', column 6: source.pattern"
                + " '{{producer}}/{*}.json' has no {producer}, so paths never say it");
  }

  @Test
  void anEventTimeThatNothingFillsIsRefused() {
    assertThatThrownBy(
            () ->
                Transforming.of(
                    "{ts: timestamptz, a: int}",
                    "[rename: {ts: b}, where: b is null]",
                    Optional.of("ts")))
        .hasMessage("transform: nothing fills the event-time column 'ts'");
    assertThatThrownBy(
            () -> Transforming.of("{ts: string}", "[rename: {b: ts}]", Optional.of("ts")))
        .hasMessageContaining(
            "must be a timestamp, timestamptz or date column of the table, is string");
  }

  @Test
  void namesOfTheFilesThatAreNotReadAreRefused() {
    Transforming steps = Transforming.of("{ts: timestamptz}", "[rename: {eventTime: ts}]");
    assertThatThrownBy(() -> steps.plan.sourceColumns("eventtime", "json.timestamps"))
        .hasMessageContaining(
            "'json.timestamps': 'eventtime' is no column that is read from the files")
        .hasMessageContaining("did you mean 'eventTime'?");
  }
}
