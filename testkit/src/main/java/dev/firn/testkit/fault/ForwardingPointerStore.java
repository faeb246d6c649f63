package dev.firn.testkit.fault;

import dev.firn.catalog.PointerChange;
import dev.firn.catalog.PointerEntries;
import dev.firn.catalog.PointerMove;
import dev.firn.catalog.PointerStore;
import dev.firn.catalog.TableIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/** A store that hands every call on; for wrappers that change some of them. */
public abstract class ForwardingPointerStore implements PointerStore {
  private final PointerStore store;

  /**
   * A wrapper.
   *
   * @param store closed with this one
   */
  protected ForwardingPointerStore(PointerStore store) {
    this.store = store;
  }

  /** The store below. */
  protected final PointerStore store() {
    return store;
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
  public Optional<String> read(TableIdentifier table) {
    return store.read(table);
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
  public boolean create(TableIdentifier table, String metadataLocation) {
    return store.create(table, metadataLocation);
  }

  @Override
  public boolean compareAndSet(TableIdentifier table, String expected, String next) {
    return store.compareAndSet(table, expected, next);
  }

  @Override
  public boolean drop(TableIdentifier table, String expected) {
    return store.drop(table, expected);
  }

  @Override
  public boolean rename(TableIdentifier from, TableIdentifier to) {
    return store.rename(from, to);
  }

  @Override
  public Optional<PointerChange> apply(List<PointerChange> changes) {
    return store.apply(changes);
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
    return store.add(table, metadataLocation, kind, version);
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
    return store.hasBeenAt(table, metadataLocation);
  }

  @Override
  public boolean fence(TableIdentifier table, String expected, String movedTo) {
    return store.fence(table, expected, movedTo);
  }

  @Override
  public Optional<String> fenced(TableIdentifier table) {
    return store.fenced(table);
  }

  @Override
  public boolean unfence(TableIdentifier table) {
    return store.unfence(table);
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
