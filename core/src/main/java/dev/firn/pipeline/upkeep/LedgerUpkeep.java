package dev.firn.pipeline.upkeep;

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
public final class LedgerUpkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerUpkeep.class);

  private final LedgerStore store;
  private final Committer committer;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final ExecutorService thread;

  /**
   * @param thread runs the merges; shut down with this object
   */
  public LedgerUpkeep(LedgerStore store, Committer committer, ExecutorService thread) {
    this.store = store;
    this.committer = committer;
    this.thread = thread;
  }

  /** A thread for merges that does not keep the process alive. */
  public static ExecutorService newThread() {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread worker = new Thread(task, "firn-ledger-merge");
          worker.setDaemon(true);
          return worker;
        });
  }

  /**
   * Looks whether a merge is due in the new head. Not while one that is done waits for a root: the
   * head would ask for the same again.
   */
  public void headMoved(LedgerRoot head) {
    if (busy.get() || committer.isOfferWaiting()) {
      return;
    }
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
