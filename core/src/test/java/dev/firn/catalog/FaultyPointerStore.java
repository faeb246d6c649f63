package dev.firn.catalog;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/** Fails as it is told to: each change and each read of a pointer takes the next fault. */
final class FaultyPointerStore implements PointerStore {
  enum Fault {
    NONE,
    /** Done, but the answer is lost. */
    APPLIED,
    /** Not done, and nobody can tell. */
    LOST,
    /** Done when the next change arrives, long after the caller was told of a failure. */
    LATE,
    /** Not done, and the store knows. */
    REFUSED
  }

  final Deque<Fault> onChanges = new ArrayDeque<>();
  final Deque<Fault> onReads = new ArrayDeque<>();
  Runnable afterFault = () -> {};
  int changes;
  boolean historyIsLost;
  private Runnable late = () -> {};
  private final PointerStore store;

  FaultyPointerStore(PointerStore store) {
    this.store = store;
  }

  private interface Change<T> {
    T run();
  }

  private <T> T change(Change<T> change) {
    changes++;
    late.run();
    late = () -> {};
    Fault fault = onChanges.isEmpty() ? Fault.NONE : onChanges.poll();
    if (fault == Fault.NONE) {
      return change.run();
    }
    if (fault == Fault.APPLIED) {
      change.run();
    }
    if (fault == Fault.LATE) {
      late = change::run;
    }
    afterFault.run();
    throw new PointerStoreException(fault != Fault.REFUSED, "injected: " + fault, null);
  }

  @Override
  public boolean create(TableIdentifier table, String metadataLocation) {
    return change(() -> store.create(table, metadataLocation));
  }

  @Override
  public boolean compareAndSet(TableIdentifier table, String expected, String next) {
    return change(() -> store.compareAndSet(table, expected, next));
  }

  @Override
  public boolean drop(TableIdentifier table, String expected) {
    return change(() -> store.drop(table, expected));
  }

  @Override
  public Optional<String> read(TableIdentifier table) {
    if (!onReads.isEmpty() && onReads.poll() != Fault.NONE) {
      throw new PointerStoreException(false, "injected: a read", null);
    }
    return store.read(table);
  }

  @Override
  public boolean createNamespace(Namespace namespace, Map<String, String> properties) {
    return store.createNamespace(namespace, properties);
  }

  @Override
  public boolean namespaceExists(Namespace namespace) {
    return store.namespaceExists(namespace);
  }

  @Override
  public List<Namespace> listNamespaces(Namespace parent) {
    return store.listNamespaces(parent);
  }

  @Override
  public Map<String, String> namespaceProperties(Namespace namespace) {
    return store.namespaceProperties(namespace);
  }

  @Override
  public boolean updateNamespaceProperties(
      Namespace namespace, Map<String, String> set, Set<String> removed) {
    return store.updateNamespaceProperties(namespace, set, removed);
  }

  @Override
  public boolean dropNamespace(Namespace namespace) {
    return store.dropNamespace(namespace);
  }

  @Override
  public boolean taken(TableIdentifier table) {
    return store.taken(table);
  }

  @Override
  public List<TableIdentifier> list(Namespace namespace) {
    return store.list(namespace);
  }

  @Override
  public boolean rename(TableIdentifier from, TableIdentifier to) {
    return change(() -> store.rename(from, to));
  }

  @Override
  public Optional<PointerChange> apply(List<PointerChange> changes) {
    return change(() -> store.apply(changes));
  }

  @Override
  public PointerEntries entries() {
    return store.entries();
  }

  @Override
  public void remember(Map<PointerEntries.Entry, TableIdentity> identities) {
    store.remember(identities);
  }

  @Override
  public Optional<PointerMove> lastDrop(TableIdentifier table) {
    return store.lastDrop(table);
  }

  @Override
  public boolean wentOn(PointerMove drop) {
    return store.wentOn(drop);
  }

  @Override
  public Added add(
      TableIdentifier table, String metadataLocation, PointerMove.Kind kind, long version) {
    return change(() -> store.add(table, metadataLocation, kind, version));
  }

  @Override
  public List<PointerMove> history(TableIdentifier table, int most) {
    return store.history(table, most);
  }

  @Override
  public List<PointerMove> drops(Namespace namespace, int most) {
    return store.drops(namespace, most);
  }

  @Override
  public boolean hasBeenAt(TableIdentifier table, String metadataLocation) {
    return !historyIsLost && store.hasBeenAt(table, metadataLocation);
  }

  @Override
  public boolean fence(TableIdentifier table, String expected, String movedTo) {
    return change(() -> store.fence(table, expected, movedTo));
  }

  @Override
  public Optional<String> fenced(TableIdentifier table) {
    return store.fenced(table);
  }

  @Override
  public boolean unfence(TableIdentifier table) {
    return change(() -> store.unfence(table));
  }

  @Override
  public int forgetCommits(Instant before) {
    return store.forgetCommits(before);
  }

  @Override
  public Turn turn(TableIdentifier table) {
    return store.turn(table);
  }

  @Override
  public void close() {
    store.close();
  }
}
