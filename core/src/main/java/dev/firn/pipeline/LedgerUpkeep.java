package dev.firn.pipeline;

import dev.firn.commit.Committer;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerStore;
import dev.firn.ledger.MergePlan;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the ledger's segments beside the commits, one merge at a time. A merge that fails is tried
 * again after the next commit; it can't harm a commit.
 */
final class LedgerUpkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerUpkeep.class);

  private final LedgerStore store;
  private final Committer committer;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread worker = new Thread(task, "firn-ledger-merge");
            worker.setDaemon(true);
            return worker;
          });

  LedgerUpkeep(LedgerStore store, Committer committer) {
    this.store = store;
    this.committer = committer;
  }

  /** Looks whether a merge is due in the new head. */
  void headMoved(LedgerRoot head) {
    Optional<MergePlan> plan = store.planMerge(head);
    if (plan.isPresent() && busy.compareAndSet(false, true)) {
      thread.execute(() -> merge(plan.get()));
    }
  }

  private void merge(MergePlan plan) {
    try {
      committer.offer(store.merge(plan));
    } catch (RuntimeException e) {
      LOG.warn(
          "merging {} ledger segments failed, trying again later: {}",
          plan.inputs().size(),
          e.toString());
    } finally {
      busy.set(false);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
