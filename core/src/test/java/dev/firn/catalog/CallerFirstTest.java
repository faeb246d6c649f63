package dev.firn.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class CallerFirstTest {
  private static Thread threadOf(ExecutorService executor) throws Exception {
    return executor.submit(Thread::currentThread).get();
  }

  @Test
  void theCallerRunsTasksUntilTheyHaveTakenTooLong() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    try {
      Thread ofThePool = threadOf(pool);
      Duration longest = Duration.ofMillis(5);
      CallerFirst executor = new CallerFirst(pool, longest);
      assertThat(List.of(threadOf(executor), threadOf(executor)))
          .containsOnly(Thread.currentThread());
      long startNanos = System.nanoTime();
      executor
          .submit(
              () -> {
                while (System.nanoTime() - startNanos <= 2 * longest.toNanos()) {
                  Thread.onSpinWait();
                }
              })
          .get();
      assertThat(threadOf(executor)).isSameAs(ofThePool);
      executor.shutdown();
      assertThat(pool.isShutdown()).isFalse();
    } finally {
      pool.shutdown();
    }
  }
}
