package dev.firn.landing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.parquet.WrittenParquet;
import dev.firn.source.FileIdentity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class LandingResultTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "ts", Types.TimestampType.withZone()));

  private static LedgerEntry entry(Optional<String> text) {
    return new LedgerEntry(
        new FileIdentity("file:///a", text, text, 7),
        FileStatus.INGESTED,
        text,
        text,
        text.map(LocalDate::parse),
        text,
        7,
        2,
        1,
        4,
        text.map(t -> 5L),
        text.map(t -> 6L),
        text,
        Instant.EPOCH,
        Instant.EPOCH,
        new UUID(1, 2));
  }

  @Test
  void aResultSurvivesSerialisation() throws IOException, ClassNotFoundException {
    PartitionSpec spec = PartitionSpec.builderFor(SCHEMA).day("ts").build();
    Metrics metrics =
        new Metrics(
            2L,
            Map.of(1, 9L),
            Map.of(1, 2L),
            Map.of(1, 0L),
            Map.of(),
            Map.of(1, ByteBuffer.allocate(8)),
            Map.of(1, ByteBuffer.allocate(8)));
    LandedFile file =
        new LandedFile(
            new WrittenParquet("file:///b", 10, 2, metrics, List.of(4L)),
            spec,
            LandedFile.Day.of(17));
    LandingResult result =
        new LandingResult(
            List.of(file), List.of(entry(Optional.of("2021-05-29")), entry(Optional.empty())));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(result);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      LandingResult back = (LandingResult) in.readObject();
      assertThat(back.entries()).isEqualTo(result.entries());
      assertThat(back.files().get(0).spec()).isEqualTo(spec);
      assertThat(back.files().get(0).file().metrics().lowerBounds())
          .isEqualTo(metrics.lowerBounds());
    }
  }
}
