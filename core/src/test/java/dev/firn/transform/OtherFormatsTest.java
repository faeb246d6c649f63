package dev.firn.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.firn.batch.Batch;
import dev.firn.batch.RowJson;
import dev.firn.decode.Decoder;
import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.StreamOpener;
import dev.firn.decode.format.DecoderFormats;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.EventTimeRule;
import dev.firn.decode.format.TimestampRules;
import dev.firn.io.Spool;
import dev.firn.source.FileIdentity;
import dev.firn.source.PathParts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps work behind decoders of other formats than JSON. */
class OtherFormatsTest {
  private static final String TABLE = "{id: long required, host: string, status: int}";

  @TempDir Path folder;

  private final List<String> rows = new ArrayList<>();
  private final List<Transforming.Reject> rejects = new ArrayList<>();

  /** Decodes a file; the balance of it. */
  private List<Long> run(String format, String steps, byte[] bytes) throws IOException {
    Transforming transforming = Transforming.of(TABLE, steps);
    DecoderOptions options =
        new DecoderOptions(
            transforming.plan.sourceSchema(),
            EventTimeRule.NONE,
            TimestampRules.DEFAULT,
            StreamOpener.PLAIN,
            new Spool(folder, 1 << 20, 1 << 20),
            Map.of());
    Decoder decoder =
        new TransformingDecoder(
            transforming.plan,
            DecoderFormats.find(format).decoder(options),
            () -> EventTimeWindow.ALL,
            location -> PathParts.NONE);
    Batch batch = new Batch(transforming.table);
    FileIdentity file =
        new FileIdentity(Transforming.FILE, Optional.empty(), Optional.empty(), bytes.length);
    try (FileDecoder open =
        decoder.open(
            file,
            new ByteArrayInputStream(bytes),
            (line, offset, reason, detail, raw, from, length) ->
                rejects.add(
                    new Transforming.Reject(
                        line,
                        offset,
                        reason,
                        detail,
                        new String(raw, from, length, StandardCharsets.UTF_8))))) {
      assertThat(open.decode(batch, Long.MAX_VALUE)).isFalse();
      for (int row = 0; row < batch.rowCount(); row++) {
        rows.add(RowJson.row(batch, row));
      }
      return List.of(
          open.counts().rowsIn(),
          open.counts().rowsWritten(),
          open.counts().rowsRejected(),
          open.counts().rowsDropped());
    }
  }

  @Test
  void csvRowsGoThroughSteps() throws IOException {
    String csv =
        "Id,url,status\n1,https://a.example/x,500\n,https://b.example/,501\n3,none,404\n4,\"q\"\"\",502\n";
    assertThat(
            run(
                "csv",
                "[columns: {url: string}, rename: {Id: id}, where: status >= 500,"
                    + " derive: {host: \"regexp(url, '//([^/]+)')\"}]",
                csv.getBytes(StandardCharsets.UTF_8)))
        .containsExactly(4L, 2L, 1L, 1L);
    assertThat(rows)
        .containsExactly(
            "{\"id\":1,\"host\":\"a.example\",\"status\":500}",
            "{\"id\":4,\"host\":null,\"status\":502}");
    assertThat(rejects)
        .extracting(
            Transforming.Reject::line, Transforming.Reject::offset, Transforming.Reject::raw)
        .containsExactly(tuple(3L, (long) csv.indexOf(",https://b"), ",https://b.example/,501"));
  }

  @Test
  void avroRecordsAreExplodedLikeObjects() throws IOException {
    Schema record =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"host\",\"type\":\"string\"},"
                    + "{\"name\":\"hits\",\"type\":{\"type\":\"array\",\"items\":{\"type\":\"record\",\"name\":\"h\","
                    + "\"fields\":[{\"name\":\"id\",\"type\":[\"null\",\"long\"]},{\"name\":\"status\",\"type\":\"int\"}]}}}]}");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataFileWriter<GenericRecord> out =
        new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(record)).create(record, bytes)) {
      Schema hit = record.getField("hits").schema().getElementType();
      for (int row = 0; row < 3; row++) {
        List<GenericRecord> hits = new ArrayList<>();
        for (int k = 0; k < row; k++) {
          GenericRecord each = new GenericData.Record(hit);
          each.put("id", k == 1 ? null : Long.valueOf(row));
          each.put("status", 500 + k);
          hits.add(each);
        }
        GenericRecord whole = new GenericData.Record(record);
        whole.put("host", "h" + row);
        whole.put("hits", hits);
        out.append(whole);
      }
    }
    assertThat(run("avro", "[explode: hits]", bytes.toByteArray())).containsExactly(4L, 2L, 1L, 1L);
    assertThat(rows)
        .containsExactly(
            "{\"id\":1,\"host\":\"h1\",\"status\":500}",
            "{\"id\":2,\"host\":\"h2\",\"status\":500}");
    assertThat(rejects)
        .extracting(Transforming.Reject::line, Transforming.Reject::raw)
        .containsExactly(tuple(3L, "{\"id\":null,\"host\":\"h2\",\"status\":501}"));
  }
}
