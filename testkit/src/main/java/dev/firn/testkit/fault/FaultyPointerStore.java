package dev.firn.testkit.fault;

import dev.firn.catalog.PointerStore;
import dev.firn.catalog.PointerStoreException;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** Pointers that fail at a chosen call. Any thread. */
public final class FaultyPointerStore extends ForwardingPointerStore {
  /** What a fault does; a read only ever fails. */
  public enum Kind {
    /** Nothing is changed, and the caller is told so. */
    REFUSED,
    /** Nothing is changed, and the caller can't tell. */
    LOST,
    /** The change is made and its answer is lost. */
    APPLIED,
    /** The caller can't tell; the change is made right before the next call. */
    LATE
  }

  private final NthCall fault;
  private final Kind kind;
  private @Nullable BooleanSupplier underWay;

  /**
   * A store with a fault.
   *
   * @param store closed with this one
   */
  public FaultyPointerStore(PointerStore store, NthCall fault, Kind kind) {
    super(store);
    this.fault = fault;
    this.kind = kind;
  }

  @Override
  public boolean createNamespace(Namespace namespace, Map<String, String> properties) {
    return change(
        "create namespace " + namespace, () -> store().createNamespace(namespace, properties));
  }

  @Override
  public boolean namespaceExists(Namespace namespace) {
    return read("look for namespace " + namespace, () -> store().namespaceExists(namespace));
  }

  @Override
  public Optional<String> read(TableIdentifier table) {
    return read("read " + table, () -> store().read(table));
  }

  @Override
  public boolean create(TableIdentifier table, String metadataLocation) {
    return change("create " + table, () -> store().create(table, metadataLocation));
  }

  @Override
  public boolean compareAndSet(TableIdentifier table, String expected, String next) {
    return change("set " + table, () -> store().compareAndSet(table, expected, next));
  }

  private synchronized <T> T read(String call, Supplier<T> reading) {
    applyLate();
    if (fault.hitsReading(call)) {
      throw new PointerStoreException(false, "injected: " + call + " failed", null);
    }
    return reading.get();
  }

  private synchronized boolean change(String call, BooleanSupplier change) {
    applyLate();
    if (!fault.hits(call)) {
      return change.getAsBoolean();
    }
    switch (kind) {
      case REFUSED, LOST -> {}
      case APPLIED -> answerIsLost(change.getAsBoolean());
      case LATE -> underWay = change;
    }
    throw new PointerStoreException(
        kind != Kind.REFUSED, "injected: " + call + " has no answer (" + kind + ")", null);
  }

  /** Nobody is told whether the change was made. */
  private static void answerIsLost(boolean ignored) {}

  private void applyLate() {
    BooleanSupplier late = underWay;
    underWay = null;
    if (late != null) {
      answerIsLost(late.getAsBoolean());
    }
  }
}
