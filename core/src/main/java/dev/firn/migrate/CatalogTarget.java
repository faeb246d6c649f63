package dev.firn.migrate;

import dev.firn.catalog.FirnCatalog;
import dev.firn.catalog.PointerEntries;
import dev.firn.catalog.PointerMove;
import dev.firn.catalog.PointerStore;
import dev.firn.catalog.TableIdentity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;

/** Firn's own catalog as a target. */
public final class CatalogTarget implements MigrationTarget {
  /** Movements of one name between a migration's begin and its end, at most. */
  private static final int MAX_HISTORY = 10_000;

  private final String name;
  private final FirnCatalog catalog;
  private final PointerStore pointers;
  private final FileIO io;

  /**
   * A catalog.
   *
   * @param name the same text on every machine, see {@link MigrationTarget#name}
   * @param catalog closed by the caller
   * @param io reads the metadata of the tables that are there
   */
  public CatalogTarget(String name, FirnCatalog catalog, FileIO io) {
    this.name = name;
    this.catalog = catalog;
    this.pointers = catalog.pointers();
    this.io = io;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> obstacle(TableIdentifier table, Origin from, TableIdentity identity) {
    if (table.namespace().isEmpty()) {
      return Optional.of("the name has no namespace there; give it one with --as");
    }
    if (pointers.read(table).isPresent()) {
      return Optional.of("a table of that name is there already");
    }
    Optional<String> movedTo = pointers.fenced(table);
    if (movedTo.isPresent() && !isReturn(movedTo.get(), from)) {
      return Optional.of("a table of that name was there and has moved to " + movedTo.get());
    }
    return other(identity, from).map(entry -> "the table is there already, as " + entry.table());
  }

  /** Whether a tombstone stands for the very table that comes back. */
  private static boolean isReturn(String movedTo, Origin from) {
    return Tombstone.parse(movedTo)
        .filter(tombstone -> tombstone.target().equals(from.catalog()))
        .filter(tombstone -> tombstone.as().equals(from.table().toString()))
        .isPresent();
  }

  private Optional<PointerEntries.Entry> other(TableIdentity identity, Origin from) {
    for (PointerEntries.Entry entry : pointers.entries().entries()) {
      boolean itself =
          entry.table().equals(from.table())
              && CatalogId.sameDatabase(name, entry.catalogName()).equals(from.catalog());
      if (!itself && identity(entry).filter(identity::sharesWith).isPresent()) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }

  private Optional<TableIdentity> identity(PointerEntries.Entry entry) {
    if (entry.identity().isPresent()) {
      return entry.identity();
    }
    try {
      TableIdentity identity = TableIdentity.of(TableMetadataParser.read(io, entry.pointer()));
      pointers.remember(Map.of(entry, identity));
      return Optional.of(identity);
    } catch (NotFoundException e) {
      // A table without metadata can't be written by anybody.
      return Optional.empty();
    }
  }

  @Override
  public String mark(TableIdentifier table) {
    List<PointerMove> newest = pointers.history(table, 1);
    return newest.isEmpty() ? "0" : String.valueOf(newest.get(0).sequence());
  }

  @Override
  public boolean registeredSince(String mark, TableIdentifier table, String metadataLocation) {
    long since = Long.parseLong(mark);
    return pointers.history(table, MAX_HISTORY).stream()
        .anyMatch(
            move ->
                move.sequence() > since
                    && move.kind() == PointerMove.Kind.REGISTER
                    && move.to().equals(Optional.of(metadataLocation)));
  }

  @Override
  public void register(TableIdentifier table, Origin from, String metadataLocation) {
    createNamespaces(table.namespace());
    Optional<String> movedTo = pointers.fenced(table);
    if (movedTo.isPresent() && isReturn(movedTo.get(), from)) {
      // Fenced there and here: in between nobody can write it, at most take the name.
      pointers.unfence(table);
    }
    catalog.registerTable(table, metadataLocation);
  }

  private void createNamespaces(Namespace namespace) {
    for (int depth = 1; depth <= namespace.length(); depth++) {
      Namespace parent = Namespace.of(java.util.Arrays.copyOf(namespace.levels(), depth));
      if (!pointers.namespaceExists(parent)) {
        try {
          catalog.createNamespace(parent, Map.of());
        } catch (AlreadyExistsException e) {
          // Somebody else made it meanwhile.
        }
      }
    }
  }
}
