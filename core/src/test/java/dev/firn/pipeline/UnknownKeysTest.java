package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a pipeline does with keys that have no column. */
class UnknownKeysTest {
  @TempDir private Path folder;

  private SmallPipeline pipeline(String settings) {
    return new SmallPipeline(folder, "schema: {id: int}\n" + settings);
  }

  @Test
  void byDefaultTheyAreRescuedIntoAColumnThatTheNewTableHas() throws Exception {
    SmallPipeline pipeline = pipeline("");
    pipeline.file("a.json", "{\"id\":1}\n{\"id\":2,\"x\" : [1, 2],\"y\":null}\n");
    Progress progress = pipeline.run();
    assertThat(pipeline.columns()).containsExactly("id int", "_rescued string");
    assertThat(pipeline.rows()).containsExactly("id=1", "id=2 _rescued={\"x\":[1,2],\"y\":null}");
    assertThat(progress.rowsRejected()).isZero();
  }

  @Test
  void theRescueColumnIsAddedToATableThatLacksItUnlessItCanNot() throws Exception {
    SmallPipeline pipeline = pipeline("json.unknown: ignore\n");
    pipeline.file("a.json", "{\"id\":1,\"x\":1}\n");
    pipeline.run();
    assertThat(pipeline.columns()).containsExactly("id int");
    assertThatThrownBy(() -> pipeline("json.rescue-column: id\n").run())
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE))
        .hasMessageContaining("'id' can't take keys that have no column")
        .hasMessageContaining("json.rescue-column");
    assertThatThrownBy(() -> pipeline("json.rescue-column: ID\n").run())
        .hasMessageContaining("differs from the column 'id' by case only");
    SmallPipeline rescuing = pipeline("json.rescue-column: rest\n");
    rescuing.file("b.json", "{\"id\":2,\"x\":1}\n");
    rescuing.run();
    assertThat(rescuing.columns()).containsExactly("id int", "rest string");
    assertThat(rescuing.rows()).containsExactly("id=1", "id=2 rest={\"x\":1}");
  }

  @Test
  void keysOfFilesBecomeColumnsBeforeTheirRowsAreWritten() throws Exception {
    SmallPipeline pipeline = pipeline("json.unknown: add-column\n");
    pipeline.file("a.json", "{\"id\":1}\n");
    pipeline.file(
        "b.json", "{\"id\":2,\"n\":7,\"g\":{\"lat\":1.5,\"tags\":[\"a\"]}}\n{\"id\":3,\"n\":8}\n");
    pipeline.file(
        "c.json",
        "{\"id\":4,\"n\":9,\"g\":{\"lat\":2.5,\"alt\":3},\"t\":\"2021-05-29T00:00:00Z\"}\n");
    Progress progress = pipeline.run();
    assertThat(pipeline.columns())
        .contains("id int", "_rescued string", "n long", "t timestamptz")
        .hasSize(5);
    assertThat(pipeline.rows())
        .containsExactly(
            "id=1",
            "id=2 n=7 g=(lat=1.5 tags=[a])",
            "id=3 n=8",
            "id=4 n=9 g=(lat=2.5 alt=3) t=2021-05-29T00:00Z");
    assertThat(progress.alerts()).isZero();
    pipeline.withTable(
        table -> assertThat(table.properties().get("firn.added-columns")).matches("[0-9,]+"));
  }

  @Test
  void valuesThatDoNotFitAColumnThatWasAddedAreRescuedThoseOfDeclaredOnesAreRejected()
      throws Exception {
    SmallPipeline pipeline = pipeline("json.unknown: add-column\n");
    pipeline.file("a.json", "{\"id\":1,\"n\":7,\"g\":{\"x\":1}}\n");
    pipeline.run();
    pipeline.file(
        "b.json",
        "{\"id\":2,\"n\":\"seven\",\"g\":{\"x\":1.5}}\n{\"id\":\"3\",\"n\":7}\n{\"id\":4,\"g\":[1]}\n");
    Progress progress = pipeline.run();
    assertThat(pipeline.rows())
        .containsExactly(
            "id=1 n=7 g=(x=1)",
            "id=2 _rescued={\"n\":\"seven\",\"g\":{\"x\":1.5}} g=()",
            "id=4 _rescued={\"g\":[1]}");
    assertThat(progress.rowsRejected()).isEqualTo(1);
  }

  @Test
  void keysWithoutOneTypeAndKeysOfRejectedRowsBecomeNoColumns() throws Exception {
    SmallPipeline pipeline = pipeline("json.unknown: add-column\n");
    pipeline.file(
        "a.json",
        "{\"id\":1,\"m\":1,\"z\":null,\"e\":{}}\n{\"id\":2,\"m\":\"a\"}\n{\"id\":1.5,\"bad\":1}\n");
    assertThat(pipeline.run().alerts()).isZero();
    assertThat(pipeline.columns()).containsExactly("id int", "_rescued string");
    assertThat(pipeline.rows())
        .containsExactly(
            "id=1 _rescued={\"m\":1,\"z\":null,\"e\":{}}", "id=2 _rescued={\"m\":\"a\"}");
  }

  @Test
  void pastTheLargestNumberOfColumnsKeysAreRescuedWithOneAlert() throws Exception {
    SmallPipeline pipeline = pipeline("json.unknown: add-column\nschema.max-columns: 4\n");
    StringBuilder rows = new StringBuilder("{\"id\":0,\"k0\":1,\"k1\":{\"x\":1}}\n");
    for (int i = 1; i < 100; i++) {
      rows.append("{\"id\":").append(i).append(",\"k").append(i + 1).append("\":1}\n");
    }
    pipeline.file("a.json", rows.toString());
    Progress progress = pipeline.run();
    assertThat(progress.alerts()).isEqualTo(1);
    assertThat(progress.rowsWritten()).isEqualTo(100);
    assertThat(pipeline.columns()).hasSize(4).contains("k0 long", "k2 long");
    assertThat(pipeline.rows())
        .contains("id=0 _rescued={\"k1\":{\"x\":1}} k0=1", "id=50 _rescued={\"k51\":1}");
  }

  @Test
  void c15_aKeyNamedAsAPartitionFieldIsRescuedWithAnAlertAndDoesNotStopTheStream()
      throws Exception {
    SmallPipeline pipeline =
        new SmallPipeline(
            folder,
            """
            schema: {id: int, ts: timestamptz}
            partition: [days(ts)]
            json.unknown: add-column
            """);
    String time = "\"ts\":\"2021-05-29T00:00:00Z\"";
    pipeline.file("a.json", "{\"id\":1," + time + ",\"ts_day\":\"x\",\"TS\":1,\"ok\":true}\n");
    Progress progress = pipeline.run();
    assertThat(progress.alerts()).isEqualTo(2);
    assertThat(pipeline.rows())
        .containsExactly("id=1 ts=2021-05-29T00:00Z _rescued={\"ts_day\":\"x\",\"TS\":1} ok=true");
    pipeline.withTable(table -> table.updateSpec().removeField("ts_day").commit());
    pipeline.file("b.json", "{\"id\":2," + time + ",\"ts_day\":\"y\",\"ts_day_2\":1}\n");
    assertThat(pipeline.run().alerts()).as("the field of an old spec").isEqualTo(1);
    assertThat(pipeline.rows())
        .contains("id=2 ts=2021-05-29T00:00Z _rescued={\"ts_day\":\"y\"} ts_day_2=1");
  }

  @Test
  void aTableThatAnotherEngineHasWidenedIsTakenAsItIs() throws Exception {
    SmallPipeline pipeline = pipeline("json.unknown: add-column\n");
    pipeline.file("a.json", "{\"id\":1}\n");
    pipeline.run();
    pipeline.withTable(
        table -> table.updateSchema().addColumn("n", Types.StringType.get()).commit());
    pipeline.file("b.json", "{\"id\":2,\"n\":\"a\"}\n{\"id\":3,\"n\":5}\n");
    Progress progress = pipeline.run();
    assertThat(pipeline.rows()).containsExactly("id=1", "id=2 n=a");
    assertThat(progress.rowsRejected()).isEqualTo(1);
  }

  @Test
  void twoIngestersThatWidenAtOnceEndUpWithOneSchemaAndEachRowOnce() throws Exception {
    SmallPipeline pipeline = pipeline("json.unknown: add-column\n");
    pipeline.run();
    int files = 24;
    for (int i = 0; i < files; i++) {
      pipeline.file(
          "f" + i + ".json",
          "{\"id\":" + i + ",\"k" + i % 6 + "\":1,\"g\":{\"h" + i % 4 + "\":1}}\n");
    }
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    List<Thread> ingesters = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread ingester =
          new Thread(
              () -> {
                try {
                  pipeline.run();
                } catch (Throwable e) {
                  failures.add(e);
                }
              });
      ingesters.add(ingester);
      ingester.start();
    }
    for (Thread ingester : ingesters) {
      ingester.join();
    }
    assertThat(failures).isEmpty();
    assertThat(pipeline.columns()).hasSize(2 + 6 + 1);
    assertThat(pipeline.rows()).hasSize(files).noneMatch(row -> row.contains("_rescued"));
  }

  @Test
  void jsonTextColumnsTakeAnyValue() throws Exception {
    SmallPipeline pipeline =
        new SmallPipeline(
            folder, "schema: {id: int, raw: string}\njson.text: [raw]\njson.zone: Europe/Berlin\n");
    pipeline.file(
        "a.json",
        "{\"id\":1,\"raw\":{ \"a\" : [1, \"x y\"] }}\n{\"id\":2,\"raw\":\"s\"}\n{\"id\":3,\"raw\":null}\n");
    pipeline.run();
    assertThat(pipeline.rows())
        .containsExactly("id=1 raw={\"a\":[1,\"x y\"]}", "id=2 raw=\"s\"", "id=3");
    assertThatThrownBy(() -> pipeline.with("schema: {id: int}\njson.text: [id]\n").run())
        .hasMessageContaining("column of JSON text 'id' must be a string column");
  }

  @Test
  void c41_namesWithPercentPlusAndUnicodeAreReadAsTheyAre() throws Exception {
    SmallPipeline pipeline = pipeline("");
    List<String> names =
        List.of(
            "this im + age blah.json",
            "10%3A47.json",
            "a%2Fb.json",
            "a+b.json",
            "красный.json",
            "a%252Fb.json");
    for (int i = 0; i < names.size(); i++) {
      pipeline.file(names.get(i), "{\"id\":" + i + "}\n");
    }
    Progress progress = pipeline.run();
    assertThat(progress.filesCommitted()).isEqualTo(names.size());
    assertThat(pipeline.rows()).containsExactly("id=0", "id=1", "id=2", "id=3", "id=4", "id=5");
    assertThat(pipeline.run().filesRead()).as("each once").isZero();
  }
}
