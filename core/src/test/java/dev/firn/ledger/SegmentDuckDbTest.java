package dev.firn.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Segments are for anybody to query. */
class SegmentDuckDbTest {
  private static final int FILES = 40_000;

  @TempDir Path folder;

  @Test
  void duckDbReadsASegmentWithTheSameCountAndSums() throws Exception {
    Path file = segment();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select count(*), sum(rows_written), count(day), min(day)::varchar,"
                    + " count(distinct location), count(distinct commit_id),"
                    + " min(epoch_us(commit_time)), sum(rows_in - rows_written - rows_rejected - rows_dropped),"
                    + " count(*) filter (where status = 'rejected'), min(commit_id)::varchar"
                    + " from read_parquet('"
                    + file
                    + "')")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong(1)).isEqualTo(FILES);
      assertThat(rows.getLong(2)).isEqualTo(sumWritten());
      assertThat(rows.getLong(3)).isEqualTo(FILES / 2);
      assertThat(rows.getString(4)).isEqualTo("2021-05-27");
      assertThat(rows.getLong(5)).isEqualTo(FILES);
      assertThat(rows.getLong(6)).isEqualTo(100);
      assertThat(rows.getLong(7)).isEqualTo(1_622_246_462_345_678L);
      assertThat(rows.getLong(8)).isZero();
      assertThat(rows.getLong(9)).isEqualTo(FILES / 5);
      assertThat(rows.getString(10)).isEqualTo("00000000-0000-0007-0000-000000000000");
    }
  }

  @Test
  void theRowsAreSortedByDayAndHash() throws Exception {
    Path file = segment();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select count(*) from (select file_row_number n, row_number() over (order by day"
                    + " nulls first, hash_hi, hash_lo) - 1 m from read_parquet('"
                    + file
                    + "', file_row_number = true)) where n <> m")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong(1)).isZero();
    }
  }

  private Path segment() throws Exception {
    LedgerFixture ledger = new LedgerFixture();
    List<LedgerEntry> entries = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      entries.add(
          Entries.entry(
              Entries.file("s3://in/dt=2021/ç-" + i, i),
              i % 5 == 0 ? FileStatus.REJECTED : FileStatus.INGESTED,
              i % 2 == 0 ? Optional.empty() : Optional.of(Entries.DAY.minusDays(i % 3)),
              i % 100,
              Entries.TIME));
    }
    Segment segment = ledger.store.writeSegment(entries, LedgerFixture.RULE);
    Path file = folder.resolve("segment.parquet");
    Files.write(file, ledger.io.bytes(segment.location()));
    return file;
  }

  private static long sumWritten() {
    long sum = 0;
    for (int i = 0; i < FILES; i++) {
      sum += i % 5 == 0 ? 0 : i % 100;
    }
    return sum;
  }
}
