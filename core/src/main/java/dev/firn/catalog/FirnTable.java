package dev.firn.catalog;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DeleteFiles;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.ManageSnapshots;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.PendingUpdate;
import org.apache.iceberg.ReplacePartitions;
import org.apache.iceberg.ReplaceSortOrder;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.RewriteManifests;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.SerializableTable;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.UpdateLocation;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.metrics.MetricsReporter;
import org.apache.iceberg.util.ThreadPools;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Iceberg's table, whose changes wait for their turn before they are built on a state: Iceberg
 * loads, builds manifests and swaps inside {@code commit()}, and all of that is in vain when
 * another writer swaps meanwhile. Transactions wait only in the swap itself.
 */
final class FirnTable extends BaseTable {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(FirnTable.class);

  private final transient Supplier<PointerStore.Turn> turns;

  /** Whether the last commit had to wait for others. */
  private transient volatile boolean crowded;

  FirnTable(
      FirnTableOperations operations,
      String name,
      MetricsReporter reporter,
      Supplier<PointerStore.Turn> turns) {
    super(operations, name, reporter);
    this.turns = turns;
  }

  /** The same update, whose commit waits for its turn. */
  private <T extends PendingUpdate<?>> T queued(Class<T> type, T update) {
    if (update instanceof SnapshotUpdate<?> snapshot) {
      snapshot.scanManifestsWith(new CallerFirst(ThreadPools.getWorkerPool(), CallerFirst.LONGEST));
    }
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                Object answer =
                    method.getName().equals("commit")
                        ? inTurn(update, method)
                        : method.invoke(update, arguments);
                return answer == update ? self : answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return type.cast(proxy);
  }

  /** Writes the manifest of the new files now, not while others wait for this commit. */
  private static void prepare(PendingUpdate<?> update) {
    try {
      update.apply();
    } catch (RuntimeException e) {
      LOG.debug("An append can't be prepared; its commit will tell why", e);
    }
  }

  private @Nullable Object inTurn(PendingUpdate<?> update, Method commit)
      throws InvocationTargetException, IllegalAccessException {
    if (crowded && update instanceof AppendFiles) {
      prepare(update);
    }
    try (PointerStore.Turn turn = turns.get()) {
      crowded = turn.waited();
      return commit.invoke(update);
    }
  }

  @Override
  public UpdateSchema updateSchema() {
    return queued(UpdateSchema.class, super.updateSchema());
  }

  @Override
  public UpdatePartitionSpec updateSpec() {
    return queued(UpdatePartitionSpec.class, super.updateSpec());
  }

  @Override
  public UpdateProperties updateProperties() {
    return queued(UpdateProperties.class, super.updateProperties());
  }

  @Override
  public ReplaceSortOrder replaceSortOrder() {
    return queued(ReplaceSortOrder.class, super.replaceSortOrder());
  }

  @Override
  public UpdateLocation updateLocation() {
    return queued(UpdateLocation.class, super.updateLocation());
  }

  @Override
  public AppendFiles newAppend() {
    return queued(AppendFiles.class, super.newAppend());
  }

  @Override
  public AppendFiles newFastAppend() {
    return queued(AppendFiles.class, super.newFastAppend());
  }

  @Override
  public RewriteFiles newRewrite() {
    return queued(RewriteFiles.class, super.newRewrite());
  }

  @Override
  public RewriteManifests rewriteManifests() {
    return queued(RewriteManifests.class, super.rewriteManifests());
  }

  @Override
  public OverwriteFiles newOverwrite() {
    return queued(OverwriteFiles.class, super.newOverwrite());
  }

  @Override
  public RowDelta newRowDelta() {
    return queued(RowDelta.class, super.newRowDelta());
  }

  @Override
  public ReplacePartitions newReplacePartitions() {
    return queued(ReplacePartitions.class, super.newReplacePartitions());
  }

  @Override
  public DeleteFiles newDelete() {
    return queued(DeleteFiles.class, super.newDelete());
  }

  @Override
  public ExpireSnapshots expireSnapshots() {
    return queued(ExpireSnapshots.class, super.expireSnapshots());
  }

  @Override
  public ManageSnapshots manageSnapshots() {
    return queued(ManageSnapshots.class, super.manageSnapshots());
  }

  /** As Iceberg's own table, which does it where a subclass of another package can't reach. */
  Object writeReplace() {
    return SerializableTable.copyOf(this);
  }
}
