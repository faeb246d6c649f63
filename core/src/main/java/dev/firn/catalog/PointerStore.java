package dev.firn.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Namespaces and table pointers of one catalog, in a database.
 *
 * <p>A pointer is the location of a table's current metadata file, kept and compared letter by
 * letter. Every method is one transaction and one attempt: it answers what it saw or did, or throws
 * {@link PointerStoreException}, which says whether the change may have been made nevertheless. An
 * implementation may wait for a lock and may repeat what certainly was not applied; it never
 * repeats a change that may have been.
 *
 * <p>Namespaces have one level or more; no level is empty or holds a dot, and the parent of a
 * namespace exists before it does. A namespace exists if it was created, or if a foreign client put
 * a table or another namespace below it. A missing namespace is always {@link
 * org.apache.iceberg.exceptions.NoSuchNamespaceException}, except where the answer of a method says
 * otherwise. Names that can't be stored are an {@link IllegalArgumentException}.
 *
 * <p>Safe for threads and for other processes at the same database. Cost: one round trip or short
 * transaction per call.
 */
public interface PointerStore extends AutoCloseable {
  /**
   * Creates a namespace.
   *
   * @return false if it exists already (nothing is changed)
   * @throws org.apache.iceberg.exceptions.NoSuchNamespaceException if its parent does not exist
   */
  boolean createNamespace(Namespace namespace, Map<String, String> properties);

  /** Whether a namespace exists; the empty namespace, which is the root, always does. */
  boolean namespaceExists(Namespace namespace);

  /** The namespaces directly below one (the empty one for the top level), sorted. */
  List<Namespace> listNamespaces(Namespace parent);

  /** A namespace's properties, without the marker that the rows carry. */
  Map<String, String> namespaceProperties(Namespace namespace);

  /**
   * Changes a namespace's properties in one step.
   *
   * @param set what to set or replace
   * @param removed what to remove; a key that is not there is ignored
   * @return whether anything is different now
   */
  boolean updateNamespaceProperties(
      Namespace namespace, Map<String, String> set, Set<String> removed);

  /**
   * Drops a namespace.
   *
   * @return false if it does not exist
   * @throws org.apache.iceberg.exceptions.NamespaceNotEmptyException if a table, a view or a
   *     namespace is in it
   */
  boolean dropNamespace(Namespace namespace);

  /** A table's pointer; empty if there is no such table, or no such namespace. */
  Optional<String> read(TableIdentifier table);

  /** The tables directly in a namespace, sorted; views are left out. */
  List<TableIdentifier> list(Namespace namespace);

  /**
   * Creates a pointer.
   *
   * @return false if a table or view of that name exists (nothing is changed)
   */
  boolean create(TableIdentifier table, String metadataLocation);

  /**
   * Moves a pointer if it still is what the caller expects.
   *
   * @return false if it is not, or there is no such table (nothing is changed)
   */
  boolean compareAndSet(TableIdentifier table, String expected, String next);

  /**
   * Removes a pointer if it still is what the caller expects. No file is touched.
   *
   * @return false if it is not, or there is no such table (nothing is changed)
   */
  boolean drop(TableIdentifier table, String expected);

  /** Gives back connections; calls after it fail. */
  @Override
  void close();
}
