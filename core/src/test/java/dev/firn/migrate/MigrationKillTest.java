package dev.firn.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.migrate.Migrated.Outcome;
import dev.firn.migrate.folder.HadoopWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A migration that is killed at every call and after every step, and resumed by a new one, while
 * clients of the source append and say CREATE IF NOT EXISTS.
 */
class MigrationKillTest {
  private static final int APPENDERS = 2;

  /** Appenders are there to meet the migration, not to take its processor. */
  private static final long APPEND_PAUSE_NANOS = 10_000_000;

  private static final long WATCH_PAUSE_NANOS = 3_000_000;

  /** More calls than a migration makes when writers are first now and then. */
  private static final int MAX_CALLS = 400;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void noAcknowledgedRowIsLostAndNeverCanBothBeWritten(Stage.Kind kind) throws Exception {
    int kills = 0;
    for (int call = 1; call < MAX_CALLS; call++) {
      Path place = folder.resolve("kill-" + call);
      try (Stage stage = new Stage(place, kind)) {
        if (!round(stage, new Killer(call))) {
          break;
        }
        kills++;
      }
    }
    assertThat(kills).isBetween(15, MAX_CALLS - 2);
  }

  /** Whether the killer struck before the end. */
  private static boolean round(Stage stage, Killer killer) throws Exception {
    Set<String> acknowledged = new ConcurrentSkipListSet<>();
    AtomicBoolean over = new AtomicBoolean();
    CountDownLatch started = new CountDownLatch(APPENDERS);
    ExecutorService clients = Executors.newFixedThreadPool(APPENDERS + 1);
    try {
      List<Future<?>> running = new java.util.ArrayList<>();
      for (int i = 0; i < APPENDERS; i++) {
        String name = "w" + i + "-";
        running.add(
            clients.submit(() -> append(stage.appender(), name, acknowledged, over, started)));
      }
      running.add(clients.submit(() -> watch(stage, over)));
      started.await();
      boolean struck = killAndResume(stage, killer);
      over.set(true);
      for (Future<?> each : running) {
        each.get();
      }
      stage.checkOneEntry();
      assertThat(stage.source().state(Stage.TABLE)).isInstanceOf(SourceState.Moved.class);
      assertThat(HadoopWriter.files(stage.tableAtTarget()))
          .containsAll(new TreeSet<>(acknowledged));
      assertThat(acknowledged).isNotEmpty();
      return struck;
    } finally {
      over.set(true);
      clients.shutdownNow();
    }
  }

  private static boolean killAndResume(Stage stage, Killer killer) {
    Migration first =
        Stage.migration(killer.source(stage.source()), killer.target(stage.target()), killer::step);
    try {
      assertThat(first.run(Stage.TABLE, Stage.TABLE).outcome()).isEqualTo(Outcome.MIGRATED);
      return false;
    } catch (Killed e) {
      stage.checkOneEntry();
      stage.createIfNotExistsAtSource();
      stage.checkOneEntry();
    }
    assertThat(stage.migration().run(Stage.TABLE, Stage.TABLE).outcome())
        .isIn(Outcome.MIGRATED, Outcome.RESUMED, Outcome.ALREADY);
    return true;
  }

  /** Appends until the first refusal after the end; what was refused is tried no more. */
  private static void append(
      Consumer<String> appender,
      String name,
      Set<String> acknowledged,
      AtomicBoolean over,
      CountDownLatch started) {
    int count = 0;
    while (!over.get()) {
      String file = name + count++;
      try {
        appender.accept(file);
        acknowledged.add(file);
        started.countDown();
      } catch (RuntimeException e) {
        // A conflict with the other appender, or the fence: it was not acknowledged.
        continue;
      } finally {
        LockSupport.parkNanos(APPEND_PAUSE_NANOS);
      }
    }
  }

  private static void watch(Stage stage, AtomicBoolean over) {
    while (!over.get()) {
      stage.checkOneEntry();
      LockSupport.parkNanos(WATCH_PAUSE_NANOS);
    }
  }
}
