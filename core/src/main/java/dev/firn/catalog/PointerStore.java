package dev.firn.catalog;

import java.time.Instant;
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

  /** Whether a table, a view or a tombstone has the name. */
  boolean taken(TableIdentifier table);

  /** The tables directly in a namespace, sorted; views and tombstones are left out. */
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

  /**
   * Gives a table another name, in the same or another namespace. The pointer stays as it is, and
   * no file is touched.
   *
   * @return false if there is no such table (nothing is changed)
   * @throws org.apache.iceberg.exceptions.NoSuchNamespaceException if the new name's namespace does
   *     not exist
   * @throws org.apache.iceberg.exceptions.AlreadyExistsException if a table, a view or a tombstone
   *     has the new name
   */
  boolean rename(TableIdentifier from, TableIdentifier to);

  /**
   * Changes several pointers in one transaction, or none of them.
   *
   * @param changes each of another table
   * @return empty if all were made; else one that could not be made, and nothing is changed
   * @throws org.apache.iceberg.exceptions.NoSuchNamespaceException if one is to be created in a
   *     namespace that does not exist
   */
  Optional<PointerChange> apply(List<PointerChange> changes);

  /**
   * Every table of the database, of other catalogs too, with what is remembered of it. Cost: one
   * query over all rows.
   */
  PointerEntries entries();

  /**
   * Remembers what metadata files say, so that {@link #entries} knows it while the entries'
   * pointers name these files.
   */
  void remember(Map<PointerEntries.Entry, TableIdentity> identities);

  /**
   * Adds a pointer for a table that exists as files, after the caller has looked through {@link
   * #entries} that nobody else has it.
   *
   * @param kind {@link PointerMove.Kind#REGISTER} or {@link PointerMove.Kind#UNDROP}
   * @param version that of the entries that were looked through
   * @return what was done
   */
  Added add(TableIdentifier table, String metadataLocation, PointerMove.Kind kind, long version);

  /** What became of {@link #add}. */
  enum Added {
    /** The pointer is there. */
    ADDED,
    /** The name has a table, a view or a tombstone; nothing was changed. */
    TAKEN,
    /** Entries were added meanwhile; nothing was changed: look through them again. */
    CHANGED
  }

  /**
   * The movements of the pointer that has this name or had it last, back through its former names.
   *
   * @param most at most so many, the newest
   * @return newest first
   */
  List<PointerMove> history(TableIdentifier table, int most);

  /**
   * Drops in a namespace, whether or not they were undone.
   *
   * @param most at most so many, the newest
   * @return newest first; views are left out
   */
  List<PointerMove> drops(Namespace namespace, int most);

  /** The last drop of a table of this name, whether or not it was undone. */
  Optional<PointerMove> lastDrop(TableIdentifier table);

  /**
   * Whether a dropped table came back after the drop, under any name, and went on from there. Cost:
   * a search through the whole history.
   */
  boolean wentOn(PointerMove drop);

  /**
   * Whether a pointer of this name has ever been at a metadata file, as far as the history goes
   * back.
   */
  boolean hasBeenAt(TableIdentifier table, String metadataLocation);

  /**
   * Puts a tombstone in the place of a pointer, if that still is what the caller expects. A
   * tombstone is no table and holds its name: nobody can create, register or rename a table to it,
   * no client sees it as a table of this version of the rows, and a commit that is under way finds
   * nothing to replace.
   *
   * @param movedTo where the table lives now, for messages
   * @return false if the pointer is not what is expected, or not there (nothing is changed)
   */
  boolean fence(TableIdentifier table, String expected, String movedTo);

  /** Where a table has moved to, if a tombstone has its name. */
  Optional<String> fenced(TableIdentifier table);

  /**
   * Removes a tombstone; the name is free then.
   *
   * @return false if there is none
   */
  boolean unfence(TableIdentifier table);

  /**
   * Removes what the history says of commits before a moment, of all tables; what undrop needs
   * stays.
   *
   * @return how many movements; 0 for a store that keeps none
   */
  default int forgetCommits(Instant before) {
    return 0;
  }

  /**
   * Waits for a turn to commit to a table, so that writers of all processes at this database work
   * one after the other and none prepares a commit in vain. This is for speed only: whoever doesn't
   * ask, or doesn't get a turn within a bounded time, may commit just the same.
   *
   * @return the turn, to be closed by the thread that asked for it
   */
  default Turn turn(TableIdentifier table) {
    return () -> {};
  }

  /** A turn to commit. */
  interface Turn extends AutoCloseable {
    /** Lets the next one have its turn. */
    @Override
    void close();

    /** Whether others had their turns first, so that it is worth preparing for the next one. */
    default boolean waited() {
      return false;
    }

    /** Whether the thread had the turn already, so that nobody else had it since. */
    default boolean again() {
      return false;
    }
  }

  /** Gives back connections; calls after it fail. */
  @Override
  void close();
}
