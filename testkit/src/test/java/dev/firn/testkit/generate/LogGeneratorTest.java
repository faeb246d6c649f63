package dev.firn.testkit.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdInputStream;
import dev.firn.decode.RejectReason;
import dev.firn.source.PathParts;
import dev.firn.source.PathPattern;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class LogGeneratorTest {
  private static final LocalDate DAY = LocalDate.of(2024, 5, 6);
  private static final ObjectMapper JSON = new ObjectMapper();

  private static GeneratorPlan plan() {
    return GeneratorPlan.of(42, DAY)
        .withProducers(7)
        .withPeriods(Duration.ofSeconds(30), 60)
        .withRowsPerFile(50)
        .withFaults(FaultMix.evenly(0.05));
  }

  @Test
  void theSameSeedGivesTheSameBytesAndAnotherSeedOthers() {
    assertThat(digest(plan(), 1)).isEqualTo(digest(plan(), 1));
    GeneratorPlan other =
        GeneratorPlan.of(43, DAY)
            .withProducers(7)
            .withPeriods(Duration.ofSeconds(30), 60)
            .withRowsPerFile(50)
            .withFaults(FaultMix.evenly(0.05));
    assertThat(digest(other, 1)).isNotEqualTo(digest(plan(), 1));
  }

  @Test
  void theBytesOfAFileDoNotDependOnTheFilesMadeBeforeIt() {
    assertThat(digest(plan(), -1)).isEqualTo(digest(plan(), 1));
  }

  /** Digest over all files by path and upload, made in their order or backwards. */
  private static String digest(GeneratorPlan plan, int direction) {
    LogGenerator generator = new LogGenerator(plan);
    List<GeneratedFile> files = new ArrayList<>(generator.files());
    if (direction < 0) {
      java.util.Collections.reverse(files);
    }
    Map<String, byte[]> made = new java.util.TreeMap<>();
    try (FileContent content = generator.content()) {
      for (GeneratedFile file : files) {
        made.put(file.path() + "#" + file.upload() + "#" + file.arrival(), content.bytes(file));
      }
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      made.forEach(
          (name, bytes) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
          });
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void everyKindOccursAndArrivalsAreInOrder() {
    List<GeneratedFile> files = new LogGenerator(plan()).files();
    Set<FileKind> kinds = EnumSet.noneOf(FileKind.class);
    Duration last = Duration.ZERO;
    for (GeneratedFile file : files) {
      kinds.add(file.kind());
      assertThat(file.arrival()).isGreaterThanOrEqualTo(last);
      last = file.arrival();
    }
    assertThat(kinds).containsExactlyInAnyOrder(FileKind.values());
  }

  @Test
  void pathsMatchThePatternUnlessTheyAreNoise() {
    PathPattern pattern = PathPattern.parse(LogSchema.PATH_PATTERN);
    for (GeneratedFile file : new LogGenerator(plan()).files()) {
      if (!file.kind().isNoise()) {
        PathParts parts = pattern.match(file.path()).orElseThrow();
        assertThat(parts.day()).contains(DAY);
        assertThat(parts.hour()).hasValue(0);
        assertThat(parts.producer().orElseThrow()).matches("web-0[1-7]");
      }
    }
  }

  @Test
  void theTruthIsWhatJacksonFindsInTheBytes() throws IOException {
    LogGenerator generator = new LogGenerator(plan());
    Set<Long> ids = new HashSet<>();
    try (FileContent content = generator.content()) {
      for (GeneratedFile file : generator.files()) {
        byte[] bytes = content.bytes(file);
        if (file.truth().refusal().isPresent() || file.kind() == FileKind.TEMPORARY) {
          assertThatThrownBy(() -> unpack(file, bytes)).isInstanceOf(IOException.class);
          continue;
        }
        long idSum = checkRows(file, unpack(file, bytes), ids);
        assertThat(idSum).as(file.path()).isEqualTo(file.idSum());
      }
    }
  }

  /** Sum of the ids of the good rows. */
  private static long checkRows(GeneratedFile file, byte[] raw, Set<Long> ids) throws IOException {
    String text = new String(raw, StandardCharsets.UTF_8);
    String[] lines = text.isEmpty() ? new String[0] : text.split("\r?\n");
    assertThat(lines).as(file.path()).hasSize(file.truth().rows());
    assertThat(text.contains("\r\n")).isEqualTo(file.kind() == FileKind.CRLF);
    Map<Integer, RejectReason> bad = new HashMap<>();
    long sum = 0;
    for (int line = 1; line <= lines.length; line++) {
      RejectReason fault = faultOf(lines[line - 1]);
      if (fault != null) {
        bad.put(line, fault);
        continue;
      }
      JsonNode row = JSON.readTree(lines[line - 1]);
      long id = row.get("row_id").longValue();
      assertThat(id).isEqualTo(GeneratedFile.rowId(file.number(), line));
      boolean fresh = ids.add(id);
      assertThat(fresh || file.upload() == 2 && !file.kind().hasFreshRowsAgain()).isTrue();
      sum += id;
      checkRow(file, row);
    }
    Map<Integer, RejectReason> expected = new HashMap<>();
    file.truth().badRows().forEach(row -> expected.put(row.line(), row.reason()));
    assertThat(bad).as(file.path()).isEqualTo(expected);
    return sum;
  }

  private static @org.jspecify.annotations.Nullable RejectReason faultOf(String line) {
    try {
      JsonNode row = JSON.readTree(line);
      if (!row.get("user_id").isIntegralNumber()) {
        return RejectReason.TYPE_MISMATCH;
      }
      return row.get("ts").textValue().startsWith("2099") ? RejectReason.EVENT_TIME : null;
    } catch (JsonProcessingException e) {
      return RejectReason.MALFORMED;
    }
  }

  private static void checkRow(GeneratedFile file, JsonNode row) {
    List<String> names = new ArrayList<>();
    row.fieldNames().forEachRemaining(names::add);
    List<String> columns = new ArrayList<>();
    LogSchema.SCHEMA.columns().forEach(column -> columns.add(column.name()));
    assertThat(names).isEqualTo(columns);
    long millis = Instant.parse(row.get("ts").textValue()).toEpochMilli();
    assertThat(millis).isBetween(file.periodStartMillis(), file.periodStartMillis() + 29_999);
    assertThat(row.get("session").textValue()).hasSize(36);
    assertThat(row.get("duration_ms").isDouble()).isTrue();
    assertThat(row.get("geo").get("lat").isDouble()).isTrue();
    assertThat(row.get("geo").get("city").textValue()).isNotEmpty();
    assertThat(row.get("status").intValue()).isBetween(200, 599);
    assertThat(row.get("bytes").longValue()).isNotNegative();
  }

  private static byte[] unpack(GeneratedFile file, byte[] bytes) throws IOException {
    if (bytes.length == 0) {
      return bytes;
    }
    try (InputStream in = decompressed(file.path(), new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    }
  }

  private static InputStream decompressed(String path, InputStream raw) throws IOException {
    if (path.endsWith(".zst")) {
      return new ZstdInputStream(raw);
    }
    return path.contains(".gz") ? new GZIPInputStream(raw) : raw;
  }

  @Test
  void allEventsLieInTheDayOfTheZoneAndTheLastFilesInTheNextFolder() {
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    LocalDate shortDay = LocalDate.of(2024, 3, 31);
    GeneratorPlan plan = GeneratorPlan.of(1, shortDay).withProducers(1).withZone(berlin);
    List<GeneratedFile> files = new LogGenerator(plan).files();
    assertThat(files).hasSize(23 * 120);
    Set<String> paths = new HashSet<>();
    for (GeneratedFile file : files) {
      Instant start = Instant.ofEpochMilli(file.periodStartMillis());
      assertThat(LocalDate.ofInstant(start, berlin)).isEqualTo(shortDay);
      assertThat(LocalDate.ofInstant(start.plusMillis(29_999), berlin)).isEqualTo(shortDay);
      assertThat(paths.add(file.path())).isTrue();
      assertThat(file.path()).doesNotStartWith("2024/03/31/02");
    }
    assertThat(paths).contains("2024/04/01/00/web-01-002759.json.gz");
  }

  @Test
  void actionsFollowZipfsLaw() {
    Zipf zipf = new Zipf(300, 1.1);
    int[] counts = new int[300];
    SplitMix random = new SplitMix(1);
    int draws = 1_000_000;
    for (int i = 0; i < draws; i++) {
      counts[zipf.pick(random.next())]++;
    }
    double total = 0;
    for (int k = 1; k <= 300; k++) {
      total += Math.pow(k, -1.1);
    }
    assertThat(counts[0] / (double) draws).isBetween(0.98 / total, 1.02 / total);
    assertThat(counts[9] / (double) draws)
        .isBetween(0.95 * Math.pow(10, -1.1) / total, 1.05 * Math.pow(10, -1.1) / total);
    assertThat(counts).doesNotContain(0);
  }
}
