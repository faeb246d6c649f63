package dev.firn.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.RejectReason;
import dev.firn.decode.TimestampFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StepsTest {
  @Test
  void columnsAreRenamedAtTheTopAndOutOfObjects() {
    Transforming steps =
        Transforming.of(
            "{ts: timestamptz, ip: string, user: string, n: int}",
            "[rename: {eventTime: ts, user.name: user, 'x.`a.b`': ip}]");
    assertThat(
            steps.run(
                    "{\"eventTime\":\"2021-05-29T01:02:03Z\",\"user\":{\"name\":\"zo\\u00eb\",\"id\":1},"
                        + "\"x\":{\"a.b\":\"1.2.3.4\"},\"n\":5}",
                    "{\"user\":null}")
                .rows)
        .containsExactly(
            "{\"ts\":\"2021-05-29T01:02:03+00:00\",\"ip\":\"1.2.3.4\",\"user\":\"zoë\",\"n\":5}",
            "{\"ts\":null,\"ip\":null,\"user\":null,\"n\":null}");
  }

  @Test
  void namesCanBeSwappedInOneStep() {
    Transforming steps = Transforming.of("{a: int, b: int}", "[rename: {a: b, b: a}]");
    assertThat(steps.run("{\"a\":1,\"b\":2}").rows).containsExactly("{\"a\":2,\"b\":1}");
  }

  @Test
  void rowsAreKeptOnlyIfTheConditionHolds() {
    Transforming steps =
        Transforming.of(
            "{status: int, action: string}",
            "[where: \"status >= 500 and action != 'health' or action is null\"]");
    Transforming.Result result =
        steps.run(
            "{\"status\":500,\"action\":\"a\"}",
            "{\"status\":499,\"action\":\"a\"}",
            "{\"status\":500,\"action\":\"health\"}",
            "{\"status\":null,\"action\":\"a\"}",
            "{\"status\":1}",
            "{\"status\":true}");
    assertThat(result.rows)
        .containsExactly("{\"status\":500,\"action\":\"a\"}", "{\"status\":1,\"action\":null}");
    assertThat(result.balance()).containsExactly(6L, 2L, 1L, 3L);
  }

  @Test
  void aColumnThatOnlyTheFilesHaveIsDeclared() {
    Transforming steps =
        Transforming.of(
            "{id: long}",
            "[columns: {level: string, http: {code: int}}, where: \"level = 'warn' and http.code = 5\"]");
    assertThat(
            steps.run(
                    "{\"id\":1,\"level\":\"warn\",\"http\":{\"code\":5,\"x\":[]}}",
                    "{\"id\":2,\"level\":\"debug\",\"http\":{\"code\":5}}")
                .rows)
        .containsExactly("{\"id\":1}");
  }

  @Test
  void elementsOfAnArrayBecomeRowsBesideTheColumnsAroundThem() {
    Transforming steps =
        Transforming.of("{group: string, id: long, name: string}", "[explode: Records]");
    Transforming.Result result =
        steps.run(
            "{\"group\":\"g\",\"name\":\"outer\",\"Records\":[{\"id\":1,\"name\":\"inner\"},{\"id\":2},null]}",
            "{\"group\":\"empty\",\"Records\":[]}",
            "{\"group\":\"missing\"}",
            "{\"group\":\"null\",\"Records\":null}",
            "{\"group\":\"bad\",\"Records\":[{\"id\":\"x\"},{\"id\":4}]}",
            "{\"group\":\"h\",\"Records\":[{\"id\":5,\"group\":\"own\"}]}");
    assertThat(result.rows)
        .containsExactly(
            "{\"group\":\"g\",\"id\":1,\"name\":\"inner\"}",
            "{\"group\":\"g\",\"id\":2,\"name\":\"outer\"}",
            "{\"group\":\"g\",\"id\":null,\"name\":\"outer\"}",
            "{\"group\":\"own\",\"id\":5,\"name\":null}");
    assertThat(result.balance()).containsExactly(8L, 4L, 1L, 3L);
  }

  @Test
  void anElementCanBeNamedSoThatBothLevelsAreAtHand() {
    Transforming steps =
        Transforming.of(
            "{id: long, record_id: long, tag: string}",
            "[explode: {array: Records, as: r}, explode: {array: r.tags, as: tag},"
                + " rename: {r.id: record_id}]");
    assertThat(
            steps.run(
                    "{\"id\":1,\"Records\":[{\"id\":10,\"tags\":[\"a\",\"b\"]},{\"tags\":[null]},{\"id\":11,\"tags\":[]}]}")
                .rows)
        .containsExactly(
            "{\"id\":1,\"record_id\":10,\"tag\":\"a\"}",
            "{\"id\":1,\"record_id\":10,\"tag\":\"b\"}",
            "{\"id\":1,\"record_id\":null,\"tag\":null}");
  }

  @Test
  void wholeObjectsAndListsTravelThroughTheSteps() {
    Transforming steps =
        Transforming.of(
            "{who: {id: long, names: 'list<string>', tags: 'map<string,int>'}, n: int}",
            "[explode: Records, rename: {user: who}, where: n > 1]");
    assertThat(
            steps.run(
                    "{\"Records\":[{\"n\":2,\"user\":{\"tags\":{\"a\":1,\"b\":2},\"names\":[\"x\",\"y\"],\"id\":7}},"
                        + "{\"n\":1},{\"n\":3,\"user\":null},{\"n\":4,\"user\":{\"names\":[]}}]}")
                .rows)
        .containsExactly(
            "{\"who\":{\"id\":7,\"names\":[\"x\",\"y\"],\"tags\":[[\"a\",1],[\"b\",2]]},\"n\":2}",
            "{\"who\":null,\"n\":3}",
            "{\"who\":{\"id\":null,\"names\":[],\"tags\":null},\"n\":4}");
  }

  @Test
  void columnsAreDerived() {
    Transforming steps =
        Transforming.of(
            "{ts: timestamptz, url: string, day: date, service: string, source: string, version: int,"
                + " file: string, producer: string, hour: string, path_day: date, at: string,"
                + " slow: boolean, url2: string}",
            "[columns: {millis: long}, derive: {day: \"local_date(ts, 'Asia/Tokyo')\","
                + " service: \"regexp(url, '^https://([^/]+)/', 1)\", file: file_name(),"
                + " producer: path('producer'), hour: path('HH'), path_day: path('day'),"
                + " at: location(), slow: millis > 100, url2: copy(url)},"
                + " set: {source: web, version: 2}]");
    assertThat(
            steps.run(
                    "{\"ts\":\"2021-05-29T15:00:00Z\",\"url\":\"https://caf\\u00e9.example/x\",\"millis\":101}",
                    "{\"ts\":\"2021-05-29T14:59:59.999999Z\",\"url\":\"ftp://x\"}")
                .rows)
        .containsExactly(
            "{\"ts\":\"2021-05-29T15:00:00+00:00\",\"url\":\"https://café.example/x\",\"day\":\"2021-05-30\","
                + "\"service\":\"café.example\",\"source\":\"web\",\"version\":2,"
                + "\"file\":\"web-1-000.json.gz\",\"producer\":\"web-1\",\"hour\":\"07\","
                + "\"path_day\":\"2021-05-29\",\"at\":\""
                + Transforming.FILE
                + "\",\"slow\":true,"
                + "\"url2\":\"https://café.example/x\"}",
            "{\"ts\":\"2021-05-29T14:59:59.999999+00:00\",\"url\":\"ftp://x\",\"day\":\"2021-05-29\","
                + "\"service\":null,\"source\":\"web\",\"version\":2,"
                + "\"file\":\"web-1-000.json.gz\",\"producer\":\"web-1\",\"hour\":\"07\","
                + "\"path_day\":\"2021-05-29\",\"at\":\""
                + Transforming.FILE
                + "\",\"slow\":null,"
                + "\"url2\":\"ftp://x\"}");
  }

  @Test
  void aDerivedColumnCanBeUsedByLaterSteps() {
    Transforming steps =
        Transforming.of(
            "{url: string, tld: string}",
            "[derive: {host: \"regexp(url, '//([^/]+)')\", tld: \"regexp(host, '[a-z]+$')\"},"
                + " where: \"host like '%.example' or tld in ('org','net')\"]");
    assertThat(
            steps.run(
                    "{\"url\":\"https://a.example/\"}",
                    "{\"url\":\"https://a.com/\"}",
                    "{\"url\":\"https://b.org/\"}")
                .rows)
        .containsExactly(
            "{\"url\":\"https://a.example/\",\"tld\":\"example\"}",
            "{\"url\":\"https://b.org/\",\"tld\":\"org\"}");
  }

  @Test
  void aColumnCanBeReplacedByWhatIsDerivedFromIt() {
    Transforming steps =
        Transforming.of(
            "{url: string}", "[columns: {url: string}, derive: {url: \"regexp(url, '^[^?]*')\"}]");
    assertThat(steps.run("{\"url\":\"/a?b=c\"}").rows).containsExactly("{\"url\":\"/a\"}");
  }

  @Test
  void expressionsThatTakeTooLongGiveNull() {
    Transforming steps =
        Transforming.of("{a: string, b: string}", "[derive: {b: \"regexp(a, '^(x+x+)+y', 0)\"}]");
    String evil = "x".repeat(5000);
    assertThat(steps.run("{\"a\":\"" + evil + "\"}", "{\"a\":\"xxy\"}").rows.get(1))
        .isEqualTo("{\"a\":\"xxy\",\"b\":\"xxy\"}");
    Transforming deep =
        Transforming.of("{a: string, b: string}", "[derive: {b: \"regexp(a, '(a|b)*')\"}]");
    assertThat(deep.run("{\"a\":\"" + "ab".repeat(200_000) + "\"}").balance())
        .containsExactly(1L, 1L, 0L, 0L);
  }

  @Test
  void requiredColumnsAndEventTimesAreCheckedAfterTheSteps() {
    Instant noon = Instant.parse("2021-05-29T12:00:00Z");
    Transforming steps =
        Transforming.of(
                "{ts: timestamptz, id: long required, who: {name: string, ok: boolean}}",
                "[explode: Records, rename: {eventTime: ts}]",
                Optional.of("ts"))
            .accepting(EventTimeWindow.around(noon, Duration.ofDays(1), Duration.ofDays(1)));
    Transforming.Result result =
        steps.run(
            "{}",
            "{\"Records\":[{\"id\":1,\"eventTime\":\"2021-05-29T12:00:00Z\"},"
                + "{\"eventTime\":\"2021-05-29T13:00:00Z\",\"who\":{\"name\":\"é\"}},"
                + "{\"id\":3,\"eventTime\":\"2021-04-29T12:00:00Z\"},{\"id\":4},"
                + "{\"id\":5,\"eventTime\":\"2021-05-29T11:00:00Z\"}]}",
            "nonsense");
    assertThat(result.balance()).containsExactly(7L, 2L, 4L, 1L);
    assertThat(result.counts.minEventMicros())
        .hasValue(noon.minusSeconds(3600).toEpochMilli() * 1000);
    assertThat(result.counts.maxEventMicros()).hasValue(noon.toEpochMilli() * 1000);
    assertThat(result.rejects.stream().filter(r -> r.line() == 2))
        .containsExactly(
            new Transforming.Reject(
                2,
                3,
                RejectReason.MISSING_REQUIRED,
                "the required column 'id' has no value after the steps of the pipeline",
                "{\"ts\":\"2021-05-29T13:00:00+00:00\",\"id\":null,\"who\":{\"name\":\"é\",\"ok\":null}}"),
            new Transforming.Reject(
                2,
                3,
                RejectReason.EVENT_TIME,
                "event-time column 'ts' is 2021-04-29T12:00:00Z, accepted are 2021-05-28T12:00:00Z to"
                    + " 2021-05-30T12:00:00Z",
                "{\"ts\":\"2021-04-29T12:00:00+00:00\",\"id\":3,\"who\":null}"),
            new Transforming.Reject(
                2,
                3,
                RejectReason.MISSING_REQUIRED,
                "event-time column 'ts' has no value",
                "{\"ts\":null,\"id\":4,\"who\":null}"));
  }

  @Test
  void withoutExplodeARejectedRowIsKeptAsItStandsInTheFile() {
    Transforming steps =
        Transforming.of(
            "{id: long required, geo: 'struct<lat: double required, names: list<string required>>'}",
            "[rename: {Id: id}, where: id > 0 or id is null]");
    Transforming.Result result =
        steps.run(
            "{\"Id\": 1 , \"other\": [1]}",
            "",
            " {\"Id\": null, \"x\":\"é\"} ",
            "{\"Id\":0}",
            "{\"Id\":2,\"geo\":{\"names\":[]}}",
            "{\"Id\":3,\"geo\":{\"lat\":1,\"names\":[\"a\",null]}}",
            "{\"Id\":4,\"geo\":{\"lat\":1,\"names\":[\"a\"]}}");
    assertThat(result.balance()).containsExactly(6L, 2L, 3L, 1L);
    assertThat(result.rejects)
        .extracting(Transforming.Reject::line, Transforming.Reject::raw)
        .containsExactly(
            tuple(3L, "{\"Id\": null, \"x\":\"é\"} "),
            tuple(5L, "{\"Id\":2,\"geo\":{\"names\":[]}}"),
            tuple(6L, "{\"Id\":3,\"geo\":{\"lat\":1,\"names\":[\"a\",null]}}"));
    assertThat(result.rejects)
        .extracting(Transforming.Reject::detail)
        .allMatch(detail -> detail.startsWith("the required column '"))
        .anyMatch(detail -> detail.contains("'geo.lat'"))
        .anyMatch(detail -> detail.contains("'geo.names.element'"));
  }

  @Test
  void timestampFormatsAreGivenByTheNamesOfTheFiles() {
    Transforming steps =
        Transforming.of(
                "{ts: timestamptz, at: timestamptz}",
                "[explode: Records, rename: {eventTime: ts, meta.at: at}]")
            .timestamps("eventTime", TimestampFormat.EPOCH_MILLIS)
            .timestamps("Records.meta.at", TimestampFormat.EPOCH_SECONDS);
    assertThat(steps.run("{\"Records\":[{\"eventTime\":1000,\"meta\":{\"at\":2}}]}").rows)
        .containsExactly(
            "{\"ts\":\"1970-01-01T00:00:01+00:00\",\"at\":\"1970-01-01T00:00:02+00:00\"}");
  }

  @Test
  void programsAreUsedAgainAndTheFilesDoNotMix() {
    Transforming steps = Transforming.of("{a: string}", "[columns: {n: int}, where: n < 2]");
    TransformingDecoder decoder = steps.decoder();
    for (int i = 0; i < 3; i++) {
      assertThat(steps.run(decoder, "{\"a\":\"x" + i + "\",\"n\":1}\n{\"n\":3}", 1).rows)
          .containsExactly("{\"a\":\"x" + i + "\"}");
    }
  }

  @Test
  void aLongFileComesInPieces() {
    Transforming steps =
        Transforming.of(
            "{id: long, u: string, tag: string}",
            "[explode: r, where: \"tag is null or tag != 't3'\"]");
    StringBuilder text = new StringBuilder();
    List<String> expected = new java.util.ArrayList<>();
    for (int line = 0; line < 60_000; line++) {
      text.append("{\"id\":")
          .append(line)
          .append(",\"u\":\"unique-")
          .append(line)
          .append("\",\"r\":[");
      for (int k = 0; k < line % 4; k++) {
        text.append(k == 0 ? "" : ",").append("{\"tag\":\"t").append((line + k) % 5).append("\"}");
        if ((line + k) % 5 != 3) {
          expected.add(
              "{\"id\":"
                  + line
                  + ",\"u\":\"unique-"
                  + line
                  + "\",\"tag\":\"t"
                  + (line + k) % 5
                  + "\"}");
        }
      }
      text.append("]}\n");
    }
    assertThat(steps.run(steps.decoder(), text.toString(), 500_000).rows).isEqualTo(expected);
  }
}
