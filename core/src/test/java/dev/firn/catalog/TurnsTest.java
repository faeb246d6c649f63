package dev.firn.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.catalog.database.SqliteDialect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two stores of one database, as two processes have them. */
class TurnsTest {
  private static final Duration STEP = Duration.ofMillis(30);

  @TempDir Path folder;

  private Turns turns(Function<TableIdentifier, Optional<String>> pointers) {
    Path file = folder.resolve("catalog.db");
    return new Turns(new SqliteDialect(file, UnaryOperator.identity()), "firn", pointers, STEP);
  }

  @Test
  void aQueueThatMovesIsWaitedIn() {
    PointerStore.Turn first = turns(table -> Optional.of("still")).take(TestTables.TABLE);
    AtomicInteger moves = new AtomicInteger();
    Turns second =
        turns(
            table -> {
              // The pointer moves a few times before the turn comes.
              if (moves.incrementAndGet() == 4) {
                first.close();
              }
              return Optional.of("metadata " + moves);
            });
    try (PointerStore.Turn turn = second.take(TestTables.TABLE)) {
      assertThat(turn.waited()).isTrue();
      assertThat(moves).hasValue(4);
    }
    try (PointerStore.Turn turn = second.take(TestTables.TABLE)) {
      assertThat(moves).hasValue(4);
    }
  }

  @Test
  void aWriterThatHangsIsPassedBy() {
    AtomicInteger looks = new AtomicInteger();
    Turns second =
        turns(
            table -> {
              looks.incrementAndGet();
              return Optional.of("still");
            });
    try (PointerStore.Turn first = turns(table -> Optional.of("still")).take(TestTables.TABLE);
        PointerStore.Turn turn = second.take(TestTables.TABLE)) {
      assertThat(looks).hasValue(2);
    }
  }
}
