package dev.firn.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.decode.RejectReason;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.source.FileIdentity;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.Test;

class RejectWriterTest {
  private static final Instant NOW = Instant.parse("2021-05-29T12:00:00.123456Z");
  private static final int BUFFER_BYTES = 3000;

  private final TestStorage storage = new TestStorage();

  private RejectWriter writer() {
    return new RejectWriter(
        new RejectWriter.Destination(
            storage, storage.root() + "rejects", ParquetWriterOptions.DEFAULT, BUFFER_BYTES),
        LandingWriterTest.ids(),
        Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private static FileIdentity file(String name) {
    return new FileIdentity("file:///logs/" + name, Optional.empty(), Optional.empty(), 10);
  }

  private static void reject(RejectWriter writer, long line, String raw) {
    byte[] bytes = ("<" + raw + ">").getBytes(StandardCharsets.UTF_8);
    writer.reject(line, line * 100, RejectReason.TOO_DEEP, "at " + line, bytes, 1, raw.length());
  }

  private List<String> read(String location) {
    List<String> rows = new ArrayList<>();
    for (Record row : storage.read(location, RejectWriter.schema())) {
      String raw = StandardCharsets.UTF_8.decode((ByteBuffer) row.getField("raw")).toString();
      assertThat(row.getField("reason")).isEqualTo("too-deep");
      assertThat(row.getField("detail")).isEqualTo("at " + row.getField("line"));
      assertThat(row.getField("byte_offset")).isEqualTo((Long) row.getField("line") * 100);
      assertThat(row.getField("rejected_at")).isEqualTo(NOW.atOffset(ZoneOffset.UTC));
      rows.add(row.getField("source_file") + " " + row.getField("line") + " " + raw);
    }
    return rows;
  }

  @Test
  void rows_of_files_that_ended_are_written_in_order_and_those_taken_back_are_not() {
    for (long seed = 1; seed <= 60; seed++) {
      Random random = new Random(seed);
      RejectWriter writer = writer();
      Map<String, List<String>> expected = new TreeMap<>();
      for (int i = 0; i < 12; i++) {
        playFile(writer, "s" + seed + "f" + i, random, expected);
        assertThat(writer.sizeBytes()).as("seed %d", seed).isLessThan(BUFFER_BYTES + 300L);
      }
      writer.finish();
      Map<String, List<String>> actual = new TreeMap<>();
      for (String location : storage.present()) {
        actual.put(location, read(location));
      }
      assertThat(actual).as("seed %d", seed).isEqualTo(expected);
      List.copyOf(storage.present()).forEach(storage::deleteFile);
    }
  }

  private static void playFile(
      RejectWriter writer, String name, Random random, Map<String, List<String>> expected) {
    int rows = random.nextInt(3) == 0 ? random.nextInt(200) : random.nextInt(6);
    List<String> lines = new ArrayList<>();
    writer.beginFile(file(name));
    for (int line = 1; line <= rows; line++) {
      String raw = "x".repeat(random.nextInt(80)) + line;
      reject(writer, line, raw);
      lines.add("file:///logs/" + name + " " + line + " " + raw);
    }
    assertThat(writer.fileRows()).isEqualTo(rows);
    if (random.nextInt(3) == 0) {
      writer.cancelFile();
      return;
    }
    Optional<String> location = writer.endFile();
    assertThat(location.isPresent()).isEqualTo(rows > 0);
    location.ifPresent(l -> expected.computeIfAbsent(l, any -> new ArrayList<>()).addAll(lines));
  }

  @Test
  void a_flush_without_rejects_makes_no_file() {
    RejectWriter writer = writer();
    writer.beginFile(file("a"));
    assertThat(writer.endFile()).isEmpty();
    writer.beginFile(file("b"));
    reject(writer, 1, "x");
    writer.cancelFile();
    assertThat(writer.finish()).isEmpty();
    assertThat(storage.present()).isEmpty();
  }

  @Test
  void files_share_a_rejects_file_within_a_flush_and_not_beyond_it() {
    RejectWriter writer = writer();
    List<String> locations = new ArrayList<>();
    for (int flush = 0; flush < 2; flush++) {
      for (String name : List.of("a", "b")) {
        writer.beginFile(file(name));
        reject(writer, 1, "x");
        locations.add(writer.endFile().orElseThrow());
      }
      assertThat(writer.finish()).contains(locations.get(locations.size() - 1));
    }
    assertThat(locations.get(0)).isEqualTo(locations.get(1)).isNotEqualTo(locations.get(2));
    assertThat(locations.get(0)).matches(".*/rejects/rejects-id0-1-id1\\.parquet");
    assertThat(storage.present()).containsExactlyInAnyOrder(locations.get(0), locations.get(2));
  }

  @Test
  void abandoning_after_a_failure_at_any_operation_leaves_no_file() {
    int failures = 0;
    for (int operation = 0; ; operation++) {
      RejectWriter writer = writer();
      storage.failAt(operation);
      try {
        for (int rows : new int[] {20, 30, 100, 5}) {
          writer.beginFile(file("f" + rows));
          for (int line = 1; line <= rows; line++) {
            reject(writer, line, "y".repeat(50));
          }
          writer.endFile();
        }
        writer.finish();
        break;
      } catch (FirnException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
        writer.abandon();
        assertThat(storage.present()).as("operation %d", operation).isEmpty();
        failures++;
      }
    }
    assertThat(failures).isGreaterThan(15);
    assertThat(storage.present()).hasSize(2);
  }

  @Test
  void a_row_outside_of_a_file_is_refused() {
    RejectWriter writer = writer();
    assertThatThrownBy(() -> reject(writer, 1, "x")).isInstanceOf(IllegalStateException.class);
  }
}
